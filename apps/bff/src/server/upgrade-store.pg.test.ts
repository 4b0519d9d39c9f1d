import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { pino } from "pino";
import { afterEach, beforeEach, expect, it } from "vitest";
import { SettingError } from "#/runtime/errors.ts";
import { openPostgresStore, type Store, storeOverEngine } from "#/store/engine/database.ts";
import { openEmbeddedEngine } from "#/store/engine/embedded-engine.ts";
import { migrations } from "#/store/migrations/migrate.ts";
import { takeSnapshot } from "#/store/snapshot/take-snapshot.ts";
import { shapeOf, unpackDataDirectory } from "#/testing/stores/earlier-store.ts";
import { createDatabase, describeOnPostgres } from "#/testing/stores/postgres.ts";
import { readSettings } from "./settings.ts";
import { upgradeStore } from "./upgrade-store.ts";

/*
 * Proves (F39): a store that a newer version has changed is rolled back by the commands of docs/operating.md. The newer version is
 * this one with one migration more, so that this one is the older version whose command restores the copy.
 */
const LATER = "0999-later";
const bff = fileURLToPath(new URL("../..", import.meta.url));
const operating = readFileSync(new URL("../../../../docs/operating.md", import.meta.url), "utf8");
const earlier = new URL("../store/migrations/earlier-stores/0010-booking-attempts.tar.zst", import.meta.url);
const log = pino({ level: "silent" });

/** A machine on which everything of the document is below one folder. */
let machine: string;
const at = (path: string) => join(machine, path);
const stateDir = () => at("/var/lib/private/directory-console");
const environment = (more: { [name: string]: string } = {}) => ({
  SECRET_KEY: Buffer.alloc(32, 1).toString("base64"),
  SERVICE_BASE_URL: "http://127.0.0.1:9",
  SERVICE_API_KEY: "test_key",
  DATA_DIR: stateDir(),
  ...more,
});

beforeEach(() => {
  machine = mkdtempSync(join(tmpdir(), "directory-console-upgrade-"));
  for (const version of ["1", "2"]) {
    const files = at(`/opt/directory-console-${version}`);
    mkdirSync(join(files, "bin"), { recursive: true });
    symlinkSync(process.execPath, join(files, "bin/node"));
    mkdirSync(join(files, "app/apps/bff"), { recursive: true });
    // Version 1 is this one, from its sources; nothing of version 2 may be run anymore.
    if (version === "1") symlinkSync(join(bff, "src/cli"), join(files, "app/apps/bff/dist"));
  }
  symlinkSync("directory-console-2", at("/opt/directory-console"));
  mkdirSync(stateDir(), { recursive: true });
  mkdirSync(at("/etc/directory-console"), { recursive: true });
  mkdirSync(at("/bin"));
  writeFileSync(at("/bin/systemctl"), "#!/bin/sh\n", { mode: 0o700 });
});
afterEach(() => {
  Reflect.deleteProperty(migrations, LATER);
  rmSync(machine, { recursive: true, force: true });
});

