import { ChangeSet, IndexVersionPage, RosterPage } from "@dc/contract";
import type { RecordKey } from "@dc/directory";
import { describe, expect, test } from "vitest";
import { isMarkedOverdue, markOverdueEntries } from "#/records/mark-overdue.ts";
import { json } from "#/store/sql/json.ts";
import { transact } from "#/store/sql/transaction.ts";
import { selectRosterPage } from "#/store/tables/directories/roster-pages.ts";
import { refreshNeed, upsertSummaries } from "#/store/tables/records/record-summaries.ts";
import { CONNECTION_API, createTestApp, type TestApp, type TestAppOptions } from "#/testing/app.ts";
import { applyChanges, change, pass, QUIET_MS } from "#/testing/changes.ts";
import { arm, createDirectory, driftBase, read, sampleSchedules } from "#/testing/directory.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";

describe("rosters by need, on the embedded store", () => {
  testNeed(async (options) => await createTestApp(options));
});
describeOnPostgres("rosters by need, on PostgreSQL", () => {
  testNeed(async (options) => await createTestApp({ ...options, store: await openTestStoreOnPostgres() }));
});

const DAY_MS = 86_400_000;
const preferred = "preferredName";

function testNeed(open: (options: TestAppOptions) => Promise<TestApp>): void {
  async function directory() {
    const app = await open({ sandbox: { writes: true }, profile: "with-writes" });
    const roster = sampleSchedules(app, 16).join("\n");
    const { indexId } = await createDirectory(app, { name: "Elm", roster });
    const byNeed = async () =>
      (await read(app, RosterPage, `/index-versions/${indexId}/roster?sort=need&limit=200`)).items;
    const people = (await byNeed()).map(({ record }) => record);
    const view = async ({ type, id }: RecordKey) =>
      await app.signedIn("GET", `${CONNECTION_API}/index-versions/${indexId}/${type}s/${id}?maxAge=0`);
    return {
      app,
      indexId,
      people,
      byNeed,
      entryOf: async ({ id }: RecordKey) => (await byNeed()).find(({ record }) => record.id === id),
      view,
      baseSays: async (record: RecordKey, text: string) => {
        await driftBase(app, { ...record, set: { preferred_name: text } });
        await view(record);
      },
      outside: async (record: RecordKey, text: unknown) =>
        await app.control("/outside", { index: indexId, ...record, set: { preferred_name: text } }),
      preferredNameOf: async ({ type, id }: RecordKey) =>
        (await app.deps.service.client.records.retrieve(type, id, { index: indexId })).raw["preferred_name"] ?? null,
      applied: async (record: RecordKey, text: string) =>
        await applyChanges(app, indexId, [change(record, preferred, { op: "set", value: text })]),
      staged: async (record: RecordKey) => {
        const changes = [
          { record, field: preferred, operation: { op: "set", value: "Drafted" }, evidence: { reason: "Said so" } },
        ];
        const answer = await app.signedIn("POST", `${CONNECTION_API}/index-versions/${indexId}/changes`, { changes });
        expect(answer.status).toBe(201);
      },
      verify: async (records: readonly RecordKey[]) => {
        const of = records.map(({ id }) => ({ indexId, practitionerId: id }));
        const verifiedOn = app.clock.now().toISOString().slice(0, 10);
        const said = { saidBy: "Front desk", how: "phone", verifiedOn };
        expect((await app.signedIn("POST", `${CONNECTION_API}/verifications`, { of, ...said })).status).toBe(200);
      },
    };
  }

  test("[V18] a roster has conflicts first, then unknown, moved, at rest, overdue and drafts, each told in its row", async () => {
    const { app, people, byNeed, entryOf, baseSays, outside, preferredNameOf, applied, staged, verify, view } =
      await directory();
    await using _open = app;
    const [drafted, overdue, rests, moved, unknown, conflict] = people.toReversed();
    if (!drafted || !overdue || !rests || !moved || !unknown || !conflict) throw new Error("Too few people.");
    app.clock.advance(91 * DAY_MS);
    await verify(people.filter((one) => one !== overdue));
    await markOverdueEntries(app.deps, new AbortController().signal);
    await applied(conflict, "Ours");
    await pass(app);
    await baseSays(conflict, "Base");
    const before = await preferredNameOf(rests);
    await applied(rests, "Ours");
    await outside(rests, "Somebody else");
    await pass(app);
    await view(rests);
    expect(await entryOf(rests)).toMatchObject({ counts: { outside: 1 }, atRest: 1 });
    await outside(rests, before);
    await view(rests);
    await baseSays(moved, "Base");
    await applied(unknown, "Ours");
    await arm(app, { kind: "reset-after", method: "POST", path: unknown.id, times: 9 });
    await pass(app);
    await staged(drafted);
    const rows = await byNeed();
    const expected = [conflict, unknown, moved, rests, overdue, drafted];
    expect(rows.slice(0, expected.length)).toMatchObject([
      { record: conflict, counts: { conflict: 1 }, unknown: 0, atRest: 0, overdue: false },
      { record: unknown, unknown: 1, atRest: 0, overdue: false },
      { record: moved, counts: { conflict: 0, "base moved": 1 }, unknown: 0, atRest: 0 },
      { record: rests, unknown: 0, atRest: 1, overdue: false },
      { record: overdue, overdue: true },
      { record: drafted, counts: { drafts: 1 }, overdue: false },
    ]);
    await verify([overdue]);
    expect(await entryOf(overdue), "verified").toMatchObject({ overdue: false });
    app.sandbox.faults.clear();
    for (let round = 0; round < 2; round += 1) {
      app.clock.advance(QUIET_MS);
      await pass(app);
    }
    expect(await entryOf(unknown), "read").toMatchObject({ unknown: 0 });
    const [resting] = await app.deps.store.db
      .selectFrom("change")
      .select(["id", "change_set_id"])
      .where("state", "=", "deferred")
      .execute();
    const path = `${CONNECTION_API}/change-sets/${resting?.change_set_id}`;
    const { version } = ChangeSet.parse(await (await app.signedIn("GET", path)).json());
    const giveWay = { version, changeIds: [resting?.id], as: "give way", reason: "They are right" };
    expect((await app.signedIn("POST", `${path}/at-rest`, giveWay)).status).toBe(200);
    expect(await entryOf(rests), "given way").toMatchObject({ atRest: 0 });
    expect((await byNeed()).map(({ record }) => record).slice(0, 3)).toEqual([conflict, moved, drafted]);
  });

  test("[V18] what is overdue is marked again on another day, and when it is to be asked after other days", async () => {
    const { app, byNeed } = await directory();
    await using _open = app;
    const mark = async () => await markOverdueEntries(app.deps, new AbortController().signal);
    const overdue = async () => new Set((await byNeed()).map((row) => row.overdue));
    app.clock.advance(90 * DAY_MS);
    await mark();
    expect([await isMarkedOverdue(app.deps), await overdue()], "on the day itself").toEqual([true, new Set([false])]);
    app.clock.advance(DAY_MS);
    expect(await isMarkedOverdue(app.deps)).toBe(false);
    await mark();
    expect([await isMarkedOverdue(app.deps), await overdue()]).toEqual([true, new Set([true])]);
    const settings = { askAgainAfterDays: 120, holidays: [] };
    expect((await app.signedIn("PUT", `${CONNECTION_API}/verification-settings`, settings)).status).toBe(200);
    await mark();
    expect(await overdue()).toEqual(new Set([false]));
  });

  test("[V18] one of a cause comes before any number of those behind it, in a roster and among index versions", async () => {
    await using app = await open({});
    const { db } = app.deps.store;
    const connectionId = app.deps.connection.id;
    const causes = ["conflict", "unknown", "outside", "at_rest", "differs", "held", "drafts"] as const;
    const none = { same: 0, ours: 0, base_moved: 0, conflict: 0, outside: 0, differs: 0, held: 0, drafts: 0 };
    const enter = async (indexId: string, id: string, counts: { [cause in (typeof causes)[number]]?: number }) => {
      const record = { connection_id: connectionId, index_id: indexId, record_type: "practitioner", record_id: id };
      const origin = { source: "paste", state: "found", need: 0, added_by: json(app.context.actor) } as const;
      const now = app.clock.now();
      await db
        .insertInto("roster_entry")
        .values({ ...record, ...origin, search: id, added_at: now })
        .execute();
      await transact(db, async (trx) => {
        const row = { ...record, ...none, unknown: 0, at_rest: 0, ...counts, practitioner_id: id, compared_at: now };
        await upsertSummaries(trx, [row]);
        await refreshNeed(trx, { connectionId, indexId, records: [{ type: "practitioner", id }] });
      });
    };
    const indices: string[] = [];
    for (const [at, cause] of causes.entries()) {
      const { indexId } = await createDirectory(app, { name: `No. ${causes.length - at}` });
      indices.push(indexId);
      await enter(indexId, "B", { [cause]: 1 });
      for (const id of ["A1", "A2"])
        await enter(indexId, id, Object.fromEntries(causes.slice(at + 1).map((behind) => [behind, 500])));
      const query = { type: "practitioner", sort: "need", limit: 9 } as const;
      const { rows } = await selectRosterPage(db, { connectionId, indexId, query });
      expect(
        rows.map((row) => row.record_id),
        cause,
      ).toEqual(["B", "A1", "A2"]);
    }
    const { items } = await read(app, IndexVersionPage, "/index-versions?sort=need&limit=50");
    expect(items.map(({ id }) => id).filter((id) => indices.includes(id))).toEqual(indices);
  });
}
