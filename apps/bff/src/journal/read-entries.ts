import { type RawBuilder, sql } from "kysely";
import { entryOf, type EntryTexts } from "./entry-hash.ts";
import { fixTextForms, readTableShape, rowAsTexts } from "#/store/snapshot/table-shapes.ts";
import type { Transaction } from "#/store/sql/transaction.ts";

/** Entries as the bytes of their hashes are made from. `rest` is what follows `from journal`. */
export async function readEntries(trx: Transaction, rest: RawBuilder<unknown>): Promise<EntryTexts[]> {
  await fixTextForms(trx);
  const shape = await readTableShape(trx, "journal");
  if (shape === undefined) return [];
  const columns = shape.columns.map(({ name }) => name);
  const { rows } = await sql<{ row: string }>`select ${rowAsTexts(shape)} as row from journal ${rest}`.execute(trx);
  return rows.map(({ row }) => entryOf(columns, JSON.parse(row) as (string | null)[]));
}
