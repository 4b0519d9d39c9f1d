import type {
  Account,
  AuthorizationRequest,
  ChangePasswordInput,
  CodeInput,
  OwnPasswordInput,
  PasswordAndCodeInput,
  RecoveryCodes,
  SecondFactorStart,
} from "@dc/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { bff, path } from "#/api/bff.ts";
import { sessionQuery } from "#/connection/session-query.ts";
import { accountQuery, ownSessionsQuery } from "./queries.ts";

export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: ChangePasswordInput) => bff.post<Account>("/account/password", input),
    onSuccess: () => client.invalidateQueries({ queryKey: accountQuery.queryKey }),
    gcTime: 0,
  });
}

export function useStartSecondFactor() {
  return useMutation({
    mutationFn: (input: OwnPasswordInput) => bff.post<SecondFactorStart>("/account/second-factor", input),
    gcTime: 0,
  });
}

export function useConfirmSecondFactor() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: CodeInput) => bff.post<RecoveryCodes>("/account/second-factor/confirm", input),
    onSuccess: () => client.invalidateQueries({ queryKey: accountQuery.queryKey }),
    gcTime: 0,
  });
}

export function useRenewRecoveryCodes() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: PasswordAndCodeInput) =>
      bff.post<RecoveryCodes>("/account/second-factor/recovery-codes", input),
    onSuccess: () => client.invalidateQueries({ queryKey: accountQuery.queryKey }),
    gcTime: 0,
  });
}

export function useTurnOffSecondFactor() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: PasswordAndCodeInput) => bff.send("POST", "/account/second-factor/turn-off", input),
    onSuccess: () => client.invalidateQueries({ queryKey: accountQuery.queryKey }),
    gcTime: 0,
  });
}

export function useLinkProvider() {
  return useMutation({
    mutationFn: (input: OwnPasswordInput) => bff.post<AuthorizationRequest>("/account/identity-provider", input),
    gcTime: 0,
  });
}

export function useUnlinkProvider() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: OwnPasswordInput) => bff.post<Account>("/account/identity-provider/unlink", input),
    onSuccess: () => client.invalidateQueries({ queryKey: accountQuery.queryKey }),
    gcTime: 0,
  });
}

export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => bff.delete(path`/account/sessions/${id}`),
    onSettled: () => client.invalidateQueries({ queryKey: ownSessionsQuery.queryKey }),
  });
}

export function useEndOtherSessions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => bff.delete("/account/sessions", { query: { keep: "this" } }),
    onSettled: () => client.invalidateQueries({ queryKey: ownSessionsQuery.queryKey }),
  });
}

/** Signs out here and everywhere else, and leaves. */
export function useSignOutEverywhere(leave: () => Promise<void> | void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => bff.delete("/account/sessions"),
    onSuccess: async () => {
      client.setQueryData(sessionQuery.queryKey, { person: null, setUpNeeded: false });
      await leave();
      client.getMutationCache().clear();
    },
  });
}
