import { Session, type SetUpInput, type SignInInput } from "@dc/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { bff } from "#/api/bff.ts";
import { sessionQuery } from "./queries.ts";

export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: SignInInput) => bff.post("/session", input, Session),
    onSuccess: (session) => client.setQueryData(sessionQuery.queryKey, session),
  });
}

export function useSetUp() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: SetUpInput) => bff.post("/set-up", input, Session),
    onSuccess: (session) => client.setQueryData(sessionQuery.queryKey, session),
  });
}

/** Leaves the screen before what it shows is forgotten; a screen that still stands would ask for it again. */
export function useSignOut(leave: () => Promise<void> | void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => bff.delete("/session"),
    onSuccess: async () => {
      client.setQueryData(sessionQuery.queryKey, { person: null, setUpNeeded: false });
      await leave();
      client.clear();
    },
  });
}
