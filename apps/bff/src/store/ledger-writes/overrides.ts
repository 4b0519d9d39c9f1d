import type { OverrideMark, RecordKey } from "@dc/directory";
import { amongRecords } from "#/store/sql/among-records.ts";
import { namesOf, selectListed } from "#/store/sql/row-lists.ts";
import { searchText } from "#/store/sql/search-text.ts";
import type { Transaction } from "#/store/sql/transaction.ts";

/** A derived override: an empty field stands for the whole record, an empty element for the whole field. */
export interface DerivedOverride {
  field: string;
  element: string;
  mark: OverrideMark;
}

/** Replaces the stored overrides of these records with the derived ones. */
export async function replaceOverrides(
  trx: Transaction,
  { connectionId, indexId }: { connectionId: string; indexId: string },
  ofRecords: readonly { record: RecordKey; derived: readonly DerivedOverride[] }[],
): Promise<void> {
  await trx
    .deleteFrom("override")
    .where("connection_id", "=", connectionId)
    .where("index_id", "=", indexId)
    .where(amongRecords(ofRecords.map(({ record }) => record)))
    .execute();
  const rows = ofRecords.flatMap(({ record, derived }) =>
    derived.map(({ field, element, mark }) => ({
      connection_id: connectionId,
      index_id: indexId,
      record_type: record.type,
      record_id: record.id,
      field,
      element,
      search: searchText(record.id, element),
      change_id: mark.changeId,
      state: mark.state,
      policy: mark.policy,
    })),
  );
  if (rows.length === 0) return;
  await trx.insertInto("override").columns(namesOf(columns)).expression(selectListed(rows, columns)).execute();
}

const columns = {
  connection_id: "text",
  index_id: "text",
  record_type: "text",
  record_id: "text",
  field: "text",
  element: "text",
  search: "text",
  change_id: "text",
  state: "text",
  policy: "text",
} as const;

/** Raises the ledger revision of an index, by which caches notice that it changed. */
export async function raiseLedgerRevision(trx: Transaction, connectionId: string, indexId: string): Promise<number> {
  const { ledger_revision } = await trx
    .updateTable("index_version")
    .set((set) => ({ ledger_revision: set("ledger_revision", "+", 1) }))
    .where("connection_id", "=", connectionId)
    .where("id", "=", indexId)
    .returning("ledger_revision")
    .executeTakeFirstOrThrow();
  return Number(ledger_revision);
}
