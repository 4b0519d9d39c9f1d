import { equalReadings, type FieldKind, type JsonObject, type Reading, type RecordKey } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { selectSiblings } from "#/store/tables/readings.ts";
import { fieldReading } from "#/upstream/field-reading.ts";
import type { ServiceProfile } from "#/upstream/service.ts";
import { type RefetchedRecord, refetchRecord } from "#/records/refetch-record.ts";

/** Whether an index that must not move did: `ours` when it took our value, `own` for any other change. Stored as such. */
export type IndexMovement = "none" | "ours" | "own";

export interface SiblingReading {
  indexId: string;
  before: RefetchedRecord;
  /** Since when nothing of ours may have written the record there. */
  since: Date;
}

/** How many other indices are read at most to find one that does not say our value yet. */
const MOST_SIBLINGS = 3;

/**
 * Another index of the connection, read before the write, so that one can see whether it moved: one that nothing of ours writes,
 * and that does not say yet what is about to be written. Null where there is none.
 */
export async function readSibling(
  deps: Deps,
  indexId: string,
  record: RecordKey,
  fields: readonly IntendedField[],
): Promise<SiblingReading | null> {
  const since = deps.clock.now();
  const at = { connectionId: deps.connection.id, indexId, record, since, limit: MOST_SIBLINGS };
  for (const id of await selectSiblings(deps.store.db, at)) {
    const before = await refetchRecord(deps, id, record);
    if (canShowLeak(deps, record.type, before, fields)) return { indexId: id, before, since };
  }
  return null;
}

/** An index into which a record that is created now could leak. Nothing has the record before it is created. */
export async function siblingOfNewRecord(
  deps: Deps,
  indexId: string,
  record: RecordKey,
): Promise<SiblingReading | null> {
  const since = deps.clock.now();
  const at = { connectionId: deps.connection.id, indexId, record, since, limit: 1 };
  const [id] = await selectSiblings(deps.store.db, at);
  return id === undefined ? null : { indexId: id, before: nowhere, since };
}

/** Nothing of a new record is anywhere before it was created. */
export const nowhere: RefetchedRecord = { outcome: "read", raw: null, contentHash: null, requestId: null };

/** Whether our value could be seen to arrive: an index that says all of it already proves nothing. */
export function canShowLeak(
  { service: { profile } }: Deps,
  type: string,
  before: RefetchedRecord,
  fields: readonly IntendedField[],
): boolean {
  return (
    before.outcome === "read" &&
    fields.some(
      ({ field, kind, intended }) => !equalIn(profile, kind, readingOf(profile, type, before.raw, field), intended),
    )
  );
}

export interface IntendedField {
  /** Null for the record itself, which is to be there or gone. */
  field: string | null;
  kind: FieldKind;
  intended: Reading;
}

/** What a record says of a field, or that it is there. */
export function readingOf(
  profile: ServiceProfile,
  type: string,
  raw: JsonObject | null,
  field: string | null,
): Reading {
  if (field !== null) return fieldReading(profile, type, raw, field);
  return raw === null ? { absent: true } : { value: true };
}

/** Whether an index moved between two reads; null when one of them failed. */
export function movedBetween(
  deps: Deps,
  type: string,
  before: RefetchedRecord,
  after: RefetchedRecord,
  fields: readonly IntendedField[],
): IndexMovement | null {
  if (before.outcome === "failed" || after.outcome === "failed") return null;
  if (before.contentHash === after.contentHash) return "none";
  const { profile } = deps.service;
  const took = fields.some(({ field, kind, intended }) => {
    const was = readingOf(profile, type, before.raw, field);
    const is = readingOf(profile, type, after.raw, field);
    return equalIn(profile, kind, is, intended) && !equalIn(profile, kind, was, intended);
  });
  return took ? "ours" : "own";
}

export function equalIn({ defaultRegion }: ServiceProfile, kind: FieldKind, a: Reading, b: Reading): boolean {
  return equalReadings(kind, a, b, defaultRegion);
}
