import type {
  ApplyChangeSetInput,
  ChangeSet,
  RejectChangesInput,
  RevertedChangeSet,
  SplitChangeSet,
  UpdateChangeSetInput,
} from "@dc/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { bff, path } from "#/api/bff.ts";
import { errorSentence, isGone } from "#/api/bff-error.ts";
import { refreshChanges } from "#/changes/refresh-changes.ts";
import { undoStack } from "#/changes/undo-stack.ts";
import { useToast } from "#/ui/overlay/toasts.tsx";
import { changeSetQuery } from "./queries.ts";

function useStoreChangeSet() {
  const client = useQueryClient();
  return async (changeSet: ChangeSet) => {
    client.setQueryData(changeSetQuery(changeSet.id).queryKey, changeSet);
    await refreshChanges(client);
  };
}

export function useApply(id: string) {
  const keep = useStoreChangeSet();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: ApplyChangeSetInput) => bff.post<ChangeSet>(path`/change-sets/${id}/apply`, input),
    onSuccess: (changeSet) => {
      undoStack.clear();
      return keep(changeSet);
    },
    onError: () => refreshChanges(client),
  });
}

export type ChangeSetVerb = "undo" | "withdraw" | "approve" | "reopen" | "apply";

/** Asks for the review of a draft, with the evidence as it is typed. */
export function useSubmit(id: string) {
  const keep = useStoreChangeSet();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ version, evidence }: ApplyChangeSetInput) => {
      const saved =
        evidence === null || evidence === undefined
          ? { version }
          : await bff.patch<ChangeSet>(path`/change-sets/${id}`, { version, evidence });
      return await bff.post<ChangeSet>(path`/change-sets/${id}/submit`, { version: saved.version });
    },
    onSuccess: (changeSet) => {
      undoStack.clear();
      return keep(changeSet);
    },
    onError: () => refreshChanges(client),
  });
}

/** Undo stops a set before it is sent; withdraw takes back changes that were approved but never sent. */
export function useChangeSetVerb(id: string) {
  const keep = useStoreChangeSet();
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: ({ verb, version }: { verb: ChangeSetVerb; version: number }) =>
      bff.post<ChangeSet>(path`/change-sets/${id}/${verb}`, { version }),
    onSuccess: keep,
    onError: (error) => {
      if (!isGone(error)) toast({ text: errorSentence(error), seconds: 10 });
      return refreshChanges(client);
    },
  });
}

/** Ends single changes of a set in review, with a reason. */
export function useReject(id: string) {
  const keep = useStoreChangeSet();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: RejectChangesInput) => bff.post<ChangeSet>(path`/change-sets/${id}/reject`, input),
    onSuccess: keep,
    onError: () => refreshChanges(client),
  });
}

/** Splits one change off into a set of its own, so that the others can go on. */
export function useSplitOff({ id, version }: Pick<ChangeSet, "id" | "version">) {
  const keep = useStoreChangeSet();
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: (changeId: string) =>
      bff.post<SplitChangeSet>(path`/change-sets/${id}/split`, { version, changeIds: [changeId] }),
    onSuccess: ({ changeSet }) => {
      undoStack.clear();
      toast({ text: "1 change is in a change set of its own now, named above." });
      return keep(changeSet);
    },
    onError: (error) => {
      toast({ text: errorSentence(error), seconds: 10 });
      return refreshChanges(client);
    },
  });
}

/** Stages what takes back the applied changes of a set, in a draft of its own. */
export function useRevert(id: string) {
  const keep = useStoreChangeSet();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ version }: { version: number }) =>
      bff.post<RevertedChangeSet>(path`/change-sets/${id}/revert`, { version }),
    onSuccess: ({ changeSet }) => keep(changeSet),
    onError: () => refreshChanges(client),
  });
}

export function useUpdateChangeSet(id: string) {
  const keep = useStoreChangeSet();
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: (input: UpdateChangeSetInput) => bff.patch<ChangeSet>(path`/change-sets/${id}`, input),
    onSuccess: keep,
    onError: (error) => {
      if (isGone(error)) return refreshChanges(client);
      toast({ text: errorSentence(error), seconds: 10 });
      return undefined;
    },
  });
}

/** Saves the evidence of a draft; the form says itself what became of it. */
export function useSaveEvidence(id: string) {
  const keep = useStoreChangeSet();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ onSaved: _onSaved, ...input }: UpdateChangeSetInput & { onSaved: () => void }) =>
      bff.patch<ChangeSet>(path`/change-sets/${id}`, input),
    onSuccess: (changeSet, { onSaved }) => {
      const reread = keep(changeSet);
      // At once, so that what was saved here does not look like somebody else's.
      onSaved();
      return reread;
    },
    onError: (error) => (isGone(error) ? refreshChanges(client) : undefined),
  });
}

export function useDeleteChangeSet(id: string) {
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: () => bff.delete(path`/change-sets/${id}`),
    onSuccess: () => {
      undoStack.clear();
      toast({ text: "The draft is discarded. Nothing was sent." });
      client.removeQueries({ queryKey: changeSetQuery(id).queryKey });
      void refreshChanges(client);
    },
    onError: (error) => {
      if (isGone(error)) return refreshChanges(client);
      toast({ text: errorSentence(error), seconds: 10 });
      return undefined;
    },
  });
}
