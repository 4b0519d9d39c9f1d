import {
  Problem,
  RosterImport,
  RosterImportLine,
  RosterImportLinePage,
  RosterImportPage,
  RosterPage,
} from "@dc/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createBackground } from "#/runtime/background.ts";
import { CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";
import { arm, createDirectory, driftBase, journalOf, read, sampleSchedules, readImport } from "#/testing/directory.ts";
import { applyChangeSet } from "#/operations/change-sets/apply.ts";
import { stageChanges } from "#/operations/changes/stage.ts";
import { testEvidence } from "#/testing/evidence.ts";
import { startBackgroundWork } from "#/background-work.ts";

describe("roster imports", () => {
  let testApp: TestApp;
  beforeAll(async () => void (testApp = await createTestApp()));
  afterAll(async () => await testApp[Symbol.asyncDispose]());

  const linesOf = async (id: string | null, query = "") =>
    (await read(testApp, RosterImportLinePage, `/roster-imports/${id}/lines${query}`)).items;
  const correct = async (id: string | null, line: number, text: string) =>
    await testApp.signedIn("PUT", `${CONNECTION_API}/roster-imports/${id}/lines/${line}`, { text });
  const codeOf = async (answer: Response) => Problem.parse(await answer.json()).code;

  test("each id is read once, each line is answered, and schedules bring their practitioners", async () => {
    const [first, second] = sampleSchedules(testApp, 2);
    const roster = [first, "?? 12", first, "sch_ZZZZZZZZ", `${second}`, "ins_12345678"].join("\n");
    const { indexId, importId } = await createDirectory(testApp, { name: "Lines", roster });
    const run = await readImport(testApp, importId);
    expect(run).toMatchObject({
      state: "done",
      lines: { total: 6, waiting: 0, found: 2, missing: 1, failed: 0, repeat: 1, bad: 2 },
    });
    const lines = await linesOf(importId);
    expect(lines.map(({ line, state }) => `${line} ${state}`)).toEqual([
      "1 found",
      "2 bad",
      "3 repeat",
      "4 missing",
      "5 found",
      "6 bad",
    ]);
    expect(lines.map(({ words }) => words)).toEqual([
      null,
      expect.stringContaining("No id was recognised on this line"),
      "Duplicate of line 1.",
      "The service has no schedule sch_ZZZZZZZZ in this index. Check the id, or remove the line.",
      null,
      expect.stringContaining("is a plan id"),
    ]);
    const kept = await testApp.deps.store.db
      .selectFrom("roster_import_line")
      .select(["note", "note_message"])
      .where("import_id", "=", importId)
      .orderBy("line")
      .execute();
    expect(kept.map(({ note, note_message }) => note ?? note_message?.code ?? null)).toEqual([
      null,
      "no-id",
      "duplicate",
      "missing",
      null,
      "other-id",
    ]);
    const inIndex = testApp.sandbox.counters.after(0).filter((seen) => seen.index === indexId);
    expect(new Set(inIndex.map(({ path }) => path)).size).toBe(inIndex.length);
    const roll = await read(testApp, RosterPage, `/index-versions/${indexId}/roster`);
    expect(roll.items.length).toBeGreaterThan(0);
    expect(
      roll.items.every(({ state, source, name }) => state === "found" && source === "paste" && name !== null),
    ).toBe(true);
    const schedules = await read(testApp, RosterPage, `/index-versions/${indexId}/roster?type=schedule&sort=added`);
    expect(
      schedules.items.map(({ state, practitioner }) => ({ state, named: practitioner?.name !== null })),
    ).toContainEqual({ state: "found", named: true });
    expect(roll.items.every(({ counts }) => counts !== null && counts.same > 0 && counts.differs === 0)).toBe(true);
    expect(await journalOf(testApp, run.id)).toEqual(["roster.add", "roster.read"]);
  });

  test("a pair whose schedule belongs to somebody else is reported, and a practitioner alone says what is missing", async () => {
    const [first, second] = sampleSchedules(testApp, 8).filter((_, at) => at === 0 || at === 7);
    const { indexId } = await createDirectory(testApp, { name: "Look up", roster: `${first}\n${second}` });
    const page = await read(testApp, RosterPage, `/index-versions/${indexId}/roster?type=schedule`);
    const [a, b] = [first, second].map((id) => page.items.find(({ record }) => record.id === id)?.practitioner?.id);
    expect(a).not.toBe(b);
    const { importId } = await createDirectory(testApp, {
      name: "Pairs",
      roster: `schedule,practitioner\n${first},${b}\n${second},${b}`,
    });
    expect((await linesOf(importId)).map(({ state, words }) => ({ state, words }))).toEqual([
      { state: "found", words: `This schedule belongs to practitioner ${a}, not to ${b}; ${a} was added.` },
      { state: "found", words: null },
    ]);
    const last = sampleSchedules(testApp, 40).at(-1) ?? "";
    const forgotten = await createDirectory(testApp, { name: "Forgotten", roster: last });
    const rosterOf = `/index-versions/${forgotten.indexId}/roster`;
    const [unknown] = (await read(testApp, RosterPage, rosterOf)).items;
    await testApp.signedIn("DELETE", `${CONNECTION_API}${rosterOf}/schedule/${last}`);
    const alone = await createDirectory(testApp, { name: "Alone", roster: unknown?.record.id ?? "" });
    expect((await linesOf(alone.importId))[0]?.words).toMatch(/no operation for listing a practitioner's schedules/);
  });

  test("a roster is read again as a whole, here and in the standard index, and says how far it has come", async () => {
    const roster = sampleSchedules(testApp, 3).join("\n");
    const { indexId } = await createDirectory(testApp, { name: "Again", roster });
    const page = `/index-versions/${indexId}/roster?type=schedule`;
    const before = await read(testApp, RosterPage, page);
    const [schedule] = before.items;
    if (schedule === undefined) throw new Error("The roster has schedules.");
    await driftBase(testApp, { ...schedule.record, set: { name: "Moved in base" } });
    testApp.clock.advance(20_000);
    const asked = testApp.sandbox.counters.after(0).length;
    const started = RosterImport.parse(
      await (
        await testApp.signedIn("POST", `${CONNECTION_API}/index-versions/${indexId}/roster-imports`, { from: "roster" })
      ).json(),
    );
    const practitioners = (await read(testApp, RosterPage, `/index-versions/${indexId}/roster`)).items.length;
    expect(started).toMatchObject({
      from: "roster",
      state: "running",
      lines: { total: before.items.length + practitioners },
    });
    await testApp.deps.background.idle();
    const total = started.lines.total;
    expect(await readImport(testApp, started.id)).toMatchObject({ state: "done", lines: { found: total, waiting: 0 } });
    const reads = testApp.sandbox.counters.after(asked).filter(({ method }) => method === "GET");
    expect(reads.filter(({ index }) => index === indexId)).toHaveLength(total);
    expect(reads.filter(({ index }) => index !== indexId)).toHaveLength(total);
    const after = await read(testApp, RosterPage, page);
    expect(after.items.map(({ lastSeenAt }) => lastSeenAt)).toEqual(
      before.items.map(() => testApp.clock.now().toISOString()),
    );
    expect(after.items.find(({ record }) => record.id === schedule.record.id)?.counts).toMatchObject({
      "base moved": 1,
    });
    expect(await journalOf(testApp, started.id)).toEqual(["roster.read-again", "roster.read"]);
  });

  const readAgain = async (app: TestApp, indexId: string) => {
    const path = `${CONNECTION_API}/index-versions/${indexId}/roster-imports`;
    return RosterImport.parse(await (await app.signedIn("POST", path, { from: "roster" })).json());
  };

  test("what is not read again, here or in the standard index, is told as not read, although it was read before", async () => {
    const [first, second, third] = sampleSchedules(testApp, 3);
    const { indexId } = await createDirectory(testApp, { name: "Partly", roster: `${first}\n${second}\n${third}` });
    testApp.clock.advance(20_000);
    const refuse = { kind: "status", status: 403, method: "GET" } as const;
    await arm(testApp, { ...refuse, index: indexId, path: `${first}` });
    await arm(testApp, { ...refuse, index: testApp.deps.service.profile.standardIndex, path: `${second}` });
    const { id, lines } = await readAgain(testApp, indexId);
    await testApp.deps.background.idle();
    expect(testApp.sandbox.faults.rules).toEqual([]);
    const read = lines.total - 2;
    expect(await readImport(testApp, id)).toMatchObject({ lines: { found: read, failed: 2 }, records: { read } });
    const failed = (await linesOf(id, "?state=failed")).map(({ record, words }) => [record?.id, words] as const);
    expect(new Map(failed)).toEqual(
      new Map([
        [first, "The service does not allow this request."],
        [second, "Not read in the standard index. The service does not allow this request."],
      ]),
    );
    const { message } = await testApp.deps.store.db
      .selectFrom("journal")
      .select("message")
      .where("subject", "=", id)
      .orderBy("seq", "desc")
      .executeTakeFirstOrThrow();
    expect(message).toMatchObject({ code: "roster.read", params: { count: read } });
  });

  test("a record that is only here stays on a roster that is read again, and is not asked for, nor in a copy of it", async () => {
    const { indexId } = await createDirectory(testApp, {
      name: "Created",
      roster: `${sampleSchedules(testApp, 1)[0]}`,
    });
    const record = { type: "practitioner", id: "new_0123456789abcdef" };
    await stageChanges(testApp.context, {
      indexId,
      changes: [
        {
          record,
          operation: { op: "create", fields: { displayName: "Dr. New" } },
          policy: "pin",
          evidence: testEvidence,
        },
      ],
    });
    const set = await testApp.deps.store.db
      .selectFrom("change_set")
      .selectAll()
      .where("index_id", "=", indexId)
      .executeTakeFirstOrThrow();
    await applyChangeSet(testApp.context, set.id, { version: set.version });
    await testApp.sendDue();
    const page = `/index-versions/${indexId}/roster`;
    const before = await read(testApp, RosterPage, page);
    expect(before.items.find(({ record: { id } }) => id === record.id)).toMatchObject({ state: "found" });
    const { id, lines } = await readAgain(testApp, indexId);
    await testApp.deps.background.idle();
    expect(await readImport(testApp, id)).toMatchObject({ lines: { found: lines.total, missing: 0 } });
    const after = await read(testApp, RosterPage, page);
    expect(after.items.map(({ record: { id }, state }) => [id, state])).toEqual(
      before.items.map(({ record: { id }, state }) => [id, state]),
    );
    const copy = await createDirectory(testApp, { name: "Copy" });
    const path = `${CONNECTION_API}/index-versions/${copy.indexId}/roster-imports`;
    const copied = await testApp.signedIn("POST", path, { from: "index", indexId });
    expect(RosterImport.parse(await copied.json()).lines.total).toBe(lines.total);
    await testApp.deps.background.idle();
  });

  test("while calls to the service are paused, reading again waits, whatever was read before", async () => {
    await using app = await createTestApp({
      service: { retry: { attempts: 1 }, circuit: { failures: 1, firstPauseMs: 200 } },
    });
    const { indexId } = await createDirectory(app, { roster: sampleSchedules(app, 3).join("\n") });
    app.clock.advance(20_000);
    await arm(app, { kind: "reset-before", method: "GET", index: indexId, times: 1 });
    const asked = app.sandbox.counters.after(0).length;
    const { id } = await readAgain(app, indexId);
    await expect.poll(async () => (await readImport(app, id)).lines.failed).toBe(1);
    app.clock.advance(200);
    await app.deps.background.idle();
    const { state, lines } = await readImport(app, id);
    expect([state, lines.waiting, lines.failed]).toEqual(["done", 0, 1]);
    const answered = app.sandbox.counters
      .after(asked)
      .filter(({ index, status }) => index === indexId && status === 200);
    expect(answered).toHaveLength(lines.found);
  });

  test("a line that could not be used is corrected and read again; one that was found is not", async () => {
    const [first, second, third] = sampleSchedules(testApp, 3);
    const { indexId, importId } = await createDirectory(testApp, {
      name: "Correct",
      roster: `${first}\nsch_ZZZZZZZZ\nnothing here`,
    });
    const wrong = await correct(importId, 2, "?? 13");
    expect(Problem.parse(await wrong.json())).toMatchObject({
      code: "invalid_request",
      errors: [{ pointer: "/text" }],
    });
    expect(RosterImportLine.parse(await (await correct(importId, 2, second ?? "")).json())).toMatchObject({
      line: 2,
      state: "waiting",
      words: null,
    });
    await testApp.deps.background.idle();
    expect(await codeOf(await correct(importId, 2, third ?? ""))).toBe("wrong_state");
    expect(RosterImportLine.parse(await (await correct(importId, 3, first ?? "")).json())).toMatchObject({
      state: "repeat",
      words: "Duplicate of line 1.",
    });
    expect(await readImport(testApp, importId)).toMatchObject({
      state: "done",
      lines: { found: 2, repeat: 1, bad: 0, missing: 0 },
    });
    const ids = (await read(testApp, RosterPage, `/index-versions/${indexId}/roster?type=schedule`)).items.map(
      ({ record }) => record.id,
    );
    expect(ids.toSorted()).toEqual([first, second].map(String).toSorted());
    expect(await codeOf(await correct(importId, 9, first ?? ""))).toBe("not_found");
  });

  test("what the service fails to answer is failed, with why, and can be read again", async () => {
    const [first] = sampleSchedules(testApp, 1);
    await arm(testApp, { kind: "status", status: 500, path: "/schedules/", times: 3 });
    const { indexId, importId } = await createDirectory(testApp, { name: "Failing", roster: `${first}` });
    testApp.sandbox.faults.clear();
    expect((await linesOf(importId, "?state=failed"))[0]).toMatchObject({
      state: "failed",
      words: "The service reported an internal error.",
    });
    expect((await correct(importId, 1, first ?? "")).status).toBe(200);
    await testApp.deps.background.idle();
    expect((await linesOf(importId))[0]).toMatchObject({ state: "found" });
    expect((await read(testApp, RosterPage, `/index-versions/${indexId}/roster?type=schedule`)).items[0]).toMatchObject(
      {
        state: "found",
        words: null,
      },
    );
  });

  test("the roster of another index version is copied and read there, and an unknown one is refused", async () => {
    const source = await createDirectory(testApp, { name: "Source", roster: sampleSchedules(testApp, 4).join("\n") });
    const target = await createDirectory(testApp, { name: "Target" });
    const post = async (from: string) =>
      await testApp.signedIn("POST", `${CONNECTION_API}/index-versions/${target.indexId}/roster-imports`, {
        from: "index",
        indexId: from,
      });
    expect((await post(source.indexId)).status).toBe(202);
    await testApp.deps.background.idle();
    const count = async (id: string) =>
      (await read(testApp, RosterPage, `/index-versions/${id}/roster?type=schedule`)).total;
    expect(await count(target.indexId)).toBe(await count(source.indexId));
    expect(await codeOf(await post("idx_nowhere"))).toBe("not_found");
    expect(await codeOf(await post(target.indexId))).toBe("wrong_state");
  });

  test("an import goes on where a process that died left it", async () => {
    const target = await createDirectory(testApp, { name: "Survivor" });
    await testApp.deps.background.stop();
    const ids = sampleSchedules(testApp, 5);
    const made = await testApp.signedIn("POST", `${CONNECTION_API}/index-versions/${target.indexId}/roster-imports`, {
      from: "text",
      text: ids.join("\n"),
    });
    const { id } = RosterImport.parse(await made.json());
    expect(await readImport(testApp, id)).toMatchObject({ state: "running", lines: { waiting: 5 } });
    testApp.deps.background = createBackground(testApp.deps.log);
    await startBackgroundWork(testApp.deps);
    await testApp.deps.background.idle();
    expect(await readImport(testApp, id)).toMatchObject({ state: "done", lines: { waiting: 0, found: 5 } });
    const asked = testApp.sandbox.counters
      .after(0)
      .filter((seen) => seen.index === target.indexId && /schedules/.test(seen.path));
    expect(asked).toHaveLength(5);
  });

  test("an entry is taken off the roster once, and it is journalled", async () => {
    const { indexId } = await createDirectory(testApp, {
      name: "Remove",
      roster: sampleSchedules(testApp, 1).join("\n"),
    });
    const [id] = sampleSchedules(testApp, 1);
    const remove = async () =>
      await testApp.signedIn("DELETE", `${CONNECTION_API}/index-versions/${indexId}/roster/schedule/${id}`);
    expect((await remove()).status).toBe(204);
    expect(await codeOf(await remove())).toBe("not_found");
    expect((await journalOf(testApp, id)).slice(-1)).toEqual(["roster.remove"]);
  });

  test.for(["name", "need", "added"])("pages of a roster by %s hold each entry once", async (sort) => {
    const { indexId } = await createDirectory(testApp, {
      name: `Pages ${sort}`,
      roster: sampleSchedules(testApp, 12).join("\n"),
    });
    const seen: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page: RosterPage = await read(
        testApp,
        RosterPage,
        `/index-versions/${indexId}/roster?type=schedule&sort=${sort}&limit=5${cursor === "" ? "" : `&cursor=${cursor}`}`,
      );
      expect(page.total).toBe(12);
      seen.push(...page.items.map(({ record }) => record.id));
      cursor = page.nextCursor;
    }
    expect(seen.toSorted()).toEqual(sampleSchedules(testApp, 12).toSorted());
  });

  test("the imports into a roster page by cursor, newest first, each once", async () => {
    const { indexId } = await createDirectory(testApp, { name: "Many imports" });
    const made: string[] = [];
    for (const text of sampleSchedules(testApp, 3)) {
      const answer = await testApp.signedIn("POST", `${CONNECTION_API}/index-versions/${indexId}/roster-imports`, {
        from: "text",
        text,
      });
      made.unshift(RosterImport.parse(await answer.json()).id);
      testApp.clock.advance(1);
    }
    const address = `/index-versions/${indexId}/roster-imports?limit=2`;
    const first = await read(testApp, RosterImportPage, address);
    const second = await read(testApp, RosterImportPage, `${address}&cursor=${first.nextCursor}`);
    expect([first, second].map(({ items }) => items.map(({ id }) => id))).toEqual([made.slice(0, 2), made.slice(2)]);
    expect([first.nextCursor, second.nextCursor]).toEqual([expect.any(String), null]);
  });

  test("a cursor that no page gave out is refused, whatever it holds", async () => {
    const { indexId } = await createDirectory(testApp, { name: "Cursors" });
    for (const keys of [[1e12, "a", "b"], [9e15, "x"], ["a"], [null, null], { a: 1 }, [0, "\ud800", "b"]]) {
      const cursor = Buffer.from(JSON.stringify(keys)).toString("base64url");
      for (const sort of ["name", "need", "added"]) {
        const answer = await testApp.signedIn(
          "GET",
          `${CONNECTION_API}/index-versions/${indexId}/roster?sort=${sort}&cursor=${cursor}`,
        );
        expect([keys, sort, answer.status]).toEqual([keys, sort, 400]);
      }
    }
  });

  test("a roster is searched by name whatever its accents and case, and percent is only percent", async () => {
    const { indexId } = await createDirectory(testApp, {
      name: "Search",
      roster: sampleSchedules(testApp, 3).join("\n"),
    });
    const all = await read(testApp, RosterPage, `/index-versions/${indexId}/roster`);
    const name = all.items[0]?.name ?? "";
    const found = await read(
      testApp,
      RosterPage,
      `/index-versions/${indexId}/roster?q=${encodeURIComponent(name.toUpperCase())}`,
    );
    expect(found.items.map((item) => item.name)).toContain(name);
    expect((await read(testApp, RosterPage, `/index-versions/${indexId}/roster?q=%25`)).items).toEqual([]);
  });
});
