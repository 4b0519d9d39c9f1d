import type {
  AddConnectionInput,
  ConnectionTest,
  ListedConnection,
  TestConnectionInput,
  UpdateConnectionInput,
} from "@dc/contract";
import { bff, path } from "#/api/bff.ts";
import { anyFailure, useCommand } from "#/commands/use-command.ts";

// The name and mode of a connection are on every page, and its roles in the session.
const changes = ["everything"] as const;

export const useAddConnection = () =>
  useCommand({ run: (input: AddConnectionInput) => bff.post<ListedConnection>("/connections", input), changes });

export const useTestConnection = () =>
  useCommand({ run: (input: TestConnectionInput) => bff.post<ConnectionTest>("/connections/test", input) });

/** Saves what was changed: all of it, or nothing. */
export const useChangeConnection = () =>
  useCommand({
    run: ({ id, ...settings }: { id: string } & UpdateConnectionInput) =>
      bff.patch<ListedConnection>(path`/connections/${id}`, settings),
    changes,
    rereadsAfter: anyFailure,
  });

export const useRotateKey = () =>
  useCommand({
    run: ({ id, ...body }: { id: string; version: number; apiKey: string; untested: boolean }) =>
      bff.put<ListedConnection>(path`/connections/${id}/key`, body),
    changes,
  });
