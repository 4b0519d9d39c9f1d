import type {
  ApplyChangeSetInput,
  ChangeSet,
  RejectChangesInput,
  RevertedChangeSet,
  SplitChangeSet,
  UpdateChangeSetInput,
} from "@dc/contract";
import { useNavigate } from "react-router";
import { bff, path } from "#/api/bff.ts";
import { isGone } from "#/api/bff-error.ts";
import { undoStack } from "#/changes/undo-stack.ts";
import { anyFailure, useCommand } from "#/commands/use-command.ts";
import { useToast } from "#/ui/overlay/toasts.tsx";
import { changeSetQuery } from "./queries.ts";

const changes = ["change-set"] as const;
const answersSet = { stores: ({ id }: ChangeSet) => changeSetQuery(id).queryKey, changes };
const unlessGone = (failure: Error) => (isGone(failure) ? null : "");

export const useApply = (id: string) =>
  useCommand({
    run: (input: ApplyChangeSetInput) => bff.post<ChangeSet>(path`/change-sets/${id}/apply`, input),
    ...answersSet,
    rereadsAfter: anyFailure,
    onDone: () => undoStack.clear(),
  });

export type ChangeSetVerb = "undo" | "withdraw" | "approve" | "reopen" | "apply";

/** Asks for the review of a draft, with the evidence as it is typed. */
export const useSubmit = (id: string) =>
  useCommand({
    run: async ({ version, evidence }: ApplyChangeSetInput) => {
      const saved =
        evidence === null || evidence === undefined
          ? { version }
          : await bff.patch<ChangeSet>(path`/change-sets/${id}`, { version, evidence });
      return await bff.post<ChangeSet>(path`/change-sets/${id}/submit`, { version: saved.version });
    },
    ...answersSet,
    rereadsAfter: anyFailure,
    onDone: () => undoStack.clear(),
  });

/** Undo stops a set before it is sent; withdraw takes back changes that were approved but never sent. */
export const useChangeSetVerb = (id: string) =>
  useCommand({
    run: ({ verb, version }: { verb: ChangeSetVerb; version: number }) =>
      bff.post<ChangeSet>(path`/change-sets/${id}/${verb}`, { version }),
    ...answersSet,
    rereadsAfter: anyFailure,
    failed: unlessGone,
  });

/** Ends single changes of a set in review, with a reason. */
export const useReject = (id: string) =>
  useCommand({
    run: (input: RejectChangesInput) => bff.post<ChangeSet>(path`/change-sets/${id}/reject`, input),
    ...answersSet,
    rereadsAfter: anyFailure,
  });

/** Splits one change off into a set of its own, so that the others can go on. */
export function useSplitOff({ id, version }: Pick<ChangeSet, "id" | "version">) {
  const toast = useToast();
  return useCommand({
    run: async (changeId: string) =>
      (await bff.post<SplitChangeSet>(path`/change-sets/${id}/split`, { version, changeIds: [changeId] })).changeSet,
    ...answersSet,
    rereadsAfter: anyFailure,
    failed: "",
    onDone: () => {
      undoStack.clear();
      toast({ text: "1 change is in a change set of its own now, named above." });
    },
  });
}

/** Stages what takes back the applied changes of a set, in a draft of its own. */
export const useRevert = (id: string) =>
  useCommand({
    run: async ({ version }: { version: number }) =>
      (await bff.post<RevertedChangeSet>(path`/change-sets/${id}/revert`, { version })).changeSet,
    ...answersSet,
    rereadsAfter: anyFailure,
  });

export const useUpdateChangeSet = (id: string) =>
  useCommand({
    run: (input: UpdateChangeSetInput) => bff.patch<ChangeSet>(path`/change-sets/${id}`, input),
    ...answersSet,
    rereadsAfter: isGone,
    failed: unlessGone,
  });

/** Saves the evidence of a draft; the form itself reports a failure. */
export const useSaveEvidence = (id: string) =>
  useCommand({
    run: ({ onSaved: _onSaved, ...input }: UpdateChangeSetInput & { onSaved: () => void }) =>
      bff.patch<ChangeSet>(path`/change-sets/${id}`, input),
    ...answersSet,
    rereadsAfter: isGone,
    // At once, so that what was saved here does not look like somebody else's.
    onDone: (_changeSet, { onSaved }) => onSaved(),
  });

export function useDeleteChangeSet(id: string) {
  const navigate = useNavigate();
  const toast = useToast();
  return useCommand({
    run: (_leaveTo: string) => bff.delete(path`/change-sets/${id}`),
    changes,
    rereadsAfter: isGone,
    failed: unlessGone,
    onDone: (_answer, leaveTo, client) => {
      undoStack.clear();
      toast({ text: "The draft is discarded. Nothing was sent." });
      client.removeQueries({ queryKey: changeSetQuery(id).queryKey });
      void navigate(leaveTo);
    },
  });
}
