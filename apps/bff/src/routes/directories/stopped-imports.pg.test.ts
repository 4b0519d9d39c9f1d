import { Problem, RosterImport, RosterImportLinePage } from "@dc/contract";
import { describe, expect, test } from "vitest";
import { CONNECTION_API, createTestApp, type TestApp, type TestAppOptions } from "#/testing/app.ts";
import { createDirectory, journalOf, read, readImport, sampleSchedules } from "#/testing/directory.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";

const CALLS = 20;
const settings = { sandbox: { practitioners: 50 }, service: { callsPerMinute: CALLS } } as const;

describe("imports that are stopped, on the embedded store", () => {
  testStopped(async (options) => await createTestApp({ ...settings, ...options }));
});
describeOnPostgres("imports that are stopped, on PostgreSQL", () => {
  testStopped(
    async (options) => await createTestApp({ ...settings, ...options, store: await openTestStoreOnPostgres() }),
  );
});

function testStopped(open: (options?: TestAppOptions) => Promise<TestApp>): void {
  test("an import that waits for the request budget says so, is stopped with what was read, and nothing more is asked", async () => {
    await using app = await open();
    const { indexId } = await createDirectory(app);
    app.clock.advance(60_000);
    const path = `${CONNECTION_API}/index-versions/${indexId}/roster-imports`;
    const text = sampleSchedules(app, 40).join("\n");
    const { id } = RosterImport.parse(await (await app.signedIn("POST", path, { from: "text", text })).json());
    await expect
      .poll(async () => await readImport(app, id), { timeout: 20_000 })
      .toMatchObject({ state: "running", waitsForBudget: CALLS });
    const { lines, stopped: before } = await readImport(app, id);
    expect(before).toBeNull();
    expect([lines.found > 0, lines.waiting > 0]).toEqual([true, true]);

    const answer = await app.signedIn("POST", `${CONNECTION_API}/roster-imports/${id}/stop`);
    expect(answer.status, await answer.clone().text()).toBe(200);
    expect(RosterImport.parse(await answer.json())).toMatchObject({
      state: "done",
      waitsForBudget: null,
      stopped: { notRead: lines.waiting },
      lines: { found: lines.found, waiting: 0, failed: lines.waiting },
    });
    // What was read is compared with the standard index all the same.
    const askedHere = () => app.sandbox.counters.after(0).filter((seen) => seen.index === indexId).length;
    const asked = askedHere();
    for (let minute = 0; minute < 3; minute += 1) app.clock.advance(61_000);
    await app.deps.background.idle();
    expect(askedHere(), "nothing more is asked").toBe(asked);
    const { items } = await read(app, RosterImportLinePage, `/roster-imports/${id}/lines?state=failed`);
    expect(new Set(items.map(({ words }) => words))).toEqual(new Set(["Not read: the import was stopped."]));
    const entries = await app.deps.store.db
      .selectFrom("roster_entry")
      .select(["record_type", "record_id", "state"])
      .where("index_id", "=", indexId)
      .execute();
    expect(entries.filter(({ record_type: type }) => type === "schedule")).toHaveLength(lines.found);
    expect(entries.filter(({ state }) => state === "waiting")).toEqual([]);
    expect(await journalOf(app, id)).toEqual(["roster.add", "roster.stop"]);

    // A line that is corrected is read, and it alone; it is no longer told as not read.
    const [line] = items;
    const corrected = await app.signedIn("PUT", `${CONNECTION_API}/roster-imports/${id}/lines/${line?.line}`, {
      text: line?.text,
    });
    expect(corrected.status, await corrected.clone().text()).toBe(200);
    const readAgain = async () => {
      app.clock.advance(61_000);
      return await readImport(app, id);
    };
    await expect.poll(readAgain, { timeout: 20_000, interval: 200 }).toMatchObject({
      state: "done",
      stopped: { notRead: lines.waiting - 1 },
      lines: { found: lines.found + 1, waiting: 0, failed: lines.waiting - 1 },
    });
    const again = await app.signedIn("POST", `${CONNECTION_API}/roster-imports/${id}/stop`);
    expect([again.status, Problem.parse(await again.json()).code]).toEqual([409, "wrong_state"]);
  });

  test("[I13] what a stopped import leaves behind leaves the roster beside a reading again that listed it, and is not read by that one", async () => {
    const held = Promise.withResolvers<null>();
    let isHeld = false;
    await using app = await open({
      service: {},
      onCall: async (init, call) => {
        if (isHeld) await Promise.race([held.promise, aborted(init.signal)]);
        return await call();
      },
    });
    const [first = "", second = "", ...others] = sampleSchedules(app, 10);
    const { indexId } = await createDirectory(app, { roster: [first, second].join("\n") });
    app.clock.advance(61_000);
    const onRoster = async () => {
      const roster = app.deps.store.db.selectFrom("roster_entry").select("record_id").where("index_id", "=", indexId);
      return (await roster.orderBy("record_id").execute()).map(({ record_id: id }) => id);
    };
    const before = await onRoster();
    const path = `${CONNECTION_API}/index-versions/${indexId}/roster-imports`;
    const begin = async (input: object) =>
      RosterImport.parse(await (await app.signedIn("POST", path, input)).json()).id;
    isHeld = true;
    const importId = await begin({ from: "text", text: [second, ...others].join("\n") });
    app.clock.advance(1);
    const againId = await begin({ from: "roster" });
    expect(await onRoster()).toHaveLength(before.length + others.length);

    const answer = await app.signedIn("POST", `${CONNECTION_API}/roster-imports/${importId}/stop`);
    expect(answer.status, await answer.clone().text()).toBe(200);
    expect(await onRoster(), "what only it listed").toEqual(before);
    isHeld = false;
    held.resolve(null);
    await app.deps.background.idle();
    expect(await onRoster(), "nothing of it comes back").toEqual(before);
    const { state, lines } = await readImport(app, againId);
    expect([state, lines.total, lines.found]).toEqual(["done", before.length, before.length]);
  });
}

async function aborted(signal: AbortSignal | null | undefined): Promise<void> {
  if (signal != null) await new Promise((resolve) => signal.addEventListener("abort", resolve));
}
