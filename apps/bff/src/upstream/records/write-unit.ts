import type { ServiceProfile } from "@dc/api-client";
import { alarmOf, type ChangeReason, type ChangeState } from "@dc/directory";
import { isHeldField, keysOfPointer } from "./field-reading.ts";

/** The write unit that is a whole record. */
const wholeRecord = "";

/**
 * What the service writes together with a field, and therefore ceases to follow base with it: the record, or the top-level
 * member that holds the field. Where a meaning that the profile has lost was held is not known: it is a unit by itself.
 */
function writeUnitOf(profile: ServiceProfile, type: string, field: string | null): string {
  return profile.indexVersionKind === "overlay-by-field" ? sentTogether(profile, type, field) : wholeRecord;
}

/** What one request writes together with a field. */
function sentTogether(profile: ServiceProfile, type: string, field: string | null): string {
  if (field === null || profile.data.records[type]?.update === "whole-record") return wholeRecord;
  if (!isHeldField(profile, type, field)) return `lost ${field}`;
  const pointer = field.startsWith("/") ? field : profile.meanings(type).find(({ name }) => name === field)?.pointer;
  const [member] = keysOfPointer(pointer ?? "") ?? [];
  return member === undefined ? wholeRecord : `member ${member}`;
}

/** Whether what is written together with this field, or anything of the record for null, was written. */
export type IsWritten = (field: string | null) => boolean;

/** A change, as far as it matters whether it was written. */
interface SentChange {
  field: string | null;
  state: ChangeState;
  reason: ChangeReason | null;
}

/** What these changes of one record have written in its index. A change without an answer is not known to be written. */
export function writtenByChanges(profile: ServiceProfile, type: string, changes: readonly SentChange[]): IsWritten {
  return unitsOf(
    profile,
    type,
    changes.filter(isInIndex).map(({ field }) => field),
  );
}

/** What these fields were written together with. */
export function unitsOf(
  profile: ServiceProfile,
  type: string,
  fields: readonly (string | null)[],
  unitOf: typeof writeUnitOf = writeUnitOf,
): IsWritten {
  const units = new Set(fields.map((field) => unitOf(profile, type, field)));
  return (field) =>
    field === null ? units.size > 0 : units.has(wholeRecord) || units.has(unitOf(profile, type, field));
}

/** What requests with these changes would write. */
export function writtenByRequests(profile: ServiceProfile, type: string, changes: readonly SentChange[]): IsWritten {
  return unitsOf(
    profile,
    type,
    changes.map(({ field }) => field),
    sentTogether,
  );
}

function isInIndex({ state, reason }: SentChange): boolean {
  if (state === "applied" || state === "reverted") return true;
  return state === "unknown" && alarmOf(reason) !== null && reason?.code === "alarm" && reason.params.isInIndex;
}

/** Whether index versions of this service follow base where nobody wrote. */
export function liesOverBase({ indexVersionKind }: ServiceProfile): boolean {
  return indexVersionKind !== "copy";
}
