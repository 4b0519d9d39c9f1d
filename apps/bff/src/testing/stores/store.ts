import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely";
import { type Store, storeOverEngine } from "#/store/engine/database.ts";
import type { Engine } from "#/store/engine/engine.ts";
import { limitedViewsState } from "#/store/reach/limited-views.ts";
import { migrateToLatest, migrations } from "#/store/migrations/migrate.ts";
import { openMemoryEngine } from "#/store/engine/pglite-engine.ts";
import { emptyAgain, type EmptySchema, type Run, schemaOf } from "./empty-again.ts";

const cacheDir = fileURLToPath(new URL("../../../node_modules/.cache/test-store", import.meta.url));
/** Its content includes the versions of the packages that run the migrations. */
const packageFile = new URL("../../../package.json", import.meta.url);
const DAY_MS = 86_400_000;

/** Engines that no test uses now. Starting one takes most of a second, emptying its tables some milliseconds. */
const unused: EmptyEngine[] = [];

interface EmptyEngine {
  engine: Engine;
  schema: EmptySchema;
}

/**
 * An empty, migrated store in memory. Its tables may have held rows of an earlier test, so tests of planner statistics
 * need a new store.
 */
export async function openTestStore(): Promise<Store> {
  return storeOverEngine(reusedAfterClose(unused.pop() ?? (await openEmptyEngine())));
}

/** A migrated store on an engine that no other test uses, with what a test puts around it. */
export async function openNewTestStore(around: (engine: Engine) => Engine = (engine) => engine): Promise<Store> {
  return storeOverEngine(around(await openMigratedEngine()));
}

async function openEmptyEngine(): Promise<EmptyEngine> {
  const engine = await openMigratedEngine();
  return { engine, schema: await schemaOf(runOn(engine)) };
}

const runOn =
  (engine: Engine): Run =>
  async (statement) =>
    (await engine.query(statement, [])).rows;

function reusedAfterClose({ engine, schema }: EmptyEngine): Engine {
  let closing: Promise<void> | undefined;
  const release = async (): Promise<void> => {
    if (await emptyAgain(runOn(engine), schema)) unused.push({ engine, schema });
    else await engine.close();
  };
  return {
    async query(sql, parameters) {
      if (closing !== undefined) throw new Error("The store is closed.");
      return await engine.query(sql, parameters);
    },
    close: () => (closing ??= release().catch(() => engine.close())),
  };
}

/** A copy of a store that is created once for each set of migrations. */
async function openMigratedEngine(): Promise<Engine> {
  return await openMemoryEngine(new Blob([readFileSync(await migratedDump())]));
}

/** The file of an empty, migrated store, created if it is missing: six seconds that no test has to wait for. */
export async function migratedDump(): Promise<string> {
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

/** A hash of the statements that the loaded migrations run; the files could be changing while tests run. */
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
  hash.update(limitedViewsState);
  return hash.digest("hex").slice(0, 16);
}

/** Keeps recent files, which another run may still read. */
function removeOld(): void {
  for (const name of readdirSync(cacheDir)) {
    const path = join(cacheDir, name);
    const kept = statSync(path, { throwIfNoEntry: false });
    if (kept !== undefined && Date.now() - kept.mtimeMs > DAY_MS) rmSync(path, { force: true });
  }
}
