import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  openAsBlob,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely";
import { openPostgresStore, type Store, storeOverEngine } from "#/store/engine/database.ts";
import { migrateToLatest, migrations } from "#/store/migrations/migrate.ts";
import { openMemoryEngine } from "#/store/engine/pglite-engine.ts";
import type { TestPostgres } from "./test-postgres.ts";

const cacheDir = fileURLToPath(new URL("../../node_modules/.cache/test-store", import.meta.url));
/** Names the versions of what runs the migrations. */
const packageFile = new URL("../../package.json", import.meta.url);
const DAY_MS = 86_400_000;

/** An empty store in memory with every migration run: a copy of one that is made once for each state of the migrations. */
export async function openTestStore(): Promise<Store> {
  return storeOverEngine(await openMemoryEngine(await openAsBlob(await migratedDump())));
}

/** The same on PostgreSQL, in a database of its own. Throws where there is none. */
export async function openTestStoreOn(postgres: TestPostgres | { missing: string }): Promise<Store> {
  if ("missing" in postgres) throw new Error(postgres.missing);
  const store = await openPostgresStore({ databaseUrl: await postgres.createDatabase(), onError: () => {} });
  await migrateToLatest(store.db);
  return store;
}

async function migratedDump(): Promise<string> {
  const path = join(cacheDir, `${await stateOfMigrations()}.tar`);
  if (existsSync(path)) return path;

  const engine = await openMemoryEngine();
  const store = storeOverEngine(engine);
  await migrateToLatest(store.db);
  const dump = Buffer.from(await (await engine.dump()).arrayBuffer());
  await store.close();
  mkdirSync(cacheDir, { recursive: true });
  removeOld();
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, dump);
  renameSync(unfinished, path);
  return path;
}

/** A hash of the statements that the migrations run: those that are loaded, and not the files, which somebody may be writing. */
export async function stateOfMigrations(from: typeof migrations = migrations): Promise<string> {
  const hash = createHash("sha256").update(readFileSync(packageFile));
  const recorder = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void hash.update(JSON.stringify([query.sql, query.parameters])),
  });
  for (const [name, migration] of Object.entries(from)) {
    hash.update(name);
    await migration.up(recorder);
  }
  return hash.digest("hex").slice(0, 16);
}

/** Another run may still read what is young. */
function removeOld(): void {
  for (const name of readdirSync(cacheDir)) {
    const path = join(cacheDir, name);
    const kept = statSync(path, { throwIfNoEntry: false });
    if (kept !== undefined && Date.now() - kept.mtimeMs > DAY_MS) rmSync(path, { force: true });
  }
}
