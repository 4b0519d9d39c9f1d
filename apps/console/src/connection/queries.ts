import type { ActivityActors, ApprovalSettings, Connection, ConnectionList } from "@dc/contract";
import { queryOptions } from "@tanstack/react-query";
import { bff } from "#/api/bff.ts";

export const connectionQuery = queryOptions({
  queryKey: ["connection"],
  queryFn: ({ signal }) => bff.get<Connection>("", { signal }),
  staleTime: 60_000,
});

export const connectionsQuery = queryOptions({
  queryKey: ["connections"],
  queryFn: ({ signal }) => bff.get<ConnectionList>("/connections", { signal }),
  staleTime: 60_000,
});

export const approvalSettingsQuery = queryOptions({
  queryKey: ["approval-settings"],
  queryFn: ({ signal }) => bff.get<ApprovalSettings>("/approval-settings", { signal }),
});

/** Everybody who did something that the caller may see. */
export const activityActorsQuery = queryOptions({
  queryKey: ["activity", "actors"],
  queryFn: ({ signal }) => bff.get<ActivityActors>("/activity/actors", { signal }),
  staleTime: 60_000,
});
