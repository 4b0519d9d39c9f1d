import type { CreatedToken, CreateTokenInput } from "@dc/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { bff, path } from "#/api/bff.ts";
import { tokensQuery } from "./queries.ts";

export function useCreateToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: CreateTokenInput) => bff.post<CreatedToken>("/tokens", input),
    onSuccess: () => client.invalidateQueries({ queryKey: tokensQuery.queryKey }),
    // A secret is shown once; it does not stay in memory after its screen is left.
    gcTime: 0,
  });
}

export function useRevokeToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => bff.delete(path`/tokens/${id}`),
    onSettled: () => client.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  });
}
