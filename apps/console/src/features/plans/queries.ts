import type { PlanPage } from "@dc/contract";
import { listQuery } from "#/api/list-query.ts";
import { plansKey } from "#/plan-choice/queries.ts";

export const plansQuery = (q: string) =>
  listQuery<PlanPage>({ key: [...plansKey, "list"], to: "/plans", query: { q } });
