import type { NamedChange } from "@dc/directory";
import { recordNames } from "#/records/record-names.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";
import { type ChangeRow, toLedgerChange } from "#/store/tables/changes.ts";
import { selectMemberNames } from "#/store/tables/plan-names.ts";

type KeptChange = Parameters<typeof toLedgerChange>[0] & Pick<ChangeRow, "connection_id" | "index_id" | "value_before">;

/** These changes with the names that sentences about them use; a fixed number of queries, however many they are. */
export async function nameChanges(
  db: Database | Transaction,
  changes: readonly KeptChange[],
): Promise<(change: KeptChange) => NamedChange> {
  const nameOf = await recordNames(db, changes);
  const membersOf = await selectMemberNames(db, changes);
  return (row) => {
    const { operation, field, kind, baseSeen } = toLedgerChange(row);
    const ofField = { ...(field === undefined ? {} : { field }), ...(kind === undefined ? {} : { kind }) };
    return {
      change: { operation, ...ofField, baseSeen, valueBefore: row.value_before },
      record: { type: row.record_type, name: nameOf(row) ?? row.record_id },
      index: row.index_id,
      members: membersOf(row),
    };
  };
}
