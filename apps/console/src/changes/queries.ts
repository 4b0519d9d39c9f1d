import type { ChangeSet, ChangeSetPage, ChangeSetQuery, Runbook } from "@dc/contract";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { bff, path } from "#/api/bff.ts";
import { firstPage, listQuery } from "#/api/list-query.ts";

export const changeSetsKey = ["change-sets"] as const;
export const overridesKey = ["overrides"] as const;

export const oneChangeSetQuery = (id: string) =>
  queryOptions({
    queryKey: [...changeSetsKey, "one", id],
    queryFn: ({ signal }) => bff.get<ChangeSet>(path`/change-sets/${id}`, { signal }),
  });

export const runbookQuery = (of: { changeSetId: string } | { indexId: string }) =>
  infiniteQueryOptions({
    queryKey: [...changeSetsKey, "runbook", of],
    queryFn: ({ pageParam, signal }) =>
      bff.get<Runbook>(
        "changeSetId" in of
          ? path`/change-sets/${of.changeSetId}/runbook`
          : path`/index-versions/${of.indexId}/runbook`,
        { query: { cursor: pageParam, limit: 100 }, signal },
      ),
    initialPageParam: firstPage,
    getNextPageParam: (page) => page.nextCursor,
  });

export type ChangeSetFilter = NonNullable<ChangeSetQuery["state"]> | "any";

interface ChangeSetFilters {
  indexId?: string | undefined;
  state: ChangeSetFilter;
  authorId?: string | null;
  reviewerId?: string | null;
  q?: string | null;
}

export const changeSetListQuery = ({ indexId, state, ...others }: ChangeSetFilters) =>
  listQuery<ChangeSetPage>({
    key: [...changeSetsKey, "list"],
    to: "/change-sets",
    query: { indexId: indexId ?? null, state: state === "any" ? null : state, ...others },
  });
