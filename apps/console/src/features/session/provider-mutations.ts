import type { AuthorizationAnswerInput, AuthorizationInput, AuthorizationRequest, Session } from "@dc/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { bff } from "#/api/bff.ts";
import { sessionQuery } from "#/connection/session-query.ts";

/** Begins to sign in with the provider, or to accept an invitation with it. */
export function useAuthorize() {
  return useMutation({
    mutationFn: (input: AuthorizationInput) => bff.post<AuthorizationRequest>("/session/identity-provider", input),
  });
}

/** Signs in with what the provider sent back. */
export function useSignInWithProvider() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: AuthorizationAnswerInput) => bff.post<Session>("/session/identity-provider/callback", input),
    onSuccess: (session) => client.setQueryData(sessionQuery.queryKey, session),
  });
}
