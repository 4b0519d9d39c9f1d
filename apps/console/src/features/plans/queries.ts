import { PlanPage } from "@dc/contract";
import { listQuery } from "#/api/list-query.ts";
import { plansKey } from "#/plan-choice/queries.ts";

export const plansQuery = (q: string) =>
  listQuery({ key: [...plansKey, "list"], to: "/plans", schema: PlanPage, query: { q } });
