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
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { bff, path } from "#/api/bff.ts";
import { creationsKey, offeredQuery } from "./queries.ts";
import { indexVersionQuery, indexVersionsKey } from "#/index-choice/queries.ts";

function useRefresh() {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: indexVersionsKey });
    void client.invalidateQueries({ queryKey: creationsKey });
    void client.invalidateQueries(offeredQuery);
  };
}

export function useCreateIndexVersion() {
  return useMutation({
    mutationFn: (input: CreateIndexVersionInput) => bff.post<Creation>("/index-versions", input),
    onSettled: useRefresh(),
  });
}

export function useAdoptIndexVersion() {
  return useMutation({
    mutationFn: (input: AdoptIndexVersionInput) => bff.post<AdoptedIndexVersion>("/index-versions/adopt", input),
    onSuccess: useRefresh(),
  });
}

export function useSettleCreation(id: string) {
  return useMutation({
    mutationFn: (input: SettleCreationInput) => bff.post<Creation>(path`/creations/${id}/settle`, input),
    onSettled: useRefresh(),
  });
}

export function useUpdateIndexVersion() {
  const client = useQueryClient();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, ...input }: UpdateIndexVersionInput & { id: string }) =>
      bff.patch<IndexVersion>(path`/index-versions/${id}`, input),
    onSuccess: (indexVersion) => {
      client.setQueryData(indexVersionQuery(indexVersion.id).queryKey, indexVersion);
      refresh();
    },
  });
}

export function useDeleteIndexVersion(id: string) {
  return useMutation({
    mutationFn: (input: DeleteIndexVersionInput) => bff.post<Deletion>(path`/index-versions/${id}/deletion`, input),
    onSettled: useRefresh(),
  });
}

/** What a person does about a deletion that is held, or whose outcome is unknown. */
export function useAnswerDeletion(id: string) {
  return useMutation({
    mutationFn: (answer: SendDeletionInput | "withdraw" | SettleDeletionInput) =>
      answer === "withdraw"
        ? bff.post<Deletion>(path`/index-versions/${id}/deletion/withdraw`, {})
        : "as" in answer
          ? bff.post<Deletion>(path`/index-versions/${id}/deletion/settle`, answer)
          : bff.post<Deletion>(path`/index-versions/${id}/deletion/send`, answer),
    onSettled: useRefresh(),
  });
}
