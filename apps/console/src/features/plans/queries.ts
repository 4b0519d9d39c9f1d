import { PlanPage } from "@dc/contract";
import { listQuery } from "#/api/list-query.ts";

export const plansKey = ["plans"] as const;

export const plansQuery = (q: string) =>
  listQuery({ key: [...plansKey, "list"], to: "/plans", schema: PlanPage, query: { q } });
