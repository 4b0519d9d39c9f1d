import type { PlanImports } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { selectPlanImports } from "#/store/tables/connections/plan-imports.ts";
import { describePlanImport } from "./internal/describe-plan-import.ts";

/** The imports of plan names that are kept, newest first. */
export async function listPlanImports({ connection, deps }: RequestContext): Promise<PlanImports> {
  return { items: (await selectPlanImports(deps.store.db, connection.id)).map(describePlanImport) };
}
