/** What names a record within one index. */
export interface RecordKey {
  /** `practitioner`, `schedule`, or a record type that exists by profile. */
  type: string;
  id: string;
}

/** The console's id of a record that the service does not have yet. */
export const provisionalId = /^new_[0-9A-Za-z]{16}$/;

/** A record as one text, for maps and sets: equal texts name the same record. */
export function recordKey({ type, id }: RecordKey): string {
  return `${type}/${id}`;
}

/** The same for a record of one of several indices. */
export function indexRecordKey({ indexId, record }: { indexId: string; record: RecordKey }): string {
  return `${indexId}/${recordKey(record)}`;
}

/** Each record once, where it stands last, in the order of first occurrence. */
export function distinctRecords(records: readonly RecordKey[]): RecordKey[] {
  return [...new Map(records.map((record) => [recordKey(record), record])).values()];
}
