import type { CodeInput, JoinInput, SecondStep, Session, SetUpInput, SignInInput } from "@dc/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { bff } from "#/api/bff.ts";
import { sessionQuery } from "#/connection/session-query.ts";

export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: SignInInput) => bff.post<Session | SecondStep>("/session", input),
    onSuccess: (answer) => {
      if (!("next" in answer)) client.setQueryData(sessionQuery.queryKey, answer);
    },
  });
}

/** The second step, for who has a second factor. */
export function useSignInWithCode() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: CodeInput) => bff.post<Session>("/session/code", input),
    onSuccess: (session) => client.setQueryData(sessionQuery.queryKey, session),
  });
}

export function useSetUp() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: SetUpInput) => bff.post<Session>("/set-up", input),
    onSuccess: (session) => client.setQueryData(sessionQuery.queryKey, session),
  });
}

/** Chooses a password with a one-time link, and signs in. */
export function useJoin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: JoinInput) => bff.post<Session>("/join", input),
    onSuccess: (session) => client.setQueryData(sessionQuery.queryKey, session),
  });
}

/** Signs out and leaves. The cache is cleared on arrival, since screens that are still mounted would load it again. */
export function useSignOut(leave: () => Promise<void> | void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => bff.delete("/session"),
    onSuccess: async () => {
      client.setQueryData(sessionQuery.queryKey, { person: null, setUpNeeded: false });
      await leave();
      client.getMutationCache().clear();
    },
  });
}

/** Clears the cache of the previous session. Called on the sign-in screen, where nothing uses it. */
export function useForgetPreviousSession(): void {
  const client = useQueryClient();
  useEffect(
    () => client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] }),
    [client],
  );
}
