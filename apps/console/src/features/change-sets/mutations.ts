import type {
  ApplyChangeSetInput,
  ChosenChangesInput,
  ChangeSet,
  RevertedChangeSet,
  RevertInput,
  ScheduleChangeSetInput,
  SettleAtRestInput,
  SettleMovedInput,
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
const ASKED = "Asked for. It is done once enough people have confirmed it.";

export const useApply = (id: string) =>
  useCommand({
    run: (input: ApplyChangeSetInput) => bff.post<ChangeSet>(path`/change-sets/${id}/apply`, input),
    ...answersSet,
    rereadsAfter: anyFailure,
    onDone: () => undoStack.clear(),
  });

/** Has a set applied at an hour of a day, in place of an earlier schedule. */
export const useSchedule = ({ id, version }: Pick<ChangeSet, "id" | "version">) =>
  useCommand({
    run: (input: Omit<ScheduleChangeSetInput, "version">) =>
      bff.post<ChangeSet>(path`/change-sets/${id}/schedule`, { version, ...input }),
    ...answersSet,
    rereadsAfter: anyFailure,
  });

export const useUnschedule = ({ id, version }: Pick<ChangeSet, "id" | "version">) =>
  useCommand({
    run: () => bff.post<ChangeSet>(path`/change-sets/${id}/schedule/drop`, { version }),
    ...answersSet,
    rereadsAfter: anyFailure,
    failed: "",
  });

export type ChangeSetVerb = "undo" | "withdraw" | "reopen" | "apply" | "pause" | "resume" | "retry";

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
export function useChangeSetVerb(id: string) {
  const toast = useToast();
  return useCommand({
    run: ({
      verb,
      ...body
    }: {
      verb: ChangeSetVerb;
      version: number;
      reason?: string;
      keepsHeld?: true;
      plan?: string | undefined;
      asRead?: string;
    }) => bff.post<ChangeSet>(path`/change-sets/${id}/${verb}`, body),
    ...answersSet,
    rereadsAfter: anyFailure,
    failed: unlessGone,
    onDone: ({ takingBack }, { verb }) => {
      if (verb === "withdraw" && takingBack !== null) toast({ text: ASKED });
    },
  });
}

/** Confirms or drops what somebody asks to be taken back. */
export function useTakingBack({ id, version }: Pick<ChangeSet, "id" | "version">) {
  const toast = useToast();
  return useCommand({
    run: (verb: "confirm" | "drop") => bff.post<ChangeSet>(path`/change-sets/${id}/taking-back/${verb}`, { version }),
    ...answersSet,
    rereadsAfter: anyFailure,
    failed: "",
    onDone: ({ takingBack }, verb) =>
      toast({
        text:
          verb === "drop"
            ? "Dropped. Nothing is taken back."
            : takingBack === null
              ? "Confirmed, and done."
              : "Confirmed. It is done once enough people have.",
      }),
  });
}

/** The changes that an act of a review is about: groups, lines and changes by their keys, and what the filters find. */
export type Choice = Omit<ChosenChangesInput, "version">;

export type ReviewVerb = "approve" | "reject" | "requests" | "split" | "reopen" | "comments";
export interface ReviewAct {
  verb: ReviewVerb;
  choice: Choice;
  /** The reason, or what is asked or said. */
  words?: string;
  /** The set as an act before it left it, unless it is as on screen. */
  version?: number;
}

const done: { readonly [verb in ReviewVerb]: string } = {
  approve: "Approved.",
  reject: "Rejected, with your reason.",
  requests: "Asked for. It cannot be applied before that is answered.",
  reopen: "To be edited: in your draft until its review is asked for again.",
  split: "Split off into a change set of its own, named above.",
  comments: "Your comment is kept.",
};

/** One act of a review on any number of changes: one request. */
export function useReviewAct(changeSet: Pick<ChangeSet, "id" | "version">) {
  const { id } = changeSet;
  const toast = useToast();
  return useCommand({
    run: async ({ verb, choice, words = "", version = changeSet.version }: ReviewAct) => {
      if (verb === "comments") {
        await bff.post(path`/change-sets/${id}/comments`, { ...choice, words });
        return await bff.get<ChangeSet>(path`/change-sets/${id}`);
      }
      const text = verb === "reject" ? { reason: words } : verb === "requests" ? { words } : {};
      const answer = await bff.post<ChangeSet | SplitChangeSet>(path`/change-sets/${id}/${verb}`, {
        version,
        ...choice,
        ...text,
      });
      return "splitOff" in answer && "changeSet" in answer ? answer.changeSet : answer;
    },
    ...answersSet,
    rereadsAfter: anyFailure,
    failed: "",
    onDone: (_changeSet, { verb }) => {
      if (verb === "split" || verb === "reopen") undoStack.clear();
      toast({ text: done[verb] });
    },
  });
}

export type AtRestVerb = SettleAtRestInput["as"];
const movedDone: { readonly [as in SettleMovedInput["as"] | AtRestVerb]: string } = {
  "keep ours": "Kept. What is there now is what it was decided on.",
  "take what is there": "Withdrawn. What is there stays.",
  "send all the same": "To be sent.",
  "give way": "Withdrawn, and what the index says is accepted.",
};

/** Settles changes whose ground moved, before they are applied or, with a reason, before they are sent. */
export function useSettleMoved({ id, version }: Pick<ChangeSet, "id" | "version">) {
  const toast = useToast();
  return useCommand({
    run: (asked: Omit<SettleMovedInput, "version"> | Omit<SettleAtRestInput, "version">) =>
      bff.post<ChangeSet>(path`/change-sets/${id}/${"reason" in asked ? "at-rest" : "moved"}`, { version, ...asked }),
    ...answersSet,
    rereadsAfter: anyFailure,
    failed: "",
    onDone: ({ takingBack }, { as }) => toast({ text: takingBack?.as === as ? ASKED : movedDone[as] }),
  });
}

/** Takes back what one asked to be changed. */
export const useWithdrawRequest = ({ id, version }: Pick<ChangeSet, "id" | "version">) =>
  useCommand({
    run: (commentId: string) =>
      bff.post<ChangeSet>(path`/change-sets/${id}/requests/${commentId}/withdraw`, { version }),
    ...answersSet,
    rereadsAfter: anyFailure,
    failed: "",
  });

/** Stages what takes back the applied changes of a set, in a draft of its own. */
export const useRevert = (id: string) =>
  useCommand({
    run: async (input: RevertInput) =>
      (await bff.post<RevertedChangeSet>(path`/change-sets/${id}/revert`, input)).changeSet,
    ...answersSet,
    rereadsAfter: anyFailure,
  });

export const useUpdateChangeSet = (id: string) =>
  useCommand({
    run: (input: UpdateChangeSetInput) => bff.patch<ChangeSet>(path`/change-sets/${id}`, input),
    ...answersSet,
    rereadsAfter: anyFailure,
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
