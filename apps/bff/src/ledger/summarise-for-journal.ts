import { describeChange } from "@dc/directory";
import { recordNames } from "#/records/record-names.ts";
import { type ChangeRow, toLedgerChange } from "#/store/tables/changes.ts";
import { selectPlanNames } from "#/store/tables/plan-names.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";

type TellableChange = Parameters<typeof toLedgerChange>[0] &
  Pick<ChangeRow, "connection_id" | "index_id" | "value_before">;

/** What these changes do, each as the end of a sentence that begins with its author; a fixed number of queries, however many they are. */
export async function summariseForJournal(
  db: Database | Transaction,
  changes: readonly TellableChange[],
  { planWords = (_id, name) => name }: { planWords?: (id: string, name: string) => string } = {},
): Promise<(change: TellableChange) => string> {
  const nameOf = await recordNames(db, changes);
  const nameOfPlan = await selectPlanNames(db, changes);
  return (row) =>
    describeChange(
      { ...toLedgerChange(row), valueBefore: row.value_before },
      {
        recordName: nameOf(row) ?? row.record_id,
        recordType: row.record_type,
        indexName: row.index_id,
        planName: (id) => {
          const name = nameOfPlan(id);
          return name === null ? null : planWords(id, name);
        },
      },
    ).text;
}
