import type { DeleteIndexVersionInput, Deletion, SendDeletionInput, SettleDeletionInput } from "@dc/contract";
import { bff, path } from "#/api/bff.ts";
import { anyFailure, useCommand } from "#/commands/use-command.ts";

const changes = ["index-version"] as const;

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
