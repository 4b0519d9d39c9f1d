import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startServer } from "@dc/tooling/testing/server-process";
import { sql } from "kysely";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { NewerStoreError } from "#/runtime/errors.ts";
import type { Store } from "#/store/engine/database.ts";
import { CONNECTION_API, createTestApp } from "#/testing/app.ts";
import { passwordsAtFullCost } from "#/testing/people/cheap-passwords.ts";
import {
  openEmbeddedDump,
  openPostgresDump,
  readDump,
  shapeOf,
  unpackDataDirectory,
} from "#/testing/stores/earlier-store.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";
import { openTestStore } from "#/testing/stores/store.ts";
import { migrateToLatest, migrations } from "./migrate.ts";
import { searchText } from "#/store/sql/search-text.ts";
import { transact } from "#/store/sql/transaction.ts";
import { insertPerson } from "#/store/tables/people/people.ts";
import { dropLimitedViews } from "#/store/reach/limited-views.ts";

/*
 * Stores that earlier versions on main wrote, each by running that version: one statement and one draft in a directory with a
 * held override, where that version could make one. Each is named for the newest migration that it has.
 */
const folder = fileURLToPath(new URL("./earlier-stores/", import.meta.url));
const dumps = readdirSync(folder).filter((name) => name.endsWith(".sql.zst"));
const dataDirectories = readdirSync(folder).filter((name) => name.endsWith(".tar.zst"));
passwordsAtFullCost();

const account = { email: "ada@example.org", password: "correct-horse-battery" };

describe("a store of an earlier version, embedded", () => {
  readsAsItShould(openEmbeddedDump, openTestStore);
});
describeOnPostgres("a store of an earlier version, on PostgreSQL", () => {
  readsAsItShould(openPostgresDump, openTestStoreOnPostgres);
});

function readsAsItShould(open: (dump: string) => Promise<Store>, openNew: () => Promise<Store>): void {
  let shapeOfNew: readonly string[] = [];
  beforeAll(async () => {
    const store = await openNew();
    shapeOfNew = await shapeOf(store.db);
    await store.close();
  });

  it.each(dumps)("%s gets the shape of a new store, and says what it said", async (name) => {
    const store = await open(readDump(join(folder, name)));
    await migrateToLatest(store.db);
    expect(await shapeOf(store.db)).toEqual(shapeOfNew);
    await using test = await createTestApp({ store, administrator: false });
    const entered = await test.request("POST", "/api/v1/session", account);
    expect(entered.status).toBe(200);
    const Cookie = cookieOf(entered);
    const read = async (path: string): Promise<unknown> => {
      const answer = await test.request("GET", `${CONNECTION_API}${path}`, undefined, { Cookie });
      expect([path, answer.status]).toEqual([path, 200]);
      return await answer.json();
    };
    await expectTold(name, read);
  });

  it("a store that lacks a migration between others gets it", async () => {
    const store = await openNew();
    await dropLimitedViews(store.db);
    await sql`alter table access_token drop column scopes`.execute(store.db);
    await sql`delete from kysely_migration where name = '0016-token-scopes'`.execute(store.db);
    await migrateToLatest(store.db);
    expect((await shapeOf(store.db)).toSorted()).toEqual(shapeOfNew.toSorted());
    await store.close();
  });

  it("what is looked for by name is folded anew, and nobody's account is changed by it", async () => {
    const store = await openNew();
    const person = { id: "p", name: "Łukasz 2", email: "l@example.org", now: new Date() };
    await transact(store.db, (trx) => insertPerson(trx, person));
    const foldedText = async () => (await store.db.selectFrom("person").select("search").execute())[0]?.search;
    const told = async () => (await store.db.selectFrom("journal").select("seq").execute()).length;
    const folded = await foldedText();
    await migrateToLatest(store.db);
    await store.db.updateTable("person").set({ search: "łukasz 2" }).execute();
    await migrateToLatest(store.db);
    expect(await foldedText()).toBe("łukasz 2");
    await sql`comment on table public.roster_entry is null`.execute(store.db);
    const before = await told();
    await migrateToLatest(store.db);
    expect([await foldedText(), await told()]).toEqual([folded, before]);
    expect(folded).toBe(searchText("Łukasz 2", "l@example.org"));
    await store.close();
  });

  it("a store that a newer version has used is refused with one line, and nothing is written to it", async () => {
    const store = await openNew();
    await sql`insert into kysely_migration (name, timestamp) values ('0999-later', '2030-01-01')`.execute(store.db);
    const before = await shapeOf(store.db);
    const refused = await migrateToLatest(store.db).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(NewerStoreError);
    expect(String(refused)).toMatch(
      new RegExp(`newer version.*0999-later.*up to ${Object.keys(migrations).at(-1)}.*nothing was changed`),
    );
    expect(await shapeOf(store.db)).toEqual(before);
    await store.close();
  });
}

describe("a data directory of an earlier version", () => {
  let dataDir = "";
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), "directory-console-earlier-"));
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  it.each(dataDirectories)("%s is copied and opened by a start, and says what it said", async (name) => {
    await unpackDataDirectory(join(folder, name), dataDir);
    await using server = await startServer({ dataDir });
    expect(server.ready["createdAdministrator"]).toBeNull();
    const last = Object.keys(migrations).at(-1);
    expect(readdirSync(join(dataDir, "backups"))).toEqual([expect.stringMatching(`^before-${last}-2.*\\.gz$`)]);
    await server.call("POST", "/api/v1/session", account);
    const read = async (path: string): Promise<unknown> => {
      const { status, body } = await server.call("GET", path);
      expect([path, status]).toEqual([path, 200]);
      return body;
    };
    await expectTold(name, read);
  });
});

/** What each of the stores was given, read over the API; the first version could not create a directory yet. */
async function expectTold(name: string, read: (path: string) => Promise<unknown>): Promise<void> {
  const { items: tokens } = (await read("/tokens")) as { items: { name: string; scopes: string[] }[] };
  expect(tokens.map(({ name, scopes }) => ({ name, scopes }))).toEqual([{ name: "An app", scopes: ["gateway"] }]);
  const { items: entries } = (await read("/activity?limit=100")) as { items: { sentence: string }[] };
  expect(entries.every(({ sentence }) => sentence.length > 0)).toBe(true);
  const { items: indices } = (await read("/index-versions")) as { items: { id: string; name: string }[] };
  const own = indices.filter(({ name }) => name === "Harbour Row");
  expect(own).toHaveLength(name.startsWith("0003-before-baselines") ? 0 : 1);
  for (const { id } of own) {
    const { items: roster } = (await read(`/index-versions/${id}/roster`)) as { items: { name: string | null }[] };
    expect(roster.map(({ name }) => name)).toContain("Dr. Kekoa Nāone");
    const { items: overrides } = (await read(`/index-versions/${id}/overrides`)) as {
      items: { change: { state: string } }[];
    };
    expect(overrides.map(({ change }) => change.state)).toEqual(["held", "held"]);
    const { items: sets } = (await read(`/change-sets?indexId=${id}`)) as { items: { state: string }[] };
    expect(sets.map(({ state }) => state).toSorted()).toEqual(["draft", "held"]);
    const told = entries.map(({ sentence }) => sentence).join("\n");
    expect(told).toContain("Held: sets the preferred name of Dr. Kekoa Nāone to Dr. Kept");
    expect(told).toContain("sets the preferred name of Dr. Kekoa Nāone to Dr. Draft");
  }
}

function cookieOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}
