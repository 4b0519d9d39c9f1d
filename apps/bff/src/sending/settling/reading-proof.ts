import { type JsonObject, provesWrite, type Reading, type RecordKey } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { type ChangeRow, selectChangesOnRecords } from "#/store/tables/changes/changes.ts";
import { fieldReading } from "#/upstream/records/field-reading.ts";
import { type IsWritten, liesOverBase, writtenByChanges } from "#/upstream/records/write-unit.ts";

/** What changes of ours are known to have written of a record of an index. */
export async function selectWritten(deps: Deps, indexId: string, record: RecordKey): Promise<IsWritten> {
  const place = { connectionId: deps.connection.id, indexId, records: [record] };
  const changes = await selectChangesOnRecords(deps.store.db, { ...place, states: ["applied", "reverted", "unknown"] });
  return writtenByChanges(deps.service.profile, record.type, changes);
}

/**
 * Whether a change that reads as wanted is thereby shown to be in the index. Where an index lies over base, a value that
 * nobody is known to have written and that base has too, in any of its readings around this one, shows nothing. A record
 * is there or not: that shows itself.
 */
export function isProvenByReading(
  { service: { profile } }: Deps,
  { field, kind, record_type: type }: ChangeRow,
  { read, bases, isWritten }: { read: Reading; bases: readonly (JsonObject | null)[]; isWritten: IsWritten },
): boolean {
  if (field === null || !liesOverBase(profile)) return true;
  return bases.every((base) => {
    const inBase = fieldReading(profile, type, base, field);
    const values = { index: read, base: inBase, isWrittenByUs: isWritten(field) };
    return provesWrite(kind ?? "json", values, profile.defaultRegion);
  });
}
