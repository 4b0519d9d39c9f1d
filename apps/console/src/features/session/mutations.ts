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

export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => bff.delete("/session"),
    onSuccess: () => client.clear(),
  });
}
