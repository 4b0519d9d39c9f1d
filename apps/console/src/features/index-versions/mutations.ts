import type {
  AdoptedIndexVersion,
  Creation,
  DeleteIndexVersionInput,
  Deletion,
  IndexVersion,
  AdoptIndexVersionInput,
  CreateIndexVersionInput,
  SettleCreationInput,
  SendDeletionInput,
  SettleDeletionInput,
  UpdateIndexVersionInput,
} from "@dc/contract";
import { bff, path } from "#/api/bff.ts";
import { anyFailure, useCommand } from "#/commands/use-command.ts";
import { indexVersionQuery } from "#/index-choice/queries.ts";

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

export const useUpdateIndexVersion = () =>
  useCommand({
    run: ({ id, ...input }: UpdateIndexVersionInput & { id: string }) =>
      bff.patch<IndexVersion>(path`/index-versions/${id}`, input),
    stores: ({ id }) => indexVersionQuery(id).queryKey,
    changes,
  });

export const useDeleteIndexVersion = (id: string) =>
  useCommand({
    run: (input: DeleteIndexVersionInput) => bff.post<Deletion>(path`/index-versions/${id}/deletion`, input),
    changes,
    rereadsAfter: anyFailure,
  });

/** What a person does about a deletion that is held, or whose outcome is unknown. */
export const useAnswerDeletion = (id: string) =>
  useCommand({
    run: (answer: SendDeletionInput | "withdraw" | SettleDeletionInput) =>
      answer === "withdraw"
        ? bff.post<Deletion>(path`/index-versions/${id}/deletion/withdraw`, {})
        : "as" in answer
          ? bff.post<Deletion>(path`/index-versions/${id}/deletion/settle`, answer)
          : bff.post<Deletion>(path`/index-versions/${id}/deletion/send`, answer),
    changes,
    rereadsAfter: anyFailure,
  });
