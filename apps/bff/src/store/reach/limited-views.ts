import { createHash } from "node:crypto";
import { sql } from "kysely";
import { InvariantError } from "#/runtime/errors.ts";
import { accessRows } from "#/store/schema/access-tables.ts";
import { connectionRows } from "#/store/schema/connection-tables.ts";
import { indexVersionRows } from "#/store/schema/index-version-tables.ts";
import { ledgerRows } from "#/store/schema/ledger-tables.ts";
import { recordRows } from "#/store/schema/record-tables.ts";
import { requestRows } from "#/store/schema/request-tables.ts";
import { rosterRows } from "#/store/schema/roster-tables.ts";
import { EVERYBODY, LIMITED_SCHEMA, NOBODY } from "#/store/schema/seen-rows.ts";
import { type Database, transact, type Transaction } from "#/store/sql/transaction.ts";

/*
 * Each table that holds what belongs to a referrer has a view of the same name in a schema of its own, and the queries of a
 * limited person look for their tables there first (`limitedDatabase`). So one place limits every query, also those that are
 * written later, and none can forget it.
 */
const seenRows: { readonly [table: string]: string } = {
  ...accessRows,
  ...connectionRows,
  ...indexVersionRows,
  ...ledgerRows,
  ...recordRows,
  ...requestRows,
  ...rosterRows,
  // A table of earlier versions that nothing reads.
  verification: NOBODY,
};

/** The tables that say who sees their rows. */
export const declaredTables: readonly string[] = Object.keys(seenRows);

/** A view after those that it builds on. */
function inOrder(rows: readonly (readonly [table: string, where: string])[]): typeof rows {
  const waiting = new Set(rows.map(([table]) => table));
  const buildsOn = (where: string) =>
    [...where.matchAll(/\blimited\.(\w+)/g)].some(([, table = ""]) => waiting.has(table));
  const ready = rows.filter(([, where]) => !buildsOn(where));
  if (ready.length === 0 && rows.length > 0)
    throw new InvariantError(`Rules that build on each other: ${[...waiting].join()}`);
  return rows.length === 0 ? [] : [...ready, ...inOrder(rows.filter((row) => !ready.includes(row)))];
}

const statements: readonly string[] = inOrder(Object.entries(seenRows).filter(([, where]) => where !== EVERYBODY)).map(
  ([table, where]) =>
    `create view ${LIMITED_SCHEMA}.${table} as select here.* from public.${table} as here where ${where}`,
);

/** What the views are made of; stores that are copied are copied anew when it changes. */
export const limitedViewsState = createHash("sha256").update(statements.join("\n")).digest("hex").slice(0, 16);

/** Makes the views where they are missing or older than this version; replicas may do so at once. */
export async function keepLimitedViews(db: Database): Promise<void> {
  if ((await builtState(db)) === limitedViewsState) return;
  await transact(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('limited views'))`.execute(trx);
    if ((await builtState(trx)) === limitedViewsState) return;
    await sql.raw(`drop schema if exists ${LIMITED_SCHEMA} cascade`).execute(trx);
    await sql.raw(`create schema ${LIMITED_SCHEMA}`).execute(trx);
    for (const statement of statements) await sql.raw(statement).execute(trx);
    await sql.raw(`comment on schema ${LIMITED_SCHEMA} is '${limitedViewsState}'`).execute(trx);
  });
}

/** Migrations cannot change a table on which a view stands. */
export async function dropLimitedViews(db: Database): Promise<void> {
  await sql.raw(`drop schema if exists ${LIMITED_SCHEMA} cascade`).execute(db);
}

/** Asks the table of schemas: a name alone is looked up as it was when the transaction began, before it waited. */
async function builtState(db: Database | Transaction): Promise<string | null> {
  const { rows } = await sql<{ state: string | null }>`
    select obj_description(oid, 'pg_namespace') as state from pg_namespace
    where nspname = ${LIMITED_SCHEMA}`.execute(db);
  return rows[0]?.state ?? null;
}
