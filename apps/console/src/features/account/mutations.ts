import type {
  Account,
  AuthorizationRequest,
  ChangePasswordInput,
  CodeInput,
  OwnPasswordInput,
  PasskeyOptions,
  PasswordAndCodeInput,
  RecoveryCodes,
  SecondFactorStart,
} from "@dc/contract";
import { bff, path } from "#/api/bff.ts";
import { anyFailure, useCommand } from "#/commands/use-command.ts";
import { makePasskey } from "#/connection/passkeys.ts";
import { accountQuery } from "./queries.ts";

const changes = ["own account"] as const;

export const useChangePassword = () =>
  useCommand({ run: (input: ChangePasswordInput) => bff.post<Account>("/account/password", input), changes });

export const useStartSecondFactor = () =>
  useCommand({ run: (input: OwnPasswordInput) => bff.post<SecondFactorStart>("/account/second-factor", input) });

export const useConfirmSecondFactor = () =>
  useCommand({ run: (input: CodeInput) => bff.post<RecoveryCodes>("/account/second-factor/confirm", input), changes });

export const useRenewRecoveryCodes = () =>
  useCommand({
    run: (input: PasswordAndCodeInput) => bff.post<RecoveryCodes>("/account/second-factor/recovery-codes", input),
    changes,
  });

export const useTurnOffSecondFactor = () =>
  useCommand({
    run: (input: PasswordAndCodeInput) => bff.send("POST", "/account/second-factor/turn-off", input),
    changes,
  });

export const useLinkProvider = () =>
  useCommand({ run: (input: OwnPasswordInput) => bff.post<AuthorizationRequest>("/account/identity-provider", input) });

export const useUnlinkProvider = () =>
  useCommand({
    run: (input: OwnPasswordInput) => bff.post<Account>("/account/identity-provider/unlink", input),
    changes,
  });

/** Has the browser make a passkey, and adds it to the account. */
export const useAddPasskey = () =>
  useCommand({
    run: async ({ name, ...proof }: { name: string; password?: string }) => {
      const options = await bff.post<PasskeyOptions>("/account/passkeys/options", proof);
      return await bff.post<Account>("/account/passkeys", { name, ...(await makePasskey(options)) });
    },
    stores: () => accountQuery.queryKey,
  });

export const useRenamePasskey = () =>
  useCommand({
    run: ({ id, name }: { id: string; name: string }) => bff.patch<Account>(path`/account/passkeys/${id}`, { name }),
    stores: () => accountQuery.queryKey,
  });

export const useRemovePasskey = () =>
  useCommand({
    run: (id: string) => bff.delete(path`/account/passkeys/${id}`),
    changes,
    failed: "Nothing was removed.",
  });

const ending = { changes, rereadsAfter: anyFailure, failed: "Nothing has ended." };

export const useEndSession = () =>
  useCommand({ run: (id: string) => bff.delete(path`/account/sessions/${id}`), ...ending });

export const useEndOtherSessions = () =>
  useCommand({ run: () => bff.delete("/account/sessions", { query: { keep: "this" } }), ...ending });
