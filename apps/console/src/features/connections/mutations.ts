import type {
  AddConnectionInput,
  ApprovalSettings,
  ConnectionTest,
  ListedConnection,
  TestConnectionInput,
  UpdateConnectionInput,
} from "@dc/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { bff, path } from "#/api/bff.ts";

function useRefreshAll() {
  const client = useQueryClient();
  // The name and mode of a connection are on every page, and its roles in the session.
  return async () => await client.invalidateQueries();
}

export function useAddConnection() {
  const refresh = useRefreshAll();
  return useMutation({
    mutationFn: (input: AddConnectionInput) => bff.post<ListedConnection>("/connections", input),
    onSuccess: refresh,
  });
}

export function useTestConnection() {
  return useMutation({
    mutationFn: (input: TestConnectionInput) => bff.post<ConnectionTest>("/connections/test", input),
  });
}

export interface ConnectionChange {
  id: string;
  settings: UpdateConnectionInput | null;
  approvals: ApprovalSettings | null;
}

/** Saves what was changed; settings that were refused leave the approvals as they are. */
export function useChangeConnection() {
  const refresh = useRefreshAll();
  return useMutation({
    mutationFn: async ({ id, settings, approvals }: ConnectionChange) => {
      if (settings !== null) await bff.patch<ListedConnection>(path`/connections/${id}`, settings);
      if (approvals !== null) await bff.put<ApprovalSettings>(path`/connections/${id}/approval-settings`, approvals);
    },
    onSettled: refresh,
  });
}

export function useRotateKey() {
  const refresh = useRefreshAll();
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string; version: number; apiKey: string; untested: boolean }) =>
      bff.put<ListedConnection>(path`/connections/${id}/key`, body),
    onSuccess: refresh,
  });
}
