import { applyOperation } from "./apply-operation.ts";
import type { Change } from "./change.ts";
import { equalReadings } from "./equal-readings.ts";
import type { FieldKind } from "./field.ts";
import type { Reading } from "./reading.ts";

/** The value to send: the field as just re-read, with the operations applied in the given order. */
export function wantedForSend(
  kind: FieldKind,
  indexNow: Reading,
  changes: readonly Pick<Change, "operation">[],
  region: string,
): Reading {
  return changes.reduce<Reading>(
    (reading, change) => applyOperation(kind, reading, change.operation, region) ?? reading,
    indexNow,
  );
}

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
