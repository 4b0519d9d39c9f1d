import { ChangePage, ChangeSet, ChangeSetPage, type ChangeSetQuery } from "@dc/contract";
import { queryOptions } from "@tanstack/react-query";
import { bff, path } from "#/api/bff.ts";
import { listQuery } from "#/api/list-query.ts";
import { changeSetsKey } from "#/changes/queries.ts";

export type ChangeSetFilter = NonNullable<ChangeSetQuery["state"]> | "any";

export const changeSetListQuery = ({ indexId, state }: { indexId?: string | undefined; state: ChangeSetFilter }) =>
  listQuery({
    key: [...changeSetsKey, "list"],
    to: "/change-sets",
    schema: ChangeSetPage,
    query: { indexId: indexId ?? null, state: state === "any" ? null : state },
  });

/** True while the server is at it, or will be in a moment. */
function isInProgress(changeSet: ChangeSet | undefined): boolean {
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
export function refetchIntervalMs(changeSet: ChangeSet | undefined): number | false {
  if (isInProgress(changeSet)) return movingMs;
  return (changeSet?.counts.unknown ?? 0) > 0 ? settlingMs : false;
}

export const changeSetQuery = (id: string) =>
  queryOptions({
    queryKey: [...changeSetsKey, "one", id],
    queryFn: ({ signal }) => bff.get(path`/change-sets/${id}`, ChangeSet, { signal }),
    refetchInterval: ({ state }) => refetchIntervalMs(state.data),
  });

export const changesQuery = (id: string) =>
  listQuery({
    key: [...changeSetsKey, "changes", id],
    to: path`/change-sets/${id}/changes`,
    schema: ChangePage,
    limit: 200,
  });
