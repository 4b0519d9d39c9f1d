import {
  ChangeSet,
  IndexVersionPage,
  OverridePage,
  PeoplePage,
  PlanPage,
  ReferrerPage,
  RosterPage,
  SearchResults,
  StatementPreview,
} from "@dc/contract";
import { nameKey } from "@dc/directory";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { migrateToLatest } from "#/store/migrations/migrate.ts";
import { selectNameChoice, upsertNameChoice } from "#/store/tables/directories/known-names.ts";
import { insertRosterEntries } from "#/store/tables/directories/roster.ts";
import { selectListed } from "#/store/sql/row-lists.ts";
import { containsPattern, searchableNames } from "#/store/sql/search-text.ts";
import { transact } from "#/store/sql/transaction.ts";
import { insertPerson } from "#/store/tables/people/people.ts";
import { CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";
import { applyChanges, change, pass } from "#/testing/changes.ts";
import { createDirectory, read, sampleSchedules } from "#/testing/directory.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";
import { openTestStore } from "#/testing/stores/store.ts";

const names = [
  "Łukasz Wójcik",
  "Søren Kjær",
  "Đình Nguyễn",
  "Karl Strauß",
  "Işıl Yılmaz",
  "Siobhán O’Brien",
  "Anna Smith\u2011Jones",
  "Jean\u2010Luc Picard",
  "Dr. Æsa Þórsdóttir",
  "Zed Young 10%",
  "Zed Young 2_",
  "太郎 山田",
  "김민수",
  "فاطمة أحمد",
];
const typed = {
  lukasz: "Łukasz Wójcik",
  wójcik: "Łukasz Wójcik",
  soren: "Søren Kjær",
  kjaer: "Søren Kjær",
  dinh: "Đình Nguyễn",
  strauss: "Karl Strauß",
  isil: "Işıl Yılmaz",
  ışıl: "Işıl Yılmaz",
  yilmaz: "Işıl Yılmaz",
  "o'brien": "Siobhán O’Brien",
  "smith-jones": "Anna Smith\u2011Jones",
  "jean-luc": "Jean\u2010Luc Picard",
  aesa: "Dr. Æsa Þórsdóttir",
  thorsdottir: "Dr. Æsa Þórsdóttir",
  "10%": "Zed Young 10%",
  "2_": "Zed Young 2_",
  山田太郎: "太郎 山田",
  太郎山: "太郎 山田",
  "山田 太郎": "太郎 山田",
  "민수 김": "김민수",
  김민수: "김민수",
  "فاطمه احمد": "فاطمة أحمد",
};

async function withRoster(app: TestApp, of: readonly string[]): Promise<string> {
  const { indexId } = await createDirectory(app, { name: "Évry 10" });
  const { connection, store, clock } = app.deps;
  const entries = of.map((name, at) => ({
    record: { type: "practitioner", id: `k3v9t2m${String(at)}` },
    practitionerId: `k3v9t2m${String(at)}`,
    name,
    state: "found" as const,
    source: "paste" as const,
    sourceDetail: null,
  }));
  const { actor } = app.context;
  await transact(store.db, (trx) =>
    insertRosterEntries(trx, { connectionId: connection.id, indexId, entries, actor, now: clock.now() }),
  );
  return indexId;
}

function isFolded(openStore: typeof openTestStore): void {
  test("names are found by the keys of a keyboard in roster, palette and statements, and sorted by them", async () => {
    await using app = await createTestApp({ store: await openStore() });
    const indexId = await withRoster(app, names);
    const facts = [{ kind: "value", field: "displayName", value: "Dr. Whoever" }];
    for (const [text, name] of Object.entries(typed)) {
      const q = encodeURIComponent(text);
      const roster = await read(app, RosterPage, `/index-versions/${indexId}/roster?q=${q}`);
      const palette = await read(app, SearchResults, `/search?q=${q}`);
      const answer = await app.signedIn("POST", `${CONNECTION_API}/statements/preview`, { scope: { q: text }, facts });
      const { items } = StatementPreview.parse(await answer.json());
      expect([
        text,
        ...roster.items.map((item) => item.name),
        ...palette.practitioners.map((item) => item.name),
        ...items.map(({ practitioner }) => practitioner.name),
      ]).toEqual([text, name, name, name]);
    }
    const sorted: (string | null)[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const at: string = cursor === "" ? "" : `&cursor=${cursor}`;
      const page: RosterPage = await read(app, RosterPage, `/index-versions/${indexId}/roster?sort=name&limit=4${at}`);
      sorted.push(...page.items.map(({ name }) => name));
      cursor = page.nextCursor;
    }
    expect(sorted).toEqual([
      "Anna Smith\u2011Jones",
      "Đình Nguyễn",
      "Dr. Æsa Þórsdóttir",
      "Işıl Yılmaz",
      "Jean\u2010Luc Picard",
      "Karl Strauß",
      "Łukasz Wójcik",
      "Siobhán O’Brien",
      "Søren Kjær",
      "Zed Young 2_",
      "Zed Young 10%",
      "فاطمة أحمد",
      "김민수",
      "太郎 山田",
    ]);
  });

  test("so are directories, referrers, plans, change sets, overrides and people", async () => {
    await using app = await createTestApp({ store: await openStore() });
    const { indexId } = await createDirectory(app, { name: "Łódź 10" });
    await createDirectory(app, { name: "Łódź 2" });
    const csv = "id,payer,plan\nins_1,Großmann,Plan 10\nins_2,Großmann,Plan 2\nins_3,Großmann,Plan 2 Plus";
    await app.signedIn("POST", `${CONNECTION_API}/plans/import`, { csv });
    const [scheduleId = ""] = app.sandbox.samples.roster.trim().split("\n").slice(1);
    const evidence = {
      reason: "Señora Nguyễn called",
      source: null,
      verifiedOn: null,
      reviewBy: null,
      from: null,
      until: null,
    };
    const add = change({ type: "schedule", id: scheduleId }, "acceptedInsurances", {
      op: "add",
      element: "ins_Français",
    });
    await applyChanges(app, indexId, [{ ...add, evidence }]);
    await pass(app);
    const stage = await app.signedIn("POST", `${CONNECTION_API}/index-versions/${indexId}/changes`, {
      changes: [
        {
          record: { type: "schedule", id: scheduleId },
          field: "acceptedInsurances",
          operation: { op: "add", element: "ins_1" },
        },
      ],
    });
    const { changeSet } = (await stage.json()) as { changeSet: ChangeSet };
    const named = { version: changeSet.version, name: "Número de Nguyễn" };
    expect((await app.signedIn("PATCH", `${CONNECTION_API}/change-sets/${changeSet.id}`, named)).status).toBe(200);
    const { clock, wholeStore } = app.deps;
    for (const name of ["Siobhán 10", "Siobhán 2"])
      await transact(wholeStore.db, (trx) =>
        insertPerson(trx, { id: name.slice(8), name, email: `${name.slice(8)}@example.org`, now: clock.now() }),
      );
    for (const [path, schema, nameOf, asked, expected] of [
      ["/index-versions?sort=name&q=", IndexVersionPage, "name", ["lodz", "ŁÓDŹ"], ["Łódź 2", "Łódź 10"]],
      ["/referrers?q=", ReferrerPage, "name", ["lodz", "Łódź"], ["Dr. Łódź 2", "Dr. Łódź 10"]],
      ["/plans?q=", PlanPage, "name", ["grossmann", "GROSSMANN", "großmann"], ["Plan 2", "Plan 2 Plus", "Plan 10"]],
      ["/plans?q=", PlanPage, "name", ["plan 2"], ["Plan 2", "Plan 2 Plus"]],
      ["/plans?q=", PlanPage, "name", ["plan 1", "ins_1"], ["Plan 10"]],
    ] as const) {
      for (const text of asked) {
        const { items } = await read(app, schema, `${path}${encodeURIComponent(text)}`);
        expect([text, ...items.map((item: { name: string | null }) => item[nameOf])]).toEqual([text, ...expected]);
      }
    }
    for (const text of ["Número", "numero", "Nguyễn", "nguyen"]) {
      const { changeSets } = await read(app, SearchResults, `/search?q=${encodeURIComponent(text)}`);
      expect([text, ...changeSets.map(({ name }) => name)]).toEqual([text, "Número de Nguyễn"]);
    }
    for (const text of ["français", "FRANCAIS", "ins_Fran", "señora nguyễn", "senora", scheduleId]) {
      const found = await read(app, OverridePage, `/index-versions/${indexId}/overrides?q=${encodeURIComponent(text)}`);
      expect([text, found.total]).toEqual([text, 1]);
    }
    const people = await app.signedIn("GET", "/api/v1/people?q=siobhan");
    expect(PeoplePage.parse(await people.json()).items.map(({ name }) => name)).toEqual(["Siobhán 2", "Siobhán 10"]);
  });

  test("what an earlier version folded is folded anew: names of records, and whom somebody chose for a spelling", async () => {
    await using app = await createTestApp({ store: await openStore() });
    const { indexId } = await createDirectory(app, { name: "Elm", roster: sampleSchedules(app, 1)[0] ?? "" });
    const { clock, connection, store } = app.deps;
    const { db } = store;
    const connectionId = connection.id;
    const record = { type: "practitioner", id: "k3v9t2m1" };
    const choice = { connectionId, indexId, record, actor: app.context.actor, now: clock.now() };
    await transact(db, (trx) => upsertNameChoice(trx, { ...choice, spelling: "علي مصطفى; elm" }));
    await transact(db, (trx) => upsertNameChoice(trx, { ...choice, spelling: "太郎 山田; " }));
    await db.updateTable("record_summary").set({ names: "مصطفى\tمصطفى\nelm\tElm" }).execute();
    await sql`comment on table public.roster_entry is null`.execute(db);
    await migrateToLatest(db);
    const named = await db.selectFrom("record_summary").select("names").distinct().execute();
    expect(named).toEqual([{ names: searchableNames(["مصطفى", "Elm"]) }]);
    expect(named[0]?.names).not.toContain("مصطفى\tم");
    for (const spelling of [`${nameKey("مصطفي علي")}; elm`, `${nameKey("山田太郎")}; `])
      expect(await selectNameChoice(db, { connectionId, indexId, spelling })).toBe("practitioner/k3v9t2m1");
  });

  test("each of 10,000 names is found by itself, whatever letters it has", async () => {
    await using app = await createTestApp({ store: await openStore() });
    // Every sign of the first two planes of Unicode, with something to sort by numbers.
    const written = Array.from({ length: 10_000 }, (_, at) =>
      `${at} ${String.fromCodePoint(...Array.from({ length: 13 }, (_sign, place) => 1 + at * 13 + place))}`.toWellFormed(),
    );
    const indexId = await withRoster(app, written);
    const patterns = written.map((name, at) => ({ id: `k3v9t2m${String(at)}`, pattern: containsPattern(name) }));
    const { rows } = await sql<{ name: string; search: string; pattern: string }>`
      select name, search, pattern from (${selectListed(patterns, { id: "text", pattern: "text" })}) as sought
      join roster_entry on index_id = ${indexId} and record_id = sought.id
      where search not like pattern`.execute(app.deps.store.db);
    expect(rows).toEqual([]);
    const counted = await read(app, RosterPage, `/index-versions/${indexId}/roster?limit=1`);
    expect(counted.total).toBe(10_000);
  });
}

isFolded(openTestStore);
describeOnPostgres("on PostgreSQL", () => {
  isFolded(openTestStoreOnPostgres);
});
