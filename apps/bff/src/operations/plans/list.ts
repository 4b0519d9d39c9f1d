import type { PlanPage, PlanQuery } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { cutPage } from "#/store/sql/keyset.ts";
import { selectPlanPage } from "#/store/tables/connections/plans.ts";
import { describePlan } from "#/views/plans-of-records.ts";

/** A page of the plan catalogue. */
export async function listPlans(
  { connection, deps }: RequestContext,
  { q, cursor, limit }: PlanQuery,
): Promise<PlanPage> {
  const { rows, total } = await selectPlanPage(deps.store.db, connection.id, { q, cursor, limit });
  const { items, nextCursor } = cutPage(rows, limit, (row) => [row.fit, row.search, row.id]);
  return { items: items.map(describePlan), nextCursor, total };
}
