import { type Change, foldChanges, listedKey, liveChanges, shapeOf } from "@dc/directory";
import type { DerivedOverride } from "#/store/ledger-writes/overrides.ts";

/** The overrides of a record, derived from its changes alone. The deletion of a record replaces its other overrides. */
export function deriveOverrides(changes: readonly Change[], region: string): DerivedOverride[] {
  const derived: DerivedOverride[] = [];
  const lifecycle = liveChanges(changes).findLast(
    ({ operation }) => operation.op === "create" || operation.op === "delete",
  );
  if (lifecycle !== undefined) {
    derived.push({
      field: "",
      element: "",
      mark: { changeId: lifecycle.id, state: lifecycle.state, policy: lifecycle.policy },
    });
    if (lifecycle.operation.op === "delete") return derived;
  }
  for (const [field, ofField] of Map.groupBy(changes, (change) => change.field)) {
    const kind = ofField[0]?.kind;
    if (field === undefined || kind === undefined) continue;
    const { whole, elements } = foldChanges(null, ofField, kind, region);
    if (whole !== null) derived.push({ field, element: "", mark: whole });
    for (const [key, mark] of elements)
      derived.push({ field, element: shapeOf(kind) === "keyed" ? listedKey(key) : key, mark });
  }
  return derived;
}
