import { compareField } from "./compare-field.ts";
import type { FieldComparison } from "./comparison.ts";
import type { FieldKey, FieldKind } from "./field.ts";
import type { Reading } from "./reading.ts";

/** Compares one field of any two indices, which have no ancestor in common: `same` or `differs`, part by part. */
export function compareReadings(
  field: { key: FieldKey; kind: FieldKind },
  one: Reading | null,
  other: Reading | null,
  region: string,
): FieldComparison {
  return compareField({
    ...field,
    original: null,
    baseline: {},
    known: {},
    base: other,
    index: one,
    changes: [],
    region,
  });
}
