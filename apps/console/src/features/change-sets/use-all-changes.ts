import type { ChangeSet } from "@dc/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { itemsOf } from "#/api/list-query.ts";
import { changesQuery, refetchIntervalMs } from "./queries.ts";

/** Every change of the set, page after page, and again while the server is at it. */
export function useAllChanges(id: string, changeSet: ChangeSet | undefined) {
  const list = useInfiniteQuery({ ...changesQuery(id), refetchInterval: refetchIntervalMs(changeSet) });
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = list;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  // The set may have ended between two looks: its last states are read once more.
  const version = changeSet?.version;
  const state = changeSet?.state;
  useEffect(() => {
    if (version !== undefined) void refetch();
  }, [version, state, refetch]);
  const items = useMemo(() => itemsOf(data, (change) => change.id), [data]);
  return { items, loading: list.isPending, error: list.error, refetch: () => void refetch() };
}
