import type {
  AdoptIndexVersionInput,
  AdoptedIndexVersion,
  CreateIndexVersionInput,
  Creation,
  SettleCreationInput,
} from "@dc/contract";
import { bff, path } from "#/api/bff.ts";
import { anyFailure, useCommand } from "#/commands/use-command.ts";

const changes = ["index-version"] as const;

export const useCreateIndexVersion = () =>
  useCommand({
    run: (input: CreateIndexVersionInput) => bff.post<Creation>("/index-versions", input),
    changes,
    rereadsAfter: anyFailure,
  });

export const useAdoptIndexVersion = () =>
  useCommand({
    run: (input: AdoptIndexVersionInput) => bff.post<AdoptedIndexVersion>("/index-versions/adopt", input),
    changes,
  });

export const useSettleCreation = (id: string) =>
  useCommand({
    run: (input: SettleCreationInput) => bff.post<Creation>(path`/creations/${id}/settle`, input),
    changes,
    rereadsAfter: anyFailure,
  });
