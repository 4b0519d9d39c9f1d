import { equalReadings } from "#/compare/equal-readings.ts";
import type { FieldKind } from "#/kinds/kinds.ts";
import type { Reading } from "#/records/reading.ts";

export type UnknownSettlement = "as wanted" | "as before" | "third value";

/** What a later reading shows about an update whose reply was lost. */
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