/** The shell blocks below a heading of the document, in their order. */
function blocksOf(heading: string): string[] {
  const [, section = ""] = operating.split(`\n${heading}\n`);
  const [own = ""] = section.split(/\n#{2,3} /);
  return [...own.matchAll(/```sh\n([^]*?)```/g)].map(([, block = ""]) => block);
}

/** Runs blocks of the document as they stand, but for where the machine and the database are. */
function runBlocks(blocks: readonly string[], database?: { documented: string; actual: string }): void {
  const operate = blocksOf("## Install").find((block) => block.includes("operate()"));
  const script = [operate?.slice(0, operate.indexOf("\noperate ")), ...blocks]
    .join("\n")
    .replaceAll(/(?<![\w.])\/(?:etc|opt|var)\//g, (path) => machine + path)
    .replaceAll("dist/restore.js", "dist/restore.ts")
    .replaceAll(database?.documented ?? "\0", database?.actual ?? "");
  const settings = database === undefined ? {} : { DATABASE_URL: "postgres://console@127.0.0.1/console" };
  const lines = Object.entries(environment(settings)).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(at("/etc/directory-console/environment"), lines.join(""));
  const env = { PATH: `${at("/bin")}:${process.env["PATH"] ?? ""}` };
  execFileSync("bash", ["-e", "-c", script], { env, cwd: machine, stdio: ["ignore", "ignore", "pipe"] });
}

interface Told {
  /** The entries of the journal, oldest first. */
  journal: string[];
  tables: { [name: string]: { rows: number; sum: string } };
  shape: string[];
}

async function toldBy({ db }: Store): Promise<Told> {
  const { tables } = await takeSnapshot(db, { takenAt: new Date(0), write: async () => {} });
  const { rows } = await sql<{ entry: string }>`
    select to_jsonb(journal)::text as entry from journal order by seq`.execute(db);
  return { tables, shape: await shapeOf(db), journal: rows.map(({ entry }) => entry) };
}

/** Everything is as it was before, and the journal has one entry more, which says that it was restored. */
async function expectRestored(store: Store, before: Told): Promise<void> {
  const told = await toldBy(store);
  expect(told.journal.slice(0, -1)).toEqual(before.journal);
  expect(told.journal.at(-1)).toContain('"action": "journal.restore"');
  for (const name of ["journal", "journal_search"])
    expect([name, told.tables[name]?.rows]).toEqual([name, before.journal.length + 1]);
  const { journal, journal_search } = before.tables;
  expect({ ...told.tables, journal, journal_search }).toEqual(before.tables);
  expect(told.shape).toEqual(before.shape);
}

/** What the start of a newer version does, which changes and removes what the older one wrote. */
async function upgradeToLater(store: Store, env: { [name: string]: string }): Promise<void> {
  migrations[LATER] = {
    async up(db) {
      await sql`alter table journal disable trigger user`.execute(db);
      await sql`update journal set subject = 'rewritten'`.execute(db);
      await sql`alter table access_token drop column scopes cascade`.execute(db);
    },
  };
  await upgradeStore(store, readSettings(env), log);
  Reflect.deleteProperty(migrations, LATER);
}

/** An older version does not touch what a newer one has changed. */
const refused = async (store: Store, env: { [name: string]: string }) => {
  const refusal = await upgradeStore(store, readSettings(env), log).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(SettingError);
};

async function openDirectory(): Promise<Store> {
  const onCrash = (error: Error) => {
    throw error;
  };
  return storeOverEngine(await openEmbeddedEngine({ dataDir: stateDir(), onCrash }));
}

it("a data directory is rolled back to before the last upgrade by the commands of the document", async () => {
  await unpackDataDirectory(fileURLToPath(earlier), stateDir());
  // Copies of former upgrades, whose migrations have higher numbers: branches land in another order than their numbers say.
  mkdirSync(join(stateDir(), "backups"));
  for (let day = 1; day <= 5; day++)
    writeFileSync(join(stateDir(), "backups", `before-9999-former-2020-01-0${day}T00-00-00.000Z.gz`), "");
  const store = await openDirectory();
  await upgradeStore(store, readSettings(environment()), log);
  const before = await toldBy(store);
  expect(before.tables["change"]?.rows).toBeGreaterThan(0);
  await upgradeToLater(store, environment());
  expect((await toldBy(store)).tables).not.toEqual(before.tables);
  await refused(store, environment());
  await store.close();
  const copies = readdirSync(join(stateDir(), "backups"));
  expect(copies.filter((name) => name.startsWith("before-0999-later-"))).toHaveLength(1);
  expect(copies).toHaveLength(5);

  runBlocks(blocksOf("### Roll back, a data directory"));
  const restored = await openDirectory();
  await upgradeStore(restored, readSettings(environment()), log);
  await expectRestored(restored, before);
  await restored.close();
  // The copies outlive the roll-back.
  expect(readdirSync(join(stateDir(), "backups")).toSorted()).toEqual(copies.toSorted());
});

describeOnPostgres("a PostgreSQL", () => {
  it("is rolled back to before the last upgrade by the commands of the document", async () => {
    const [databaseUrl, emptyUrl] = [await createDatabase(), await createDatabase()];
    const env = environment({ DATABASE_URL: databaseUrl });
    const open = async (url: string) => await openPostgresStore({ databaseUrl: url, onError: () => {} });
    const store = await open(databaseUrl);
    await upgradeStore(store, readSettings(env), log);
    const entry = { connection_id: null, at: new Date(0), actor: "{}", action: "test", subject: "acknowledged" };
    await store.db.insertInto("journal").values(entry).execute();
    const before = await toldBy(store);
    await upgradeToLater(store, env);
    await refused(store, env);
    await store.close();

    const documented = "postgres://console@127.0.0.1/console_again";
    runBlocks(blocksOf("### Roll back, PostgreSQL"), { documented, actual: emptyUrl });
    expect(readFileSync(at("/etc/directory-console/environment"), "utf8")).toContain(`\nDATABASE_URL=${emptyUrl}\n`);
    const restored = await open(emptyUrl);
    await upgradeStore(restored, readSettings(env), log);
    await expectRestored(restored, before);
    await restored.close();
  });
});
