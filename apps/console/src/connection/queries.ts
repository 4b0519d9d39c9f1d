import type { ApprovalSettings, Connection, ConnectionList } from "@dc/contract";
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
