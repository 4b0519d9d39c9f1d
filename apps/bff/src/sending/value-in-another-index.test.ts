import { fetchTransport } from "@dc/api-client";
import { createSandbox, type SandboxOptions } from "@dc/sandbox/app";
import { expect, onTestFinished, test } from "vitest";
import { settleChange } from "#/operations/changes/settle.ts";
import { addPlan, aSendingHouse, INDEX, QUIET_MS, type SendingHouse } from "#/testing/test-sending.ts";

const somebodyHasToLook = expect.stringContaining("It is not sent again by itself: somebody has to look.");

/** A service that lets its standard index be written, behind something on the way that loses the index header of writes. */
async function aHouseBehindALossyWay({ losesReply = false } = {}) {
  const options: SandboxOptions = { writes: true, practitioners: 50, deviation: "standard-writable" };
  const sandbox = createSandbox(options);
  onTestFinished(() => sandbox.close());
  const way = { isLossy: true };
  const transport = fetchTransport(async (url, init) => {
    const headers = new Headers(init?.headers);
    const isWrite = init?.method !== undefined && init.method !== "GET";
    if (isWrite && way.isLossy) headers.delete("Service-Index-Version");
    const answer = await sandbox.app.request(url, { ...init, headers });
    return isWrite && losesReply ? new Response(null, { status: 500 }) : answer;
  });
  const house = await aSendingHouse({ sandbox: options, service: { transport } });
  return { house, way, written: () => sandbox.ledger.after(0).map(({ index }) => index) };
}

async function alarmsOf({ app }: SendingHouse): Promise<(string | null)[]> {
  const rows = await app.deps.store.db
    .selectFrom("journal")
    .select("subject")
    .where("action", "=", "change.alarm")
    .execute();
  return rows.map(({ subject }) => subject);
}

async function passes(house: SendingHouse, times: number): Promise<void> {
  for (let done = 0; done < times; done += 1) {
    await house.pass();
    house.app.clock.advance(QUIET_MS);
  }
}

test.each([
  ["answered", false],
  ["not answered", true],
])("a write that the standard index took, and that was %s, is never sent again by itself", async (_how, losesReply) => {
  const { house, way, written } = await aHouseBehindALossyWay({ losesReply });
  await using _closed = house;
  const ids = await house.applied([addPlan(house.scheduleId, house.plans[0] ?? "")]);
  await passes(house, 4);
  expect(await house.rows(ids)).toMatchObject([
    { state: "unknown", attempt: 1, try_after: null, because: somebodyHasToLook },
  ]);
  expect(written()).toEqual(["idx_standard"]);
  expect(await alarmsOf(house)).toEqual(ids);

  // Whoever has it read once more learns the same; to send it again is their word alone.
  await settleChange(house.app.context, ids[0] ?? "", { as: "read" });
  await passes(house, 3);
  expect(await house.rows(ids)).toMatchObject([{ state: "unknown", try_after: null, because: somebodyHasToLook }]);
  expect(written()).toEqual(["idx_standard"]);
  expect(await alarmsOf(house)).toEqual(ids);
  way.isLossy = false;
  const copy = await settleChange(house.app.context, ids[0] ?? "", { as: "not applied", sendAgain: true });
  house.app.clock.advance(5_000);
  await passes(house, 2);
  expect(await house.rows([copy.id])).toMatchObject([{ state: "applied" }]);
  expect(written()).toEqual(["idx_standard", INDEX]);
});

test("a deletion that the standard index took alone is told as its doing, and waits for a person", async () => {
  const { house, written } = await aHouseBehindALossyWay();
  await using _closed = house;
  const record = { type: "schedule", id: house.scheduleId };
  const ids = await house.applied([{ record, operation: { op: "delete" }, policy: "pin", evidence: null }]);
  await passes(house, 4);
  expect(await house.rows(ids)).toMatchObject([
    { state: "unknown", attempt: 1, try_after: null, because: somebodyHasToLook },
  ]);
  expect(written()).toEqual(["idx_standard"]);
  expect(await alarmsOf(house)).toEqual(ids);
});
