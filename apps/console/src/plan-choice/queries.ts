import type { PlanPage } from "@dc/contract";
import { maxPageSize } from "@dc/contract/limits";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { bff } from "#/api/bff.ts";

export const plansKey = ["plans"] as const;

export const planChoicesQuery = (q: string) =>
  queryOptions({
    queryKey: [...plansKey, "choices", q],
    queryFn: ({ signal }) => bff.get<PlanPage>("/plans", { query: { q, limit: maxPageSize }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

const pageLimit = 10;

/** Names of plans by id, for texts about records that are not on screen. */
export const planNamesQuery = queryOptions({
  queryKey: [...plansKey, "names"],
  queryFn: async ({ signal }) => {
    const names = new Map<string, string>();
    let cursor: string | null = null;
    for (let page = 0; page < pageLimit; page++) {
      const { items, nextCursor }: PlanPage = await bff.get<PlanPage>("/plans", {
        query: { limit: maxPageSize, cursor },
        signal,
      });
      for (const { id, name } of items) if (name !== null) names.set(id, name);
      cursor = nextCursor;
      if (cursor === null) break;
    }
    return names;
  },
  staleTime: 5 * 60_000,
});
