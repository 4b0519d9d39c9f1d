import { type SearchKind, SearchResults } from "@dc/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { newId } from "#/runtime/new-id.ts";
import { transact } from "#/store/sql/transaction.ts";
import { insertChangeSet } from "#/store/tables/changes/change-sets.ts";
import { insertRosterEntries } from "#/store/tables/directories/roster.ts";
import { CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";
import { createDirectory, read } from "#/testing/directory.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";
import { openTestStore } from "#/testing/stores/store.ts";

const PAGE = 8;
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => String(from + at));

/** Puts records named "Fern" and their number, or as given, on the roster of a directory. */
async function putOnRoster(
  app: TestApp,
  indexId: string,
  type: string,
  of: readonly string[],
  name = (number: string) => `Fern ${number}`,
): Promise<void> {
  const { connection, store, clock } = app.deps;
  const entries = of.map((number) => ({
    record: { type, id: `${type}fern${number}` },
    practitionerId: `practitionerfern${number}`,
    name: name(number),
    state: "found" as const,
    source: "paste" as const,
    sourceDetail: null,
  }));
  const row = { connectionId: connection.id, indexId, entries, actor: app.context.actor, now: clock.now() };
  await transact(store.db, (trx) => insertRosterEntries(trx, row));
}

/** The ids of a kind, page by page; each page but the last is full. */
async function pagesOf(
  kind: SearchKind,
  ask: (query: string) => Promise<SearchResults>,
  idOf: (found: never) => string = ({ id }: { id: string }) => id,
): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const found = await ask(cursor === "" ? "" : `&kind=${kind}&cursor=${cursor}`);
    const page = found[kind].map((one) => idOf(one as never));
    cursor = found.nextCursors[kind];
    if (cursor !== null) expect(page).toHaveLength(PAGE);
    ids.push(...page);
  }
  return ids;
}

