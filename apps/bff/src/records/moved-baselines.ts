import {
  applyOperation,
  type Baseline,
  indexRecordKey,
  initialBaseline,
  nextBaseline,
  type Original,
  type Reading,
  touchedElements,
} from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { recordAt } from "#/store/sql/among-records.ts";
import { parseStored } from "#/store/sql/json.ts";
import type { ChangeRow } from "#/store/tables/changes/changes.ts";
import type { OriginalRow } from "#/store/tables/records/readings.ts";
import { fieldReading } from "#/upstream/records/field-reading.ts";

/** L by field, as `fieldKeyOf` names it. */
export type Baselines = Map<string, Baseline | null>;

export function fieldKeyOf(row: {
  index_id: string;
  record_type: string;
  record_id: string;
  field: string | null;
}): string {
  return `${indexRecordKey(recordAt(row))} ${row.field ?? ""}`;
}

/** Moves L to the base value that the author of each change saw, one after the other. Returns L as each found it. */
export function moveBaselinesBy(
  deps: Deps,
  baselines: Baselines,
  changes: readonly ChangeRow[],
  originals: readonly OriginalRow[],
): (Baseline | null)[] {
  const originalOf = new Map(originals.map((row) => [indexRecordKey(recordAt(row)), row]));
  return changes.map((change) => {
    const key = fieldKeyOf(change);
    const before = baselines.get(key) ?? null;
    const moved = baselineAfter(deps, change, before, originalOf.get(indexRecordKey(recordAt(change))));
    if (moved === null) return null;
    baselines.set(key, moved);
    return before;
  });
}

/** L once this change is live; null where it decides no field. */
export function baselineAfter(
  deps: Deps,
  change: ChangeRow,
  before: Baseline | null,
  original: OriginalRow | undefined,
): Baseline | null {
  const { kind } = change;
  if (change.field === null || kind === null) return null;
  const region = deps.service.profile.defaultRegion;
  const elements = touchedElements(change.operation, region);
  const start = initialBaseline(originalIn(deps, change, original));
  const around = valuesAround(change, region);
  return nextBaseline(kind, before ?? {}, start, change.base_seen, region, elements, around);
}

/** O of the field that a change decides; null if the record was not read before. */
export function originalIn(
  { service: { profile } }: Deps,
  { record_type: type, field }: ChangeRow,
  row: OriginalRow | undefined,
): Original | null {
  if (row === undefined || field === null) return null;
  const raw = row.raw_text === null ? null : parseStored(row.raw_text);
  return { reading: fieldReading(profile, type, raw, field), provenance: row.provenance };
}

/** What the directory said before and after a change. */
export function valuesAround({ kind, operation, value_before: before }: ChangeRow, region: string): Reading[] {
  if (kind === null || before === null) return [];
  const after = applyOperation(kind, before, operation, region);
  return after === null ? [before] : [before, after];
}
