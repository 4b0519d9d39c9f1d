import type { OverrideMark, RecordKey } from "@dc/directory";
import type { Selectable } from "kysely";
import type { OverrideTable } from "./schema.ts";
import type { Database, Transaction } from "./transaction.ts";

export type OverrideRow = Selectable<OverrideTable>;

/** An override as derived: the empty field stands for the whole record, the empty element for the whole field. */
export interface DerivedOverride {
  field: string;
  element: string;
  mark: OverrideMark;
}

/** Puts the derived overrides of a record in the place of those that are stored. */
export async function replaceOverrides(
  trx: Transaction,
  { connectionId, indexId, record }: { connectionId: string; indexId: string; record: RecordKey },
  derived: readonly DerivedOverride[],
): Promise<void> {
  await trx
    .deleteFrom("override")
    .where("connection_id", "=", connectionId)
    .where("index_id", "=", indexId)
    .where("record_type", "=", record.type)
    .where("record_id", "=", record.id)
    .execute();
  if (derived.length === 0) return;
  await trx
    .insertInto("override")
    .values(
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
    )
    .execute();
}

/** A person's policy for the override, kept on the row that stands now and on the change that decides it. */
export async function selectOverrides(db: Database | Transaction, connectionId: string, indexId: string): Promise<OverrideRow[]> {
  return await db
    .selectFrom("override")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .where("index_id", "=", indexId)
    .orderBy("record_type")
    .orderBy("record_id")
    .orderBy("field")
    .orderBy("element")
    .execute();
}

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

export async function selectLedgerRevision(db: Database | Transaction, connectionId: string, indexId: string): Promise<number> {
  const row = await db
    .selectFrom("index_version")
    .select("ledger_revision")
    .where("connection_id", "=", connectionId)
    .where("id", "=", indexId)
    .executeTakeFirst();
  return Number(row?.ledger_revision ?? 0);
}
