import { type RawBuilder, sql } from "kysely";
import type { Transaction } from "#/store/sql/transaction.ts";

export interface TableShape {
  name: string;
  /** In the order of their names, which does not depend on the migrations that added them; generated ones are left out. */
  columns: readonly { name: string; type: string }[];
}

/** Every table of the store but those of the migrations, which the target gets by migrating. */
export async function readTableShapes(trx: Transaction): Promise<TableShape[]> {
  return await readShapes(trx, sql`c.relname not like 'kysely%'`);
}

/** One table of the store. */
export async function readTableShape(trx: Transaction, name: string): Promise<TableShape | undefined> {
  const [shape] = await readShapes(trx, sql`c.relname = ${name}`);
  return shape;
}

async function readShapes(trx: Transaction, which: RawBuilder<unknown>): Promise<TableShape[]> {
  const { rows } = await sql<{ table: string; column: string; type: string }>`
    select c.relname as "table", a.attname as "column", format_type(a.atttypid, a.atttypmod) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and ${which}
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    order by c.relname collate "C", a.attname collate "C"`.execute(trx);
  return [...Map.groupBy(rows, ({ table }) => table)].map(([name, columns]) => ({
    name,
    columns: columns.map(({ column, type }) => ({ name: column, type })),
  }));
}

/** The rows of a table as one JSON array of texts each: a text stays as it is in any store, whatever its type. */
export function rowAsTexts({ columns }: TableShape): ReturnType<typeof sql> {
  const texts = columns.map(({ name }) => sql`${sql.ref(name)}::text`);
  return sql`json_build_array(${sql.join(texts)})::text`;
}

/** How many rows a table has and a sum over all of their values, whatever their order. */
export interface TableSum {
  rows: number;
  sum: string;
}

export async function sumTable(trx: Transaction, shape: TableShape): Promise<TableSum> {
  const { rows } = await sql<{ count: string; sum: string }>`
    select count(*)::text as count, coalesce(sum(('x' || left(md5(row), 15))::bit(60)::bigint), 0)::text as sum
    from (select ${rowAsTexts(shape)} as row from ${sql.table(shape.name)}) as texts`.execute(trx);
  return { rows: Number(rows[0]?.count ?? 0), sum: rows[0]?.sum ?? "0" };
}

/** Makes values read and written as texts mean the same in every store. */
export async function fixTextForms(trx: Transaction): Promise<void> {
  await sql`select set_config('timezone', 'UTC', true), set_config('datestyle', 'ISO, YMD', true),
    set_config('intervalstyle', 'postgres', true), set_config('extra_float_digits', '1', true)`.execute(trx);
}

/** The next value of each sequence is the one after this; null for one that was never used. */
export async function readSequences(trx: Transaction): Promise<{ [name: string]: number | null }> {
  const { rows } = await sql<{ name: string; last: string | null }>`
    select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public'
    order by sequencename collate "C"`.execute(trx);
  return Object.fromEntries(rows.map(({ name, last }) => [name, last === null ? null : Number(last)]));
}
