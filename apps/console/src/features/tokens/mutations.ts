import type { CreatedToken, CreateTokenInput } from "@dc/contract";
import { bff, path } from "#/api/bff.ts";
import { anyFailure, useCommand } from "#/commands/use-command.ts";

const changes = ["token"] as const;

export const useCreateToken = () =>
  useCommand({ run: (input: CreateTokenInput) => bff.post<CreatedToken>("/tokens", input), changes });

export const useRevokeToken = () =>
  useCommand({
    run: ({ id }: { id: string; name: string }) => bff.delete(path`/tokens/${id}`),
    changes,
    rereadsAfter: anyFailure,
    failed: (_failure, { name }) => `“${name}” still works.`,
  });
