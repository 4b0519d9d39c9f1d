import type { Account, PasskeyOptions } from "@dc/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { bff, path } from "#/api/bff.ts";
import { makePasskey } from "#/connection/passkeys.ts";
import { accountQuery } from "./queries.ts";

/** Has the browser make a passkey, and adds it to the account. */
export function useAddPasskey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ name, ...proof }: { name: string; password?: string }) => {
      const options = await bff.post<PasskeyOptions>("/account/passkeys/options", proof);
      return await bff.post<Account>("/account/passkeys", { name, ...(await makePasskey(options)) });
    },
    onSuccess: (account) => client.setQueryData(accountQuery.queryKey, account),
    gcTime: 0,
  });
}

export function useRenamePasskey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) =>
      bff.patch<Account>(path`/account/passkeys/${id}`, { name }),
    onSuccess: (account) => client.setQueryData(accountQuery.queryKey, account),
  });
}

export function useRemovePasskey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => bff.delete(path`/account/passkeys/${id}`),
    onSuccess: () => client.invalidateQueries({ queryKey: accountQuery.queryKey }),
  });
}
