import { equalReadings, type FieldKind, type JsonObject, type Reading, type RecordKey } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { selectSibling } from "#/store/tables/readings.ts";
import { fieldReading } from "#/upstream/field-reading.ts";
import type { ServiceProfile } from "#/upstream/service.ts";
import { type RefetchedRecord, refetchRecord } from "#/records/refetch-record.ts";

/** How an index that must not move did: `ours` when it took our value. */
export type Moved = "none" | "ours" | "own";

export interface SiblingReading {
  indexId: string;
  before: RefetchedRecord;
}

/** Another known index of the connection, read before the write, so that one can see whether it moved. */
export async function readSibling(deps: Deps, indexId: string, record: RecordKey): Promise<SiblingReading | null> {
  const id = await selectSibling(deps.store.db, { connectionId: deps.connection.id, indexId, record });
  return id === undefined ? null : { indexId: id, before: await refetchRecord(deps, id, record) };
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
): Moved | null {
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
