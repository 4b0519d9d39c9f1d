import type { OverrideMark, RecordKey } from "@dc/directory";
import { amongRecords } from "#/store/sql/among-records.ts";
import { namesOf, selectListed } from "#/store/sql/row-lists.ts";
import type { Transaction } from "#/store/sql/transaction.ts";

/** An override as derived: the empty field stands for the whole record, the empty element for the whole field. */
export interface DerivedOverride {
  field: string;
  element: string;
  mark: OverrideMark;
}

/** Puts the derived overrides of some records in the place of those that are stored. */
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
  change_id: "text",
  state: "text",
  policy: "text",
} as const;

/** Counts one more change of the ledger of an index: what has the new number serves the new truth. */
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
