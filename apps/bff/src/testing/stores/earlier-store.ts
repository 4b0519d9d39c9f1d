import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { zstdDecompressSync } from "node:zlib";
import { sql } from "kysely";
import pg from "pg";
import { openPostgresStore, type Store, storeOverEngine } from "#/store/engine/database.ts";
import { openMemoryEngine } from "#/store/engine/pglite-engine.ts";
import type { Database } from "#/store/sql/transaction.ts";
import { createDatabase } from "./postgres.ts";
import { migratedDump } from "./store.ts";

/** Columns, indexes, constraints, functions and triggers, whatever the order in which they came. */
export async function shapeOf(db: Database): Promise<string[]> {
  const { rows } = await sql<{ part: string }>`
    select 'column ' || table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') as part
      from information_schema.columns where table_schema = 'public'
    union all select 'index ' || indexdef from pg_indexes where schemaname = 'public'
    union all select 'constraint ' || conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 0
    union all select 'function ' || pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
    union all select 'trigger ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select 'migration ' || name from kysely_migration`.execute(db);
  return rows.map(({ part }) => part).toSorted();
}

/** The statements of a dump that is kept compressed. */
export const readDump = (path: string | URL): string => zstdDecompressSync(readFileSync(path)).toString();

/** A store in memory that holds what an earlier version wrote, as its dump says. */
export async function openEmbeddedDump(dump: string): Promise<Store> {
  // Emptied and not made anew, which takes seconds.
  const engine = await openMemoryEngine(new Blob([readFileSync(await migratedDump())]));
  await engine.run("drop schema public cascade; create schema public");
  await engine.run(dump);
  // A dump sets what only its own session needs.
  await engine.run("reset all");
  return storeOverEngine(engine);
}

/** As `openEmbeddedDump`, in a database of its own. */
export async function openPostgresDump(dump: string): Promise<Store> {
  const databaseUrl = await createDatabase();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(dump);
  await client.end();
  return await openPostgresStore({ databaseUrl, onError: () => {} });
}

/** Unpacks a data directory that an earlier version wrote. */
export async function unpackDataDirectory(path: string, into: string): Promise<void> {
  const unpacking = spawn("tar", ["-xf", "-", "-C", into], { stdio: ["pipe", "ignore", "inherit"] });
  unpacking.stdin.end(zstdDecompressSync(readFileSync(path)));
  const [code] = (await once(unpacking, "close")) as [number | null];
  if (code !== 0) throw new Error(`tar ended with ${code}`);
}
