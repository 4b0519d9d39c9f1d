import type { IndexVersion, UpdateIndexVersionInput } from "@dc/contract";
import { bff, path } from "#/api/bff.ts";
import { useCommand } from "#/commands/use-command.ts";
import { indexVersionQuery } from "#/index-choice/queries.ts";

const changes = ["index-version"] as const;

export const useUpdateIndexVersion = () =>
  useCommand({
    run: ({ id, ...input }: UpdateIndexVersionInput & { id: string }) =>
      bff.patch<IndexVersion>(path`/index-versions/${id}`, input),
    stores: ({ id }) => indexVersionQuery(id).queryKey,
    changes,
  });
