import { ChangePage, ChangeSet, ChangeSetPage, PlanPage, Runbook, type ChangeSetQuery } from "@dc/contract";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { bff, path } from "#/api/bff.ts";
import { firstPage, listQuery } from "#/api/list-query.ts";
import { changeSetsKey } from "#/features/changes/mutations.ts";

export type ChangeSetFilter = NonNullable<ChangeSetQuery["state"]> | "any";

export const changeSetListQuery = ({ indexId, state }: { indexId?: string | undefined; state: ChangeSetFilter }) =>
  listQuery({
    key: [...changeSetsKey, "list"],
    to: "/change-sets",
    schema: ChangeSetPage,
    query: { indexId: indexId ?? null, state: state === "any" ? null : state },
  });

/** True while the server is at it, or will be in a moment. */
function isMoving(changeSet: ChangeSet | undefined): boolean {
  if (changeSet === undefined) return false;
  const { counts, sendAfter } = changeSet;
  return (
    counts.approved + counts.sending + counts.deferred > 0 ||
    (sendAfter !== null && Date.parse(sendAfter) > Date.now() - 2_000)
  );
}

const movingMs = 700;
const settlingMs = 3_000;

/** How soon to look again: often while it moves, now and then while something is unknown and may be settled by a reading. */
export function lookAgainMs(changeSet: ChangeSet | undefined): number | false {
  if (isMoving(changeSet)) return movingMs;
  return (changeSet?.counts.unknown ?? 0) > 0 ? settlingMs : false;
}

export const changeSetQuery = (id: string) =>
  queryOptions({
    queryKey: [...changeSetsKey, "one", id],
    queryFn: ({ signal }) => bff.get(path`/change-sets/${id}`, ChangeSet, { signal }),
    refetchInterval: ({ state }) => lookAgainMs(state.data),
  });

export const changesQuery = (id: string) =>
  listQuery({
    key: [...changeSetsKey, "changes", id],
    to: path`/change-sets/${id}/changes`,
    schema: ChangePage,
    limit: 200,
  });

export const runbookQuery = (of: { changeSetId: string } | { indexId: string }) =>
  infiniteQueryOptions({
    queryKey: [...changeSetsKey, "runbook", of],
    queryFn: ({ pageParam, signal }) =>
      bff.get(
        "changeSetId" in of
          ? path`/change-sets/${of.changeSetId}/runbook`
          : path`/index-versions/${of.indexId}/runbook`,
        Runbook,
        { query: { cursor: pageParam, limit: 100 }, signal },
      ),
    initialPageParam: firstPage,
    getNextPageParam: (page) => page.nextCursor,
  });

const morePlans = 10;

/** Names of the plans in the catalogue, for sentences about records that are not on screen; a plan without a name keeps its id. */
export const planNamesQuery = queryOptions({
  queryKey: ["plans", "names"],
  queryFn: async ({ signal }) => {
    const names = new Map<string, string>();
    let cursor: string | null = null;
    for (let page = 0; page < morePlans; page++) {
      const { items, nextCursor }: PlanPage = await bff.get("/plans", PlanPage, {
        query: { limit: 200, cursor },
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
