import { sql } from "kysely";
import { migrateToLatest, migrateTo } from "#/store/migrations/migrate.ts";
import { withinLongLimits } from "#/store/sql/time-limits.ts";
import { type Database, transact, type Transaction } from "#/store/sql/transaction.ts";
import {
  SNAPSHOT_FORMAT,
  SNAPSHOT_VERSION,
  type SnapshotEnd,
  SnapshotError,
  type SnapshotHead,
  type SnapshotTable,
} from "./snapshot-lines.ts";
import { fixTextForms, readTableShapes, sumTable, type TableShape } from "./table-shapes.ts";

const ROWS_AT_ONCE = 500;

/**
 * Fills an empty store from the lines of a snapshot, compares every table with what the snapshot says of it, and brings it to
 * the newest shape. Throws a SnapshotError, or a NewerStoreError for one of a newer version; then no table has a row.
 */
export async function loadSnapshot(db: Database, lines: AsyncIterable<string>): Promise<SnapshotEnd> {
  await requireEmpty(db);
  const reading = lines[Symbol.asyncIterator]();
  const head = headOf(await nextLine(reading));
  await migrateTo(db, head.migrations);
  const load = async (trx: Transaction): Promise<SnapshotEnd> => {
    await fixTextForms(trx);
    const shapes = await readTableShapes(trx);
    const checks = await foreignKeys(trx);
    await prepare(trx, shapes, checks);
    const loaded = await loadTables(trx, shapes, reading);
    await finish(trx, shapes, checks, loaded);
    return loaded;
  };
  const end = await withinLongLimits(() => transact(db, load));
  await migrateToLatest(db);
  return end;
}

/** Throws a SnapshotError if any table has a row; empty ones may be left of an attempt that failed. */
async function requireEmpty(db: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%'`.execute(db);
  for (const { name } of rows) {
    const firstRow = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db);
    if (firstRow.rows.length > 0)
      throw new SnapshotError(`The target is not empty: its table ${name} has rows. Nothing was written to it.`);
  }
}

async function nextLine(lines: AsyncIterator<string>): Promise<unknown> {
  const next: IteratorResult<string, undefined> = await lines.next();
  if (next.done === true) throw new SnapshotError("The snapshot was cut off: its last line is missing.");
  try {
    return JSON.parse(next.value) as unknown;
  } catch (error) {
    throw new SnapshotError("The snapshot has a line that is not JSON.", { cause: error });
  }
}

/** The first line of a snapshot; throws a SnapshotError for anything else. */
export function headOf(line: unknown): SnapshotHead {
  const head = line as Partial<SnapshotHead> | null;
  if (head?.format !== SNAPSHOT_FORMAT || !Array.isArray(head.migrations))
    throw new SnapshotError("This is not a snapshot of a store.");
  if (head.version !== SNAPSHOT_VERSION)
    throw new SnapshotError(`The snapshot has format ${String(head.version)}; this version reads ${SNAPSHOT_VERSION}.`);
  return head as SnapshotHead;
}

interface ForeignKey {
  table: string;
  name: string;
}

async function foreignKeys(trx: Transaction): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select c.relname as "table", k.conname as name from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace`.execute(trx);
  return rows;
}

/** Lets rows come in any order and without consequences: what triggers would journal is among them already. */
async function prepare(trx: Transaction, shapes: readonly TableShape[], checks: readonly ForeignKey[]): Promise<void> {
  for (const { table, name } of checks)
    await sql`alter table ${sql.table(table)} alter constraint ${sql.ref(name)} deferrable initially deferred`.execute(
      trx,
    );
  for (const { name } of shapes) {
    await sql`alter table ${sql.table(name)} disable trigger user`.execute(trx);
    // A migration may have left rows of its own, which the snapshot has too.
    await sql`delete from ${sql.table(name)}`.execute(trx);
  }
}

async function loadTables(
  trx: Transaction,
  shapes: readonly TableShape[],
  lines: AsyncIterator<string>,
): Promise<SnapshotEnd> {
  let table: { shape: TableShape; columns: string[] } | undefined;
  let rows: unknown[] = [];
  const flush = async () => {
    if (table !== undefined && rows.length > 0) await insertRows(trx, table.shape, table.columns, rows);
    rows = [];
  };
  for (;;) {
    const line = await nextLine(lines);
    if (Array.isArray(line)) {
      rows.push(line);
      if (rows.length === ROWS_AT_ONCE) await flush();
      continue;
    }
    await flush();
    const parsedLine = line as Partial<SnapshotTable & SnapshotEnd>;
    if (parsedLine.end === true) return parsedLine as SnapshotEnd;
    const shape = shapes.find(({ name }) => name === parsedLine.table);
    if (shape === undefined || parsedLine.columns === undefined)
      throw new SnapshotError(`The snapshot has a table that this version does not know: ${String(parsedLine.table)}.`);
    table = { shape, columns: parsedLine.columns };
  }
}

async function insertRows(
  trx: Transaction,
  shape: TableShape,
  columns: readonly string[],
  rows: readonly unknown[],
): Promise<void> {
  const typeOf = (column: string) => {
    const type = shape.columns.find(({ name }) => name === column)?.type;
    if (type === undefined) throw new SnapshotError(`The table ${shape.name} has no column ${column}.`);
    return type;
  };
  const values = columns.map((column, index) => sql`(row ->> ${sql.lit(index)})::${sql.raw(typeOf(column))}`);
  await sql`insert into ${sql.table(shape.name)} (${sql.join(columns.map((column) => sql.ref(column)))})
    overriding system value
    select ${sql.join(values)} from json_array_elements(${JSON.stringify(rows)}::json) as row`.execute(trx);
}

/** Compares what was written with what was read, and turns everything on again. */
async function finish(
  trx: Transaction,
  shapes: readonly TableShape[],
  checks: readonly ForeignKey[],
  { tables, sequences }: SnapshotEnd,
): Promise<void> {
  for (const shape of shapes) {
    const written = await sumTable(trx, shape);
    const read = tables[shape.name] ?? { rows: 0, sum: "0" };
    if (written.rows !== read.rows || written.sum !== read.sum)
      throw new SnapshotError(
        `The table ${shape.name} differs after loading: ${written.rows} rows where the snapshot counted ${read.rows}.`,
      );
  }
  for (const [name, last] of Object.entries(sequences))
    if (last !== null)
      await sql`select setval(${sql.lit(`public."${name}"`)}::regclass, ${sql.lit(last)})`.execute(trx);
  await sql`set constraints all immediate`.execute(trx);
  for (const { table, name } of checks)
    await sql`alter table ${sql.table(table)} alter constraint ${sql.ref(name)} not deferrable`.execute(trx);
  for (const { name } of shapes) await sql`alter table ${sql.table(name)} enable trigger user`.execute(trx);
}