function hasPages(openStore: typeof openTestStore): void {
  test("[M3] pages of a kind follow each other without a gap, those of the directory at hand before others", async () => {
    const options = { sandbox: { spelling: "respelled" }, profile: "of the sandbox" } as const;
    await using app = await createTestApp({ ...options, store: await openStore() });
    const { indexId: far } = await createDirectory(app, { name: "A far one" });
    const { indexId: near } = await createDirectory(app, { name: "Near" });
    const type = app.deps.service.profile.recordTypes.find((one) => !["practitioner", "schedule"].includes(one)) ?? "";
    for (const one of ["practitioner", "schedule", type]) {
      await putOnRoster(app, far, one, numbers(0, 20));
      await putOnRoster(app, near, one, numbers(10, 30));
    }
    const ask = (query: string) => read(app, SearchResults, `/search?q=fern&near=${near}${query}`);
    const nearFirst = [...numbers(10, 30), ...numbers(0, 10)];
    for (const kind of ["practitioners", "schedules"] as const)
      expect(await pagesOf(kind, ask)).toEqual(nearFirst.map((number) => `${kind.slice(0, -1)}fern${number}`));
    expect(await pagesOf("related", ask, ({ record }: { record: { id: string } }) => record.id)).toEqual(
      nearFirst.map((number) => `${type}fern${number}`),
    );

    const { practitioners, nextCursors, ...others } = await ask("&kind=practitioners");
    const first = await ask("");
    expect([practitioners, nextCursors.practitioners]).toEqual([first.practitioners, first.nextCursors.practitioners]);
    expect(Object.values(others).flat()).toEqual([]);
    expect({ ...nextCursors, practitioners: null }).toEqual(
      Object.fromEntries(Object.keys(nextCursors).map((kind) => [kind, null])),
    );
  });

  test("[I9] two letters of each word of a name find it in any order, and what has them as they are typed", async () => {
    await using app = await createTestApp({ store: await openStore() });
    const { indexId } = await createDirectory(app, { name: "Words" });
    const names = ["Zoe Quill", "Quinn Zorn", "Anzo Quist", "Zora Mequill"];
    await putOnRoster(app, indexId, "practitioner", numbers(0, 4), (at) => names[Number(at)] ?? "");
    const found = async (q: string) => {
      const { practitioners } = await read(app, SearchResults, `/search?q=${encodeURIComponent(q)}`);
      return practitioners.map(({ name }) => name);
    };
    expect(await found("qu zo")).toEqual(["Quinn Zorn", "Zoe Quill"]);
    expect(await found("zo qu")).toEqual(["Anzo Quist", "Quinn Zorn", "Zoe Quill"]);
    expect(await found("zo me")).toEqual(["Zora Mequill"]);
  });

  test("[M3] index versions, plans, change sets and people have pages too", async () => {
    await using app = await createTestApp({ store: await openStore() });
    const { connection, store, clock, service } = app.deps;
    const of = numbers(10, 30);
    const directories: string[] = [];
    for (const number of of) directories.push((await createDirectory(app, { name: `Fern ${number}` })).indexId);
    const planIds = of.map((number) => `${service.profile.idPrefixOf(service.profile.planType)}fern${number}`);
    const csv = ["id,payer,plan", ...planIds.map((id) => `${id},Fern Mutual,Gold`)].join("\n");
    expect((await app.signedIn("POST", `${CONNECTION_API}/plans/import`, { csv })).status).toBe(200);
    // Made in one moment: only their ids order them.
    const sets = of.map(() => newId("set")).toSorted();
    for (const id of sets)
      await transact(store.db, (trx) =>
        insertChangeSet(trx, {
          id,
          connection_id: connection.id,
          index_id: directories[0] ?? "",
          name: "Fern",
          created_by: JSON.stringify(app.context.actor),
          created_at: clock.now(),
        }),
      );
    const people: string[] = [];
    for (const number of of) people.push((await app.enter({ name: `Fern ${number}`, roles: [] })).person.id);
    const ask = (query: string) => read(app, SearchResults, `/search?q=fern${query}`);
    expect(await pagesOf("indexVersions", ask)).toEqual(directories);
    expect(await pagesOf("plans", ask)).toEqual(planIds);
    expect(await pagesOf("changeSets", ask)).toEqual(sets.toReversed());
    expect(await pagesOf("people", ask)).toEqual(people);
  });

  test("[M3] whom a name finds is followed by whom a phone finds, each once", async () => {
    await using app = await createTestApp({ store: await openStore() });
    const { indexId } = await createDirectory(app, { name: "Near" });
    await putOnRoster(app, indexId, "practitioner", numbers(5_550_100, 5_550_120));
    const numbered = numbers(10, 30);
    await putOnRoster(app, indexId, "practitioner", numbered);
    for (const number of numbered)
      await sql`insert into record_summary (connection_id, index_id, record_type, record_id, practitioner_id, same, ours,
          base_moved, conflict, differs, outside, held, drafts, phones, compared_at)
        values (${app.deps.connection.id}, ${indexId}, 'practitioner', ${`practitionerfern${number}`},
          ${`practitionerfern${number}`}, 0, 0, 0, 0, 0, 0, 0, 0, ${`31255501${number}\t(312) 555-01${number}`}, now())`.execute(
        app.deps.store.db,
      );
    const all: SearchResults["practitioners"] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const page: string = cursor === "" ? "" : `&kind=practitioners&cursor=${cursor}`;
      const found = await read(app, SearchResults, `/search?q=5550&near=${indexId}${page}`);
      all.push(...found.practitioners);
      cursor = found.nextCursors.practitioners;
    }
    const byPhone = all.filter(({ phone }) => phone !== null);
    expect(byPhone.map(({ id, name, phone }) => [id, name, phone])).toEqual(
      numbered.map((number) => [`practitionerfern${number}`, `Fern ${number}`, `(312) 555-01${number}`]),
    );
    expect(all.filter(({ phone }) => phone === null).map(({ name }) => name)).toEqual(
      numbers(5_550_100, 5_550_120).map((number) => `Fern ${number}`),
    );
  });

  test("[M3] who is limited pages through their own directories alone, with whatever cursor", async () => {
    await using app = await createTestApp({ store: await openStore() });
    const { indexId: other } = await createDirectory(app, { name: "Other" });
    const { indexId: own } = await createDirectory(app, { name: "Own" });
    await putOnRoster(app, other, "practitioner", numbers(10, 40));
    await putOnRoster(app, own, "practitioner", numbers(20, 35));
    const { referrer_id: referrerId } = await app.deps.store.db
      .selectFrom("index_version")
      .select("referrer_id")
      .where("id", "=", own)
      .executeTakeFirstOrThrow();
    const { signedIn } = await app.enter({ name: "Lea", roles: [{ role: "viewer", referrers: [referrerId ?? ""] }] });
    const ask = async (query: string) =>
      SearchResults.parse(
        await (await signedIn("GET", `${CONNECTION_API}/search?q=fern&near=${other}${query}`)).json(),
      );
    expect(await pagesOf("practitioners", ask)).toEqual(numbers(20, 35).map((number) => `practitionerfern${number}`));
    const theirs = await read(app, SearchResults, `/search?q=fern&near=${other}`);
    const { practitioners } = await ask(`&kind=practitioners&cursor=${theirs.nextCursors.practitioners ?? ""}`);
    expect(practitioners.map(({ directories }) => directories)).toEqual(
      practitioners.map(() => [{ indexId: own, indexName: "Own" }]),
    );
    const people = await ask("&kind=people");
    expect([people.people, people.nextCursors.people]).toEqual([[], null]);
  });

  test("[M3] a cursor without its kind, or of another one, is refused", async () => {
    await using app = await createTestApp({ store: await openStore() });
    const { indexId } = await createDirectory(app, { name: "Near" });
    await putOnRoster(app, indexId, "practitioner", numbers(10, 30));
    const { nextCursors } = await read(app, SearchResults, "/search?q=fern");
    for (const page of ["", "&kind=plans", "&kind=indexVersions", "&kind=changeSets", "&kind=schedules"]) {
      const path = `${CONNECTION_API}/search?q=fern${page}&cursor=${nextCursors.practitioners ?? ""}`;
      expect((await app.signedIn("GET", path)).status, page).toBe(400);
    }
  });
}

hasPages(openTestStore);
describeOnPostgres("on PostgreSQL", () => hasPages(openTestStoreOnPostgres));
