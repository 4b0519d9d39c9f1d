import { RosterImport, RosterImportLinePage } from "@dc/contract";
import { describe, expect, test } from "vitest";
import { beginRosterImport } from "#/operations/roster-imports/begin-roster-import.ts";
import { knownPractitioners } from "#/operations/roster-imports/internal/known-practitioners.ts";
import { storeInSteps } from "#/operations/roster-imports/internal/store-lines.ts";
import type { Store } from "#/store/engine/database.ts";
import { searchText } from "#/store/sql/search-text.ts";
import { transact } from "#/store/sql/transaction.ts";
import type { Engine } from "#/store/engine/engine.ts";
import { insertRosterEntries } from "#/store/tables/directories/roster.ts";
import { CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";
import { createDirectory, read, readImport, sampleSchedules } from "#/testing/directory.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";
import { openNewTestStore } from "#/testing/stores/store.ts";

const LINES = 1_200;

describe("rosters of many lines, on the embedded store", () => {
  testLongRosters(() => openNewTestStore());

  test("a long roster is stored in steps between which others have their turn, and goes on after the end of a process", async () => {
    const { around, failAfter, rowsAtOnce } = watchedEngine();
    await using app = await createTestApp({ sandbox: { practitioners: 50 }, store: await openNewTestStore(around) });
    const { indexId } = await createDirectory(app);
    app.clock.advance(1_000);
    failAfter(2);
    const answer = await post(app, indexId);
    expect(answer.status).toBe(500);
    const id = await newestImport(app);
    expect(await storedLines(app, id)).toBe(500);
    expect((await readImport(app, id)).lines.total, "what is not stored yet counts").toBe(LINES);
    failAfter(Number.POSITIVE_INFINITY);
    await Promise.all([storeInSteps(app.deps, indexId), storeInSteps(app.deps, indexId)]);
    expect(await storedLines(app, id)).toBe(LINES);
    expect(rowsAtOnce()).toBeLessThanOrEqual(250);

    app.clock.advance(1_000);
    failAfter(1);
    expect((await post(app, indexId)).status).toBe(500);
    failAfter(Number.POSITIVE_INFINITY);
    const ended = await newestImport(app);
    expect((await app.signedIn("POST", `${CONNECTION_API}/roster-imports/${ended}/stop`)).status).toBe(200);
    expect(await storedLines(app, ended), "a line that was not stored is told as not read").toBe(LINES);
  });

  test("a roster is copied in steps, as it was when that was asked for, and goes on after the end of a process", async () => {
    const { around, failAfter, rowsAtOnce } = watchedEngine();
    await using app = await createTestApp({ sandbox: { practitioners: 5 }, store: await openNewTestStore(around) });
    const [from, to] = await twoDirectories(app);
    failAfter(1);
    expect((await copy(app, { from, to })).status).toBe(500);
    const id = await newestImport(app);
    expect(await storedLines(app, id)).toBe(500);
    expect((await readImport(app, id)).lines, "what is not stored yet counts").toMatchObject({
      total: LINES,
      waiting: LINES,
    });
    const { db } = app.deps.store;
    const asked = await entriesOf(app, from);
    const leaving = asked.at(-1)?.id ?? "";
    await db.deleteFrom("roster_entry").where("index_id", "=", from).where("record_id", "=", leaving).execute();
    await fill(app, from, [LINES]);
    failAfter(Number.POSITIVE_INFINITY);
    await Promise.all([storeInSteps(app.deps, to), storeInSteps(app.deps, to)]);
    expect(await storedLines(app, id)).toBe(LINES);
    expect(rowsAtOnce()).toBeLessThanOrEqual(500);
    const unnamed = { name: null, search: searchText(leaving) };
    expect(await entriesOf(app, to)).toEqual(asked.map((one) => (one.id === leaving ? { ...one, ...unnamed } : one)));
  });

  test("a roster is read again in steps, which bring back nothing that has left it", async () => {
    const { around, failAfter } = watchedEngine();
    await using app = await createTestApp({ sandbox: { practitioners: 5 }, store: await openNewTestStore(around) });
    const [indexId] = await twoDirectories(app);
    failAfter(1);
    expect((await post(app, indexId, { from: "roster" })).status).toBe(500);
    failAfter(Number.POSITIVE_INFINITY);
    const id = await newestImport(app);
    expect(await storedLines(app, id)).toBe(500);
    const left = (await entriesOf(app, indexId)).slice(0, LINES - 1);
    const { db } = app.deps.store;
    await db
      .deleteFrom("roster_entry")
      .where("index_id", "=", indexId)
      .where(
        "record_id",
        "not in",
        left.map((one) => one.id),
      )
      .execute();
    await storeInSteps(app.deps, indexId);
    expect(await storedLines(app, id)).toBe(LINES);
    expect(await entriesOf(app, indexId)).toEqual(left);
  });

  test("the names of all lines that wait are read in steps, and once", async () => {
    const { around, mostRead, reads } = watchedEngine();
    await using app = await createTestApp({ sandbox: { practitioners: 5 }, store: await openNewTestStore(around) });
    const { deps } = app;
    const [indexId] = await twoDirectories(app);
    const nobody = (at: number) =>
      `Zoe Nobody${String(at).replace(/\d/g, (digit) => "abcdefghij"[Number(digit)] ?? "")}`;
    const text = Array.from({ length: LINES }, (_, at) => nobody(at)).join("\n");
    const actor = { kind: "console", id: "console", name: "Console" } as const;
    const roster = { text, source: "paste" } as const;
    const run = await transact(deps.store.db, async (trx) => {
      return await beginRosterImport(deps, trx, { indexId, roster, actor, requestId: null });
    });
    await storeInSteps(deps, indexId);
    const { namedAs } = knownPractitioners(deps, run);
    const named = async (name: string) =>
      (await namedAs({ value: name, match: "text", by: null, names: [{ name, beside: "" }] })).found.map(
        ({ id }) => id,
      );
    expect(await named("Name 21")).toEqual(["none3"]);
    expect(mostRead()).toBe(1_000);
    expect(reads()).toBe(2);
    expect(await named(nobody(LINES - 1))).toEqual([]);
    expect(reads(), "it was among those that wait").toBe(2);
  });

  test("what a process left of one import is stored before the next one into that directory, and before it is copied", async () => {
    const { around, failAfter } = watchedEngine();
    await using app = await createTestApp({ sandbox: { practitioners: 5 }, store: await openNewTestStore(around) });
    const [from, to, further] = await twoDirectories(app);
    failAfter(1);
    expect((await copy(app, { from, to })).status).toBe(500);
    failAfter(Number.POSITIVE_INFINITY);
    const first = await newestImport(app);
    app.clock.advance(1_000);
    expect((await copy(app, { from: to, to: further })).status).toBe(202);
    expect(await entriesOf(app, further)).toEqual(await entriesOf(app, from));

    failAfter(1);
    const [, again] = await twoDirectories(app);
    expect((await copy(app, { from, to: again })).status).toBe(500);
    failAfter(Number.POSITIVE_INFINITY);
    const killed = await newestImport(app);
    app.clock.advance(1_000);
    expect((await copy(app, { from, to: again })).status).toBe(202);
    expect(await addedBy(app, again), "taking the later one back leaves what the earlier one lists").toEqual([killed]);
    expect(await addedBy(app, to)).toEqual([first]);
  });
});
describeOnPostgres("rosters of many lines, on PostgreSQL", () => {
  testLongRosters(openTestStoreOnPostgres);

  test("what a store had in steps before it was moved is stored once, by whichever replica", async () => {
    await using app = await createTestApp({ sandbox: { practitioners: 5 }, store: await openTestStoreOnPostgres() });
    const [from, to] = await twoDirectories(app);
    const embedded = { ...app.deps, store: { ...app.deps.store, kind: "embedded" as const } };
    const actor = { kind: "console", id: "console", name: "Console" } as const;
    const begin = async (indexId: string, roster: { copyOf: string } | "itself") =>
      await transact(app.deps.store.db, async (trx) => {
        return await beginRosterImport(embedded, trx, { indexId, roster, actor, requestId: null });
      });
    const { id: copying } = await begin(to, { copyOf: from });
    const { id: reading } = await begin(from, "itself");
    expect([await storedLines(app, copying), await storedLines(app, reading)]).toEqual([0, 0]);
    await Promise.all([to, to, from, from].map(async (indexId) => await storeInSteps(app.deps, indexId)));
    expect([await storedLines(app, copying), await storedLines(app, reading)]).toEqual([LINES, LINES]);
    expect(await entriesOf(app, to)).toEqual(await entriesOf(app, from));
  });
});

function testLongRosters(open: () => Promise<Store>): void {
  test("a long roster is answered with all its lines, and each is stored once", async () => {
    await using app = await createTestApp({ sandbox: { practitioners: 50 }, store: await open() });
    const { indexId } = await createDirectory(app);
    const answer = await post(app, indexId);
    expect(answer.status, await answer.clone().text()).toBe(202);
    const { id, lines } = RosterImport.parse(await answer.json());
    expect(lines.total).toBe(LINES);
    expect(await storedLines(app, id)).toBe(LINES);
    const { items, total } = await read(app, RosterImportLinePage, `/roster-imports/${id}/lines?state=bad&limit=1`);
    expect([total, items[0]?.line]).toEqual([LINES - 40, 41]);
    await app.deps.background.idle();
    expect(await readImport(app, id)).toMatchObject({ state: "done", lines: { total: LINES, found: 40, waiting: 0 } });
  });

  test("somebody who is limited to two referrers copies a long roster of one to the other, and reads it again", async () => {
    await using app = await createTestApp({ sandbox: { practitioners: 5 }, store: await open() });
    const [from, to] = await twoDirectories(app);
    const { db } = app.deps.store;
    const indices = await db.selectFrom("index_version").select("referrer_id").where("id", "in", [from, to]).execute();
    const referrers = indices.flatMap(({ referrer_id: id }) => id ?? []);
    const { signedIn } = await app.enter({ name: "Lea", roles: [{ role: "editor", referrers }] });
    const entries = await entriesOf(app, from);
    for (const body of [{ from: "index", indexId: from }, { from: "roster" }]) {
      const answer = await signedIn("POST", `${CONNECTION_API}/index-versions/${to}/roster-imports`, body);
      expect(answer.status, await answer.clone().text()).toBe(202);
      expect(RosterImport.parse(await answer.json()).lines.total).toBe(LINES);
    }
    expect((await entriesOf(app, to)).map(({ id }) => id)).toEqual(entries.map(({ id }) => id));
  });

  test("a long roster is copied by two at once, and read again, with a line for each of its entries in their order", async () => {
    await using app = await createTestApp({ sandbox: { practitioners: 5 }, store: await open() });
    const [from, to] = await twoDirectories(app);
    const answers = await Promise.all([copy(app, { from, to }), copy(app, { from, to })]);
    const again = await post(app, from, { from: "roster" });
    const entries = await entriesOf(app, from);
    for (const answer of [...answers, again]) {
      expect(answer.status, await answer.clone().text()).toBe(202);
      const { id, lines } = RosterImport.parse(await answer.json());
      expect(lines.total).toBe(LINES);
      const rows = await app.deps.store.db
        .selectFrom("roster_import_line")
        .select(["line", "record_type", "record_id as id"])
        .where("import_id", "=", id)
        .orderBy("line")
        .execute();
      expect(rows).toEqual(
        entries.map(({ record_type, id: recordId }, at) => ({ line: at + 1, record_type, id: recordId })),
      );
    }
    expect(await entriesOf(app, to)).toEqual(entries);
  });
}

async function post(app: TestApp, indexId: string, body: object = textOf(app)): Promise<Response> {
  return await app.signedIn("POST", `${CONNECTION_API}/index-versions/${indexId}/roster-imports`, body);
}

function textOf(app: TestApp): object {
  const lines = [...sampleSchedules(app, 40), ...Array.from({ length: LINES - 40 }, (_, at) => `?? ${at}`)];
  return { from: "text", text: lines.join("\n") };
}

const copy = async (app: TestApp, { from, to }: { from: string; to: string }) =>
  await post(app, to, { from: "index", indexId: from });

/** A directory with that many entries of records that the service does not have, and two without any. */
async function twoDirectories(app: TestApp): Promise<[filled: string, empty: string, further: string]> {
  const directories: string[] = [];
  for (const name of ["Filled", "Empty", "Further"]) {
    app.clock.advance(1_000);
    directories.push((await createDirectory(app, { name: `${name} ${app.clock.now().getTime()}` })).indexId);
  }
  const [filled = "", empty = "", further = ""] = directories;
  await fill(
    app,
    filled,
    Array.from({ length: LINES }, (_, at) => at),
  );
  return [filled, empty, further];
}

async function fill({ deps: { connection, store, clock } }: TestApp, indexId: string, numbers: readonly number[]) {
  await transact(store.db, async (trx) => {
    await insertRosterEntries(trx, {
      connectionId: connection.id,
      indexId,
      entries: numbers.map((at) => ({
        record: { type: at % 3 === 0 ? "practitioner" : "schedule", id: `none${at}` },
        practitionerId: `none${at - (at % 3)}`,
        name: `Name ${(at * 7) % LINES}`,
        source: "paste",
        sourceDetail: null,
      })),
      actor: { kind: "console", id: "console", name: "Console" },
      now: clock.now(),
    });
  });
}

/** The entries of a roster in the order in which they are copied. */
async function entriesOf({ deps }: TestApp, indexId: string) {
  return await deps.store.db
    .selectFrom("roster_entry")
    .select(["record_type", "record_id as id", "name", "search", "practitioner_id"])
    .where("index_id", "=", indexId)
    .orderBy("record_type", "desc")
    .orderBy("search")
    .orderBy("record_id")
    .execute();
}

async function addedBy({ deps }: TestApp, indexId: string): Promise<(string | null)[]> {
  const rows = await deps.store.db
    .selectFrom("roster_entry")
    .select("import_id")
    .distinct()
    .where("index_id", "=", indexId)
    .execute();
  return rows.map(({ import_id: id }) => id);
}

async function newestImport({ deps }: TestApp): Promise<string> {
  const { id } = await deps.store.db
    .selectFrom("roster_import")
    .select("id")
    .orderBy("created_at", "desc")
    .executeTakeFirstOrThrow();
  return id;
}

async function storedLines(app: TestApp, id: string): Promise<number> {
  const rows = await app.deps.store.db
    .selectFrom("roster_import_line")
    .select("line")
    .where("import_id", "=", id)
    .execute();
  expect(new Set(rows.map(({ line }) => line)).size, "each once").toBe(rows.length);
  return rows.length;
}

/** An engine that fails after so many inserts of lines, as if the process ended, and counts the most rows of one. */
function watchedEngine() {
  let left = Number.POSITIVE_INFINITY;
  let most = 0;
  const read: number[] = [];
  const around = (engine: Engine): Engine => ({
    ...engine,
    close: () => engine.close(),
    query: async (sql, parameters) => {
      if (sql.startsWith('select "line", "sought"')) {
        const result = await engine.query(sql, parameters);
        read.push(result.rows.length);
        return result;
      }
      if (!/^\s*insert into "?roster_import_line/.test(sql)) return await engine.query(sql, parameters);
      if (left === 0) throw new Error("The process has ended.");
      left -= 1;
      const result = await engine.query(sql, parameters);
      most = Math.max(most, Number(result.affectedRows ?? 0));
      return result;
    },
  });
  return {
    around,
    rowsAtOnce: () => most,
    failAfter: (inserts: number) => void (left = inserts),
    /** How often what lines have in the place of an id was read, and the most of them at once. */
    reads: () => read.length,
    mostRead: () => Math.max(...read),
  };
}
