import type { Insertable, Selectable } from "kysely";
import type { ReceiptTable } from "#/store/schema/ledger-tables.ts";
import { namesOf, oneOf, selectListed } from "#/store/sql/row-lists.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";

export type ReceiptRow = Selectable<ReceiptTable>;

export async function insertReceipts(trx: Transaction, rows: readonly Insertable<ReceiptTable>[]): Promise<void> {
  if (rows.length === 0) return;
  await trx.insertInto("receipt").columns(namesOf(columns)).expression(selectListed(rows, columns)).execute();
}

const columns = {
  id: "text",
  connection_id: "text",
  change_id: "text",
  at: "timestamptz",
  intended: "json",
  read_back: "json",
  as_wanted: "boolean",
  index_before_hash: "text",
  index_after_hash: "text",
  base_before_hash: "text",
  base_after_hash: "text",
  base_moved: "text",
  sibling_index_id: "text",
  sibling_moved: "text",
  request_ids: "json",
} as const;

/** From what to what a write led a record, by the hashes of all that it said. */
export interface RecordWrite {
  changeId: string;
  before: string;
  after: string;
}

/** What the confirmed writes of these changes made of their records, the oldest first; without those of which that is not known. */
export async function selectRecordWrites(
  db: Database | Transaction,
  changeIds: readonly string[],
): Promise<RecordWrite[]> {
  if (changeIds.length === 0) return [];
  return await db
    .selectFrom("receipt")
    .select(["change_id as changeId", "index_before_hash as before", "index_after_hash as after"])
    .where("change_id", "=", oneOf(changeIds))
    .where("as_wanted", "=", true)
    .where("index_before_hash", "is not", null)
    .where("index_after_hash", "is not", null)
    .orderBy("at")
    .orderBy("id")
    .$narrowType<{ before: string; after: string }>()
    .execute();
}

/** The newest receipt of each of these changes. It names no sibling that the caller does not see. */
export async function selectNewestReceipts(
  db: Database | Transaction,
  changeIds: readonly string[],
): Promise<Map<string, ReceiptRow>> {
  if (changeIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("receipt")
    .leftJoin("index_version as sibling", (join) =>
      join
        .onRef("sibling.connection_id", "=", "receipt.connection_id")
        .onRef("sibling.id", "=", "receipt.sibling_index_id"),
    )
    .selectAll("receipt")
    .select("sibling.id as seen_sibling")
    .distinctOn("receipt.change_id")
    .where("receipt.change_id", "in", [...changeIds])
    .orderBy("receipt.change_id")
    .orderBy("receipt.at", "desc")
    .orderBy("receipt.id", "desc")
    .execute();
  return new Map(rows.map(({ seen_sibling, ...row }) => [row.change_id, { ...row, sibling_index_id: seen_sibling }]));
}
