import { equalReadings, type FieldKind, type JsonObject, type Reading, type RecordKey } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { selectSiblings } from "#/store/tables/records/readings.ts";
import { fieldReading } from "#/upstream/records/field-reading.ts";
import type { ServiceProfile } from "#/upstream/service.ts";
import { type RefetchedRecord, refetchRecord } from "#/records/refetch-record.ts";
import type { Sending } from "#/sending/sending.ts";

/**
 * Whether an index that must not change did: `ours` if it took our value, `own` for any other change. Stored with these
 * values.
 */
export type IndexMovement = "none" | "ours" | "own";

export interface SiblingReading {
  indexId: string;
  before: RefetchedRecord;
  /** Since when none of our writes may have changed the record there. */
  since: Date;
}

/** The most other indices that are read to find one without our value. */
const MOST_SIBLINGS = 3;

/**
 * Reads another index of the connection before the write, to see whether the write changes it: one that we do not
 * write meanwhile and that does not have the new value yet. Null if there is none.
 */
export async function readSibling(
  { deps, lease }: Pick<Sending, "deps" | "lease">,
  indexId: string,
  record: RecordKey,
  fields: readonly IntendedField[],
): Promise<SiblingReading | null> {
  const since = deps.clock.now();
  const place = { connectionId: deps.connection.id, indexId, record, since, limit: MOST_SIBLINGS };
  const siblings = await selectSiblings(deps.store.db, { ...place, unlessWaitingIn: lease.id });
  for (const id of siblings) {
    const before = await refetchRecord(deps, id, record);
    if (canShowLeak(deps, record.type, before, fields)) return { indexId: id, before, since };
  }
  return null;
}

/** An index into which a new record could leak; no index has the record before it is created. */
export async function siblingOfNewRecord(
  deps: Deps,
  indexId: string,
  record: RecordKey,
): Promise<SiblingReading | null> {
  const since = deps.clock.now();
  const place = { connectionId: deps.connection.id, indexId, record, since, limit: 1 };
  const [id] = await selectSiblings(deps.store.db, place);
  return id === undefined ? null : { indexId: id, before: nowhere, since };
}

/** Before its creation a new record exists nowhere. */
export const nowhere: RefetchedRecord = { outcome: "read", raw: null, text: null, contentHash: null, requestId: null };

/** Whether a leak of our value could be seen; an index that already has the whole value proves nothing. */
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
  /** Null for the record itself, which should exist or not. */
  field: string | null;
  kind: FieldKind;
  intended: Reading;
}

/** The value of a field in a record, or whether the record exists. */
export function readingOf(
  profile: ServiceProfile,
  type: string,
  raw: JsonObject | null,
  field: string | null,
): Reading {
  if (field !== null) return fieldReading(profile, type, raw, field);
  return raw === null ? { absent: true } : { value: true };
}

/** Whether an index changed between two reads; null if one of them failed. */
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
