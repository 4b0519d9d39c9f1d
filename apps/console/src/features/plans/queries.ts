import type { PlanImports } from "@dc/contract";
import { queryOptions } from "@tanstack/react-query";
import { bff } from "#/api/bff.ts";
import { plansKey } from "#/plan-choice/queries.ts";

/** The imports of plan names that can be taken back, newest first. */
export const planImportsQuery = queryOptions({
  queryKey: [...plansKey, "imports"],
  queryFn: ({ signal }) => bff.get<PlanImports>("/plan-imports", { signal }),
});
