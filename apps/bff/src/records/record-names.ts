import { indexRecordKey, type Json } from "@dc/directory";
import { selectCreationsOf } from "#/store/tables/record-creations.ts";
import { recordAt } from "#/store/sql/among-records.ts";
import { isProvisional } from "#/store/tables/assigned-ids.ts";
import { selectRecordNames } from "#/store/tables/record-names.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";
import { nameMeanings } from "#/upstream/to-domain.ts";

type RecordOfIndex = Parameters<Awaited<ReturnType<typeof selectRecordNames>>>[0];

/** The names of these records by their rosters, else by their staged creation; null for a record without a name. */
export async function recordNames(
  db: Database | Transaction,
  records: readonly RecordOfIndex[],
): Promise<(record: RecordOfIndex) => string | null> {
  const known = await selectRecordNames(db, records);
  const unnamed = records.filter((record) => isProvisional({ id: record.record_id }) && known(record) === null);
  const creations = await selectCreationsOf(db, unnamed);
  const created = new Map(creations.map((row) => [indexRecordKey(recordAt(row)), row.operation]));
  return (record) => {
    const operation = created.get(indexRecordKey(recordAt(record)));
    return known(record) ?? (operation?.op === "create" ? nameIn(operation.fields) : null);
  };
}

/** The name that these fields give a record. */
export function nameIn(fields: { [field: string]: Json }): string | null {
  for (const meaning of nameMeanings) {
    const value = Object.hasOwn(fields, meaning) ? fields[meaning] : undefined;
    if (typeof value === "string" && value.trim() !== "") return value;
  }
  return null;
}
