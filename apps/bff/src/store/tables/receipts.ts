import type { Insertable, Selectable } from "kysely";
import type { ReceiptTable } from "#/store/schema/ledger-tables.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";

export type ReceiptRow = Selectable<ReceiptTable>;

export async function insertReceipt(trx: Transaction, row: Insertable<ReceiptTable>): Promise<void> {
  await trx.insertInto("receipt").values(row).execute();
}

/** The newest receipt of each of these changes. */
export async function selectNewestReceipts(
  db: Database | Transaction,
  changeIds: readonly string[],
): Promise<Map<string, ReceiptRow>> {
  if (changeIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("receipt")
    .selectAll()
    .distinctOn("change_id")
    .where("change_id", "in", [...changeIds])
    .orderBy("change_id")
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .execute();
  return new Map(rows.map((row) => [row.change_id, row]));
}
