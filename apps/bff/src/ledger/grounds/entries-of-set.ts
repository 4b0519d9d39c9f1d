import { applyOperation, indexRecordKey, type Operation, operationOnNow, shapeOf } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { recordAt } from "#/store/sql/among-records.ts";
import type { ChangeRow } from "#/store/tables/changes/changes.ts";
import { type ComparedGround, foldedOver, missingOf } from "./ground.ts";

const fieldKey = (row: ChangeRow) => `${indexRecordKey(recordAt(row))} ${row.field ?? ""}`;

/** The changes of a set whose entries of phones are not listed without those that leave it. */
export function standingOn(
  { service: { profile } }: Deps,
  changes: readonly ChangeRow[],
  leaving: readonly ComparedGround[],
  byId: ReadonlyMap<string, ComparedGround>,
): ChangeRow[] {
  if (leaving.length === 0) return [];
  const region = profile.defaultRegion;
  const left = new Set(leaving.map(({ row }) => row.id));
  const fields = new Set(leaving.map(({ row }) => fieldKey(row)));
  const found: ChangeRow[] = [];
  for (const ofField of Map.groupBy(changes, fieldKey).values()) {
    const [first] = ofField;
    if (first === undefined || !fields.has(fieldKey(first))) continue;
    let list = byId.get(first.id)?.standsOn.effective ?? null;
    for (const row of ofField) {
      if (left.has(row.id) || list === null) continue;
      if (missingOf(row, list, region) === null) list = applyOperation(row.kind ?? "json", list, row.operation, region);
      else found.push(row);
    }
  }
  return found;
}

/**
 * What changes of a set do where each holds on what is there now: one whose entry of phones is gone is about the one in its place.
 * Null for one that has none in its place.
 */
export function operationsOnNow(
  { service: { profile } }: Deps,
  kept: readonly ComparedGround[],
): ReadonlyMap<string, Operation | null> {
  const region = profile.defaultRegion;
  const operations = new Map<string, Operation | null>();
  const byPlace = kept.toSorted((a, b) => a.standsOn.own.length - b.standsOn.own.length);
  for (const { row, ground, standsOn } of byPlace) {
    const { effective, own } = standsOn;
    const seen = ground.effective ?? ground.index;
    const { kind } = row;
    if (kind === null || shapeOf(kind) !== "keyed" || effective === null || seen === null) {
      operations.set(row.id, row.operation);
      continue;
    }
    const ownNow = own.map((other) => ({ ...other, operation: operations.get(other.id) ?? other.operation }));
    const lists = { seen: foldedOver(kind, seen, own, region), now: foldedOver(kind, effective, ownNow, region) };
    operations.set(row.id, operationOnNow(row.operation, lists, region));
  }
  return operations;
}
