import type { ActivityActors, ActivityFilter, ActivityPage } from "@dc/contract";
import { queryOptions } from "@tanstack/react-query";
import { bff } from "#/api/bff.ts";
import { listQuery } from "#/api/list-query.ts";

export const activityQuery = (filter: ActivityFilter) =>
  listQuery<ActivityPage>({ key: ["activity", "list"], to: "/activity", query: filter, stays: true });

export const activityActorsQuery = queryOptions({
  queryKey: ["activity", "actors"],
  queryFn: ({ signal }) => bff.get<ActivityActors>("/activity/actors", { signal }),
  staleTime: 60_000,
});
