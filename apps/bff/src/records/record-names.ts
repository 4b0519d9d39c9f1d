import { indexRecordKey } from "@dc/directory";
import { selectCreationsOf } from "#/store/tables/records/record-creations.ts";
import { recordAt } from "#/store/sql/among-records.ts";
import { isProvisional } from "#/store/tables/records/assigned-ids.ts";
import { selectRecordNames } from "#/store/tables/records/record-names.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";
import { nameOfFields } from "#/upstream/records/to-domain.ts";
import type { Deps } from "#/context/deps.ts";

type RecordOfIndex = Parameters<Awaited<ReturnType<typeof selectRecordNames>>>[0];

/** The names of these records by their rosters, else by their staged creation; null for a record without a name. */
export async function recordNames(
  { service: { profile } }: Deps,
  db: Database | Transaction,
  records: readonly RecordOfIndex[],
): Promise<(record: RecordOfIndex) => string | null> {
  const known = await selectRecordNames(db, records);
  const unnamed = records.filter((record) => isProvisional({ id: record.record_id }) && known(record) === null);
  const creations = await selectCreationsOf(db, unnamed);
  const created = new Map(creations.map((row) => [indexRecordKey(recordAt(row)), row.operation]));
  return (record) => {
    const operation = created.get(indexRecordKey(recordAt(record)));
    return (
      known(record) ?? (operation?.op === "create" ? nameOfFields(profile, record.record_type, operation.fields) : null)
    );
  };
}
