import { sql } from "kysely";
import { migrationsOf } from "#/store/migrations/migrate.ts";
import { withinLongLimits } from "#/store/sql/time-limits.ts";
import { type Database, readConsistently, type Transaction } from "#/store/sql/transaction.ts";
import {
  SNAPSHOT_FORMAT,
  SNAPSHOT_VERSION,
  type SnapshotEnd,
  type SnapshotHead,
  type SnapshotTable,
} from "./snapshot-lines.ts";
import { fixTextForms, readSequences, readTableShapes, rowAsTexts, sumTable, type TableShape } from "./table-shapes.ts";

const ROWS_AT_ONCE = 500;

export interface SnapshotOptions {
  takenAt: Date;
  write: (text: string) => Promise<void>;
  /** Without it, all. */
  tables?: readonly string[] | undefined;
}

/**
 * Gives the whole store, or these tables of it, as it is at one moment, to `write` as lines. On PostgreSQL others go on meanwhile; the embedded store
 * has one connection, so there they wait: write to a file, and never to whoever may stop reading.
 */
export async function takeSnapshot(db: Database, { takenAt, write, tables }: SnapshotOptions): Promise<SnapshotEnd> {
  const read = async (trx: Transaction): Promise<SnapshotEnd> => {
    await fixTextForms(trx);
    const migrations = await migrationsOf(trx);
    const line = (value: SnapshotHead | SnapshotTable | SnapshotEnd) => write(`${JSON.stringify(value)}\n`);
    await line({ format: SNAPSHOT_FORMAT, version: SNAPSHOT_VERSION, takenAt: takenAt.toISOString(), migrations });
    const end: SnapshotEnd = { end: true, tables: {}, sequences: await readSequences(trx) };
    for (const shape of await readTableShapes(trx)) {
      if (tables?.includes(shape.name) === false) continue;
      await line({ table: shape.name, columns: shape.columns.map(({ name }) => name) });
      await writeRows(trx, shape, write);
      end.tables[shape.name] = await sumTable(trx, shape);
    }
    await line(end);
    return end;
  };
  return await withinLongLimits(() => readConsistently(db, read));
}

async function writeRows(trx: Transaction, shape: TableShape, write: (text: string) => Promise<void>): Promise<void> {
  await sql`declare snapshot_rows no scroll cursor for
    select ${rowAsTexts(shape)} as row from ${sql.table(shape.name)}`.execute(trx);
  for (;;) {
    const { rows } = await sql<{ row: string }>`fetch ${sql.lit(ROWS_AT_ONCE)} from snapshot_rows`.execute(trx);
    if (rows.length > 0) await write(rows.map(({ row }) => `${row}\n`).join(""));
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await sql`close snapshot_rows`.execute(trx);
}
