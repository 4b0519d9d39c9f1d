import { equalReadings } from "#/compare/equal-readings.ts";
import type { FieldKind } from "#/records/field.ts";
import type { Reading } from "#/records/reading.ts";

/** Whether a read-back says what was wanted, by meaning. */
export function appliedAsWanted(kind: FieldKind, readBack: Reading, wanted: Reading, region: string): boolean {
  return equalReadings(kind, readBack, wanted, region);
}

export type UnknownSettlement = "as wanted" | "as before" | "third value";

/** What a later read says about an update whose reply was lost. */
export function settleUnknown(
  kind: FieldKind,
  read: Reading,
  wanted: Reading,
  before: Reading,
  region: string,
): UnknownSettlement {
  if (equalReadings(kind, read, wanted, region)) return "as wanted";
  return equalReadings(kind, read, before, region) ? "as before" : "third value";
}
