import { type Change, type FieldKind, foldChanges, type JsonObject, type Reading } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { fieldReading } from "#/upstream/records/field-reading.ts";

interface FieldOfRecord {
  type: string;
  field: string;
  kind: FieldKind;
  /** The record in the index; null where it is not there. */
  raw: JsonObject | null;
}

/** E of one field: the live changes of its record laid over the index value. */
export function effectiveReading(
  deps: Deps,
  { type, field, kind, raw }: FieldOfRecord,
  live: readonly Change[],
): Reading {
  const index = () => fieldReading(deps.service.profile, type, raw, field);
  return effectiveOver(deps, { field, kind, isThere: raw !== null, index }, live);
}

/** The same over an index value that is read where it is needed. */
export function effectiveOver(
  { service: { profile } }: Deps,
  { field, kind, isThere, index }: Pick<FieldOfRecord, "field" | "kind"> & { isThere: boolean; index: () => Reading },
  live: readonly Change[],
): Reading {
  const below = createdReading(isThere ? [] : live, field) ?? index();
  const ofField = live.filter((change) => change.field === field);
  return foldChanges(below, ofField, kind, profile.defaultRegion).wanted ?? below;
}

/** The value of a field in a record that is to be created. */
function createdReading(changes: readonly Change[], field: string): Reading | null {
  const creation = changes.findLast(({ operation }) => operation.op === "create")?.operation;
  if (creation?.op !== "create" || !Object.hasOwn(creation.fields, field)) return null;
  const value = creation.fields[field];
  return value === undefined ? null : { value };
}
