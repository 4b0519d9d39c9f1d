import type {
  AuthorizationAnswerInput,
  AuthorizationInput,
  AuthorizationRequest,
  CodeInput,
  JoinInput,
  SecondStep,
  Session,
  SetUpInput,
  SignInInput,
} from "@dc/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { bff } from "#/api/bff.ts";
import { useCommand } from "#/commands/use-command.ts";
import { sessionQuery } from "#/connection/session-query.ts";

const stores = (answer: Session | SecondStep) => ("next" in answer ? null : sessionQuery.queryKey);

/** Signs in, unless a second step is left. */
export const useSignIn = () =>
  useCommand({ run: (input: SignInInput) => bff.post<Session | SecondStep>("/session", input), stores });

/** The second step of signing in, for people with a second factor. */
export const useSignInWithCode = () =>
  useCommand({ run: (input: CodeInput) => bff.post<Session>("/session/code", input), stores });

export const useSetUp = () => useCommand({ run: (input: SetUpInput) => bff.post<Session>("/set-up", input), stores });

/** Chooses a password with a one-time link, and signs in. */
export const useJoin = () => useCommand({ run: (input: JoinInput) => bff.post<Session>("/join", input), stores });

/** Begins to sign in with the provider, or to accept an invitation with it. */
export const useAuthorize = () =>
  useCommand({
    run: (input: AuthorizationInput) => bff.post<AuthorizationRequest>("/session/identity-provider", input),
  });

/** Signs in with what the provider sent back. */
export const useSignInWithProvider = () =>
  useCommand({
    run: (input: AuthorizationAnswerInput) => bff.post<Session>("/session/identity-provider/callback", input),
    stores,
  });

/** Clears the cache of the previous session. Called on the sign-in screen, where nothing uses it. */
export function useForgetPreviousSession(): void {
  const client = useQueryClient();
  useEffect(
    () => client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] }),
    [client],
  );
}
