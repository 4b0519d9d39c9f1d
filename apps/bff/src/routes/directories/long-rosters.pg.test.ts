import { RosterImport, RosterImportLinePage } from "@dc/contract";
import { describe, expect, test } from "vitest";
import { storeInSteps } from "#/operations/roster-imports/internal/store-lines.ts";
import type { Store } from "#/store/engine/database.ts";
import type { Engine } from "#/store/engine/engine.ts";
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
    await Promise.all([storeInSteps(app.deps, id), storeInSteps(app.deps, id)]);
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
});
describeOnPostgres("rosters of many lines, on PostgreSQL", () => {
  testLongRosters(openTestStoreOnPostgres);
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
}

async function post(app: TestApp, indexId: string): Promise<Response> {
  const lines = [...sampleSchedules(app, 40), ...Array.from({ length: LINES - 40 }, (_, at) => `?? ${at}`)];
  const path = `${CONNECTION_API}/index-versions/${indexId}/roster-imports`;
  return await app.signedIn("POST", path, { from: "text", text: lines.join("\n") });
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
  const around = (engine: Engine): Engine => ({
    ...engine,
    close: () => engine.close(),
    query: async (sql, parameters) => {
      if (!sql.startsWith('insert into "roster_import_line"')) return await engine.query(sql, parameters);
      if (left === 0) throw new Error("The process has ended.");
      left -= 1;
      const result = await engine.query(sql, parameters);
      most = Math.max(most, Number(result.affectedRows ?? 0));
      return result;
    },
  });
  return { around, rowsAtOnce: () => most, failAfter: (inserts: number) => void (left = inserts) };
}
