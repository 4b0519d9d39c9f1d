import type { PlanImport } from "@dc/contract";
import type { PlanImport as PlanImportRow } from "#/store/tables/connections/plan-imports.ts";

export function describePlanImport({ id, counts, created_at, created_by, taken_back }: PlanImportRow): PlanImport {
  const { added, changed, unchanged } = counts;
  return {
    id,
    added,
    changed,
    unchanged,
    createdAt: created_at.toISOString(),
    createdBy: created_by,
    takenBack: taken_back,
  };
}
