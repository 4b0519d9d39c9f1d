import { ChangeSet, RecordView } from "@dc/contract";
import { describe, expect, test } from "vitest";
import { CONNECTION_API } from "#/testing/app.ts";
import { evidence } from "#/testing/change-set-requests.ts";
import { sampleSchedules } from "#/testing/directory.ts";
import { serveGateway } from "#/testing/gateway.ts";
import { createSendingStack, expectDerivedOverrides, INDEX, type SendingStack } from "#/testing/sending-stack.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";
import { becomeLive, compareWaiting } from "./become-live.ts";
import { takeChangeSet, underLease } from "./lease.ts";

describe("a set becomes live at once, on the embedded store", () => {
  testSets(async () => await createSendingStack());
});
describeOnPostgres("a set becomes live at once, on PostgreSQL", () => {
  testSets(async () => await createSendingStack({ store: await openTestStoreOnPostgres() }));
});

const PLANS = Array.from({ length: 10 }, (_, number) => `ins_live000${number}`);

/** A set of 300 changes that was applied, and how many of them each way of reading says. */
async function applyMany({ app }: SendingStack) {
  const schedules = sampleSchedules(app, 30);
  const add = (id: string) =>
    PLANS.map((element) => ({
      record: { type: "schedule", id },
      field: "acceptedInsurances",
      operation: { op: "add", element },
      evidence,
    }));
  const path = `${CONNECTION_API}/index-versions/${INDEX}`;
  const body = { changes: schedules.flatMap(add) };
  const staged = await app.signedIn("POST", `${path}/changes`, body);
  expect(staged.status).toBe(201);
  const { changeSet } = (await staged.json()) as { changeSet: ChangeSet };
  const set = `${CONNECTION_API}/change-sets/${changeSet.id}`;
  const applied = await app.signedIn("POST", `${set}/apply`, { version: changeSet.version, evidence });
  expect(applied.status).toBe(200);
  const gateway = await serveGateway(app);
  const { headers } = app.deps.service.profile.data;
  const served = async () => {
    let plans = 0;
    for (const id of schedules) {
      const answer = await gateway.ask(`/schedules/${id}`, { headers: { [headers.index.name]: INDEX } });
      plans += (await answer.text()).match(/ins_live/g)?.length ?? 0;
    }
    return plans;
  };
  const shown = async () => {
    let [plans, ours] = [0, 0];
    for (const id of schedules) {
      const { comparison, raw } = RecordView.parse(
        await (await app.signedIn("GET", `${path}/schedules/${id}?raw=1`)).json(),
      );
      plans += raw?.effective?.match(/ins_live/g)?.length ?? 0;
      ours += comparison.counts.ours;
    }
    return { plans, ours };
  };
  const read = async () => {
    const { state } = ChangeSet.parse(await (await app.signedIn("GET", set)).json());
    return { state, served: await served(), shown: await shown() };
  };
  const withdraw = async () => {
    const { version } = ChangeSet.parse(await (await app.signedIn("GET", set)).json());
    return (await app.signedIn("POST", `${set}/withdraw`, { version })).status;
  };
  const rows = async () => {
    const query = app.deps.store.db.selectFrom("change").select("state").distinct().orderBy("state");
    return (await query.where("change_set_id", "=", changeSet.id).execute()).map(({ state }) => state);
  };
  return { id: changeSet.id, read, rows, withdraw, [Symbol.asyncDispose]: () => gateway[Symbol.asyncDispose]() };
}

function testSets(open: () => Promise<SendingStack>): void {
  test("[S15] before the end of its five seconds nobody reads any of it, and before its first record is sent everybody all of it", async () => {
    await using stack = await open();
    await using many = await applyMany(stack);
    await stack.pass();
    expect(await many.read()).toEqual({ state: "queued", served: 0, shown: { plans: 0, ours: 0 } });
    stack.app.clock.advance(5_000);
    let seen: unknown;
    await stack.pass({
      onStep: async (step) => {
        if (step === "before intent") seen ??= await many.read();
      },
    });
    expect(seen).toEqual({ state: "applying", served: 300, shown: { plans: 300, ours: 300 } });
  });

  test("[S15] one row makes it true, and what was killed before the other rows followed goes on at the next start", async () => {
    await using stack = await open();
    await using many = await applyMany(stack);
    const { deps, clock } = stack.app;
    clock.advance(5_000);
    const lease = await takeChangeSet(deps, { changeSetId: many.id, owner: "killed", forMs: 60_000 });
    if (lease === undefined) throw new Error("nobody else has the lease");
    const ahead = await compareWaiting(deps, many.id);
    await underLease(deps, lease, async (ledger) => await becomeLive(deps, ledger, many.id, ahead));
    expect(await many.rows()).toEqual(["queued"]);
    expect(await many.read()).toEqual({ state: "applying", served: 300, shown: { plans: 300, ours: 300 } });
    await stack.restart();
    await stack.pass();
    expect(await many.rows()).not.toContain("queued");
    await expectDerivedOverrides(stack.app);
  });

  test("[S16] one row takes it back, the rows follow in steps that a new start goes on with, and L is as it was before", async () => {
    await using stack = await open();
    await using many = await applyMany(stack);
    stack.app.clock.advance(5_000);
    await stack
      .pass({
        onStep: (step) => {
          // The first write begins: what was not sent is taken back from the process that sends it.
          if (step === "before send") throw new Error("killed");
        },
      })
      .catch(() => undefined);
    expect(await many.withdraw()).toBe(200);
    expect(await many.rows()).toEqual(["deferred", "sending"]);
    const left = { plans: 10, ours: 10 };
    expect(await many.read()).toMatchObject({ served: 10, shown: left });
    await stack.restart();
    await stack.pass();
    expect(await many.rows()).toContain("withdrawn");
    expect(await many.rows()).not.toContain("deferred");
    const memories = await stack.app.deps.store.db.selectFrom("field_memory").select("baseline").execute();
    const moved = memories.filter(({ baseline }) => Object.keys(baseline?.elements ?? {}).length > 0);
    expect(moved).toHaveLength(1);
    await expectDerivedOverrides(stack.app);
    expect(await many.withdraw()).toBe(409);
  });
}
