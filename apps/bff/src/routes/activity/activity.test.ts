import type { ActivityActors, ActivityPage, JournalEntry } from "@dc/contract";
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { csvCell } from "#/sheets/table-file.ts";
import { transact } from "#/store/sql/transaction.ts";
import { appendJournal } from "#/store/tables/activity/journal.ts";
import { CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";
import { createDirectory } from "#/testing/directory.ts";

const activity = `${CONNECTION_API}/activity`;

describe("activity", () => {
  let test: TestApp;
  beforeEach(async () => {
    test = await createTestApp();
    return async () => await test[Symbol.asyncDispose]();
  });

  async function append(
    ...entries: {
      code?: "referrer.create" | "referrer.update" | "token.create";
      subject?: string;
      actor?: string;
      at?: string;
      why?: string;
      to?: string;
    }[]
  ): Promise<void> {
    await transact(test.deps.store.db, (trx) =>
      appendJournal(
        trx,
        ...entries.map(
          ({ code = "referrer.update", subject = "x", actor = "Bea", at = "2026-11-20", why, to = "b" }) => ({
            connectionId: test.deps.connection.id,
            at: new Date(`${at}T12:00:00Z`),
            actor: { kind: "person" as const, id: `per_${actor}`, name: actor },
            subject,
            message: { code, params: { by: actor, name: to } } as const,
            why: why ?? null,
            requestId: null,
          }),
        ),
      ),
    );
  }
  async function subjects(query: string): Promise<string[]> {
    const answer = await test.signedIn("GET", `${activity}?${query}`);
    expect(answer.status, await answer.clone().text()).toBe(200);
    return ((await answer.json()) as ActivityPage).items.map(({ subject }) => subject);
  }

  it("is filtered by person, action, noun, days and text, and by all of them at once", async () => {
    await append(
      { subject: "one", actor: "Bea", code: "referrer.create", at: "2026-11-01" },
      { subject: "two", actor: "Bo", code: "referrer.update", at: "2026-11-02", why: "50 %_ more" },
      { subject: "three", actor: "Bo", code: "token.create", at: "2026-11-03", to: `Praxis "Süd"` },
    );
    expect(await subjects("actorId=per_Bo")).toEqual(["three", "two"]);
    expect(await subjects("action=referrer")).toEqual(["two", "one"]);
    expect(await subjects("action=referrer.update")).toEqual(["two"]);
    expect(await subjects("from=2026-11-02&to=2026-11-03")).toEqual(["three", "two"]);
    expect(await subjects("to=2026-11-01")).toEqual(["one"]);
    expect(await subjects(`q=${encodeURIComponent(`praxis "sÜD`)}`)).toEqual(["three"]);
    expect(await subjects(`q=${encodeURIComponent("50 %_")}`)).toEqual(["two"]);
    expect(await subjects(`q=${encodeURIComponent("_0 %")}`)).toEqual([]);
    expect(await subjects("q=params")).toEqual([]);
    expect(await subjects("q=name&actorId=per_Bo")).toEqual([]);
    expect(await subjects("actorId=per_Bo&action=referrer&from=2026-11-02&q=more")).toEqual(["two"]);
  });

  it("finds names by the keys of a keyboard", async () => {
    const { signedIn } = await test.enter({ name: "Łukasz O’Brien", roles: [{ role: "editor", referrers: null }] });
    await signedIn("POST", `${CONNECTION_API}/referrers`, { name: "Praxis Đình 2" });
    for (const q of ["lukasz o'brien", "praxis dinh 2"])
      expect(await subjects(`q=${encodeURIComponent(q)}`)).toEqual([expect.stringMatching(/^ref_/)]);
  });

  it("names the field of a filter that cannot be", async () => {
    const answer = await test.signedIn("GET", `${activity}?from=yesterday`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ errors: [{ pointer: "?from" }] });
  });

  it("lists who did something, once each, with the latest name", async () => {
    await append({ actor: "Bea" }, { actor: "Bo" }, { actor: "Bea" });
    const { items } = (await (await test.signedIn("GET", `${activity}/actors`)).json()) as ActivityActors;
    expect(items.filter(({ id }) => id.startsWith("per_B")).map(({ name }) => name)).toEqual(["Bea", "Bo"]);
  });

  it("is exported whole as JSON lines and as a table, by the same filter", async () => {
    await append(...Array.from({ length: 450 }, (_, at) => ({ subject: `s${at}`, actor: "Bo" })), { actor: "Bea" });
    const lines = await test.signedIn("GET", `${activity}/export?format=jsonl&actorId=per_Bo`);
    expect(lines.headers.get("Content-Type")).toBe("application/jsonl");
    const entries = (await lines.text())
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as JournalEntry);
    expect(entries.map(({ subject }) => subject)).toEqual(Array.from({ length: 450 }, (_, at) => `s${449 - at}`));
    const list = await test.signedIn("GET", `${activity}/export?format=json&actorId=per_Bo`);
    expect(await list.json()).toEqual(entries);
    const table = await test.signedIn("GET", `${activity}/export?actorId=per_Bo`);
    expect(table.headers.get("Content-Disposition")).toContain('attachment; filename="activity.csv"');
    expect((await table.text()).trimEnd().split("\r\n")).toHaveLength(451);
  });

  it("tells nobody limited of what others do, in lists, actors and exports", async () => {
    const { indexId } = await createDirectory(test, { name: "Northgate" });
    await append({ subject: "secret", actor: "Bo" });
    const [referrer] = await test.deps.store.db.selectFrom("referrer").selectAll().execute();
    const limited = await test.enter({ name: "Lea", roles: [{ role: "viewer", referrers: [referrer?.id ?? ""] }] });
    const read = async (path: string) => await (await limited.signedIn("GET", `${activity}${path}`)).text();
    expect(await read("/export?format=jsonl")).toContain(indexId);
    for (const path of ["?limit=200", "/actors", "/export", "/export?format=jsonl"])
      expect(await read(path), path).not.toMatch(/secret|per_Bo/);
  });

  it("reads an order of its own for a person, a noun and a record among 100,000 entries", async () => {
    const { db } = test.deps.store;
    await sql`insert into journal (connection_id, at, actor, action, subject, message)
      select ${test.deps.connection.id}, '2026-11-01T00:00:00Z'::timestamptz + n * interval '1 second',
        json_build_object('kind', 'person', 'id', 'per_' || n % 40, 'name', 'Person ' || n % 40),
        case when n % 5000 = 7 then 'token.create' else 'change.applied' end, 'chg_' || n,
        json_build_object('code', 'account.change', 'params', json_build_object('person', 'Person ' || n, 'record', json_build_object('id', 'prac_' || n % 5000)))
      from generate_series(1, 100000) as n`.execute(db);
    await sql`analyze journal`.execute(db);
    const planOf = async (where: string, order = "order by seq desc limit 51") =>
      (
        await sql<{
          "QUERY PLAN": string;
        }>`explain ${sql.raw(`select * from journal where (connection_id = '${test.deps.connection.id}' or connection_id is null) and ${where} ${order}`)}`.execute(
          db,
        )
      ).rows
        .map((row) => row["QUERY PLAN"])
        .join("\n");
    expect(await planOf("split_part(action, '.', 1) = 'token'")).toContain("journal_by_noun");
    expect(await planOf("actor ->> 'id' = 'per_nobody'")).toContain("journal_by_actor");
    expect(await planOf("message #>> '{params,record,id}' = 'prac_1'", "")).toContain("journal_by_record");
    expect(await planOf("at < '2026-11-01T00:01:00Z'")).toContain("journal_by_time");
    expect(await subjects("action=token&limit=3")).toEqual(["chg_95007", "chg_90007", "chg_85007"]);
    expect(await subjects("q=Person 99999")).toEqual(["chg_99999"]);
  });
});

it.each([
  ["=1+1", '"\'=1+1"'],
  ["+49 30", '"\'+49 30"'],
  [" @cmd", '"\' @cmd"'],
  ["-2", '"\'-2"'],
  ["＝1", '"\'＝1"'],
  ["all; =1+1;-2", "\"all;' =1+1;'-2\""],
  ["all\r\n@cmd", '"all\r\n\'@cmd"'],
  ["\n1", '"\'\n1"'],
  ['say "a, b"', '"say ""a, b"""'],
  ["plain", "plain"],
  [-2, "-2"],
  [9007199254740991, '"\'9007199254740991"'],
  [null, ""],
  [{ a: 1 }, '"{""a"":1}"'],
])("writes %j into a table as %s", (value, cell) => {
  expect(csvCell(value)).toBe(cell);
});
