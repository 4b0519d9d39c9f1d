import type { Change, Decided, SettleChangeInput, StagedChanges, UndoStagingInput } from "@dc/contract";
import { useNavigate } from "react-router";
import { paths } from "#/paths.ts";
import { bff, path } from "#/api/bff.ts";
import { BffError, errorSentence } from "#/api/bff-error.ts";
import { anyFailure, useCommand } from "#/commands/use-command.ts";
import { announce } from "#/ui/page/announce.ts";
import { useToast } from "#/ui/overlay/toasts.tsx";
import type { Wording } from "#/record/wording.ts";
import { countText } from "#/ui/display/count.tsx";
import type { ManySeen, SeenChange, SeenDecision } from "./seen-values.ts";
import { undoStack, type UndoStep } from "./undo-stack.ts";
import { operationText } from "./change-text.tsx";

const changes = ["change"] as const;
/** Why it was refused is told, and what changed since it was on screen is read again. */
const staging = {
  changes,
  failed: "",
  rereadsAfter: (failure: Error) => failure instanceof BffError && failure.code === "moved_since_seen",
};
const discarding = { changes, failed: "", rereadsAfter: anyFailure };

/** So many withdrawn changes are named. */
const MOST_NAMED = 3;

/** Changes to stage, and where. */
export interface StagingAsked {
  changes: readonly SeenChange[];
  /** The set into which they go; the caller's draft of the index where it names none. */
  changeSetId?: string | null;
  /** They edit changes of the set that are under review. */
  isEdit?: boolean;
}

/** Stages changes of this index. `onStaged` is called before anything is read again. */
export function useStage(
  indexId: string,
  onStaged?: (asked: readonly SeenChange[], changeIds: readonly string[]) => void,
) {
  const toast = useToast();
  const navigate = useNavigate();
  const undoEdit = useCommand({ run: undoStaging, ...discarding, onDone: () => announce("Undone.") });
  return useCommand({
    run: ({ changes, changeSetId = null }: StagingAsked) => {
      return changeSetId === null
        ? bff.post<StagedChanges>(path`/index-versions/${indexId}/changes`, { changes })
        : bff.post<StagedChanges>(path`/change-sets/${changeSetId}/changes`, {
            changes: changes.map((change) => ({ ...change, indexId })),
          });
    },
    ...staging,
    onDone: ({ changeSet, changeIds, replaced }, { changes: asked, isEdit = false }) => {
      if (isEdit) {
        if (changeIds.length > 0) onStaged?.(asked, changeIds);
        const step = { changeSetId: changeSet.id, staged: changeIds, replaced };
        toast({
          text:
            changeIds.length > 0
              ? `Changed in “${changeSet.name}”, and to be approved anew.`
              : `Taken out of “${changeSet.name}”: the directory already has this value.`,
          undo: () => undoEdit.mutate(step),
          action: {
            label: "Open the set",
            run: () => void navigate(paths.changeSet.href({ changeSetId: changeSet.id })),
          },
          seconds: 10,
        });
        return;
      }
      undoStack.push({ changeSetId: changeSet.id, staged: changeIds, replaced });
      if (changeIds.length > 0) onStaged?.(asked, changeIds);
      if (changeIds.length === 0)
        toast({
          text: `${replaced.length === 0 ? "Nothing to stage" : "Draft discarded"}: the directory already has this value.`,
        });
      else announce(`Staged. In the draft: ${changeSet.contents}.`);
    },
  });
}

/** Discards what was staged, and restores what it replaced. Answers the id of each restored draft, which is a new one where it was not known any more. */
export async function undoStaging(step: UndoStep): Promise<ReadonlyMap<string, string>> {
  const { changeSetId, staged, replaced } = step;
  const asked: UndoStagingInput = {
    staged: [...staged],
    replaced: replaced.map(({ id, indexId, record, field, operation, policy, evidence, baseSeen, seen }) => ({
      id,
      indexId,
      record,
      operation,
      policy,
      evidence,
      // It was accepted once, however it reads.
      asItStands: true,
      seenDrafts: [...staged],
      ...(field === null
        ? {}
        : {
            field,
            seen:
              seen === null ? { base: baseSeen } : { base: seen.base, index: seen.index, effective: seen.effective },
          }),
    })),
  };
  const { changeIds } = await bff.post<StagedChanges>(path`/change-sets/${changeSetId}/changes/undo`, asked);
  return new Map(
    replaced.flatMap(({ id }, index) => (changeIds[index] === undefined ? [] : [[id, changeIds[index]] as const])),
  );
}

export const discardChange = (id: string) => bff.delete(path`/changes/${id}`);

/** Brings discarded drafts back, each into the set that it was in. */
async function stageAgainInEachSet(drafts: readonly Change[]): Promise<ReadonlyMap<string, string>> {
  const restaged = new Map<string, string>();
  for (const [changeSetId, replaced] of Map.groupBy(drafts, (draft) => draft.changeSetId)) {
    if (changeSetId === null) continue;
    for (const names of await undoStaging({ changeSetId, staged: [], replaced })) restaged.set(...names);
  }
  return restaged;
}

/** Discards drafts; undo stages them again. */
export function useDiscard() {
  const toast = useToast();
  const stageAgain = useCommand({
    run: stageAgainInEachSet,
    ...discarding,
    onDone: (restaged) => undoStack.rename(restaged),
  });
  return useCommand({
    run: async (asked: readonly Change[]) => {
      const results = await Promise.allSettled(asked.map(({ id }) => discardChange(id)));
      const failures = results.flatMap((result) => (result.status === "rejected" ? [result.reason as unknown] : []));
      if (failures.length === asked.length && failures.length > 0) throw failures[0];
      return { drafts: asked.filter((_, at) => results[at]?.status === "fulfilled"), failures };
    },
    ...discarding,
    onDone: ({ drafts, failures }) => {
      undoStack.forget(drafts.map(({ id }) => id));
      if (drafts.length === 0) return;
      const replaced = drafts.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
      toast({
        text: [
          drafts.length === 1 ? "The draft is discarded." : `${countText(drafts.length, "draft")} are discarded.`,
          ...(failures.length === 0
            ? []
            : [`${countText(failures.length, "draft")} could not be. ${errorSentence(failures[0])}`]),
        ].join(" "),
        undo: () => stageAgain.mutate(replaced),
      });
    },
  });
}

/** Describes the outcome of a decision in one or two sentences. */
function outcomeText({ outcome, changes, changeIds }: Decided, doneText: string | null, wording: Wording): string {
  if (outcome === "done") return `${doneText ?? "Done."} Nothing was sent.`;
  const count = changeIds.length;
  if (outcome === "staged") return `Staged into your draft${count > 1 ? `: ${countText(count, "change")}` : ""}.`;
  if (outcome === "asked") return "Asked for. Readers get it until enough people have confirmed that it is removed.";
  if (count > MOST_NAMED) return `Withdrawn: ${countText(count, "change")}. Nothing was sent.`;
  const names = changes.map((change) => operationText(change, wording));
  return `Withdrawn: ${names.join("; ")}. Nothing was sent.`;
}

/** A decision about one value, or about any number of values of any records of the index. */
type DecideRequest = (SeenDecision | ManySeen) & {
  /** The toast's text if it takes effect at once. */
  doneText?: string | null;
};

/** Sends a decision about values. What takes effect at once is undone as a whole, and so is the staging of many. */
export function useDecide(indexId: string, wording: Wording) {
  const toast = useToast();
  const undoDecision = useCommand({
    run: (decisionId: string) => bff.post<Decided>(path`/index-versions/${indexId}/decisions/${decisionId}/undo`, {}),
    ...discarding,
  });
  const undoStaged = useCommand({
    run: undoStaging,
    ...discarding,
    onDone: (restaged, step) => {
      undoStack.pop(step);
      undoStack.rename(restaged);
    },
  });
  return useCommand({
    run: ({ doneText: _doneText, ...ask }: DecideRequest) =>
      bff.post<Decided>(path`/index-versions/${indexId}/decisions`, ask),
    ...staging,
    onDone: (decided, { doneText = null, ...asked }) => {
      const { undo, changeSetId, changeIds: staged, replaced, outcome, note } = decided;
      // The one object in the toast and in the bar, which knows by it what is undone.
      const step: UndoStep | null =
        outcome === "staged" && changeSetId !== null
          ? { changeSetId, staged, replaced, onUndone: () => closeToast() }
          : null;
      const takeBack =
        undo !== null
          ? () => undoDecision.mutate(undo.decisionId)
          : step !== null && asked.of !== undefined && staged.length + replaced.length > 0
            ? () => undoStaged.mutate(step)
            : undefined;
      const closeToast = toast({
        ...(takeBack === undefined ? {} : { undo: takeBack }),
        text: [outcomeText(decided, doneText, wording), note].filter((words) => words !== null).join(" "),
        seconds: note !== null ? 9 : outcome === "withdrawn" ? 7 : 5,
      });
      if (step !== null) undoStack.push(step);
    },
  });
}

type ChangeVerb =
  | { id: string; verb: "withdraw" | "send"; reason?: string }
  | ({ id: string; verb: "settle" } & SettleChangeInput);

/** Withdraws, sends again or settles a change. */
export function useChangeVerb() {
  const toast = useToast();
  const navigate = useNavigate();
  return useCommand({
    run: (ask: ChangeVerb) => {
      if (ask.verb !== "settle") {
        const reason = ask.reason === undefined ? {} : { reason: ask.reason };
        return bff.post<Change>(path`/changes/${ask.id}/${ask.verb}`, reason);
      }
      const { as, recordId, sendAgain } = ask;
      const settlement = {
        as,
        ...(recordId === undefined ? {} : { recordId }),
        ...(sendAgain === true ? { sendAgain } : {}),
      };
      return bff.post<Change>(path`/changes/${ask.id}/settle`, settlement);
    },
    // A change that ended is not reopened: sending it again makes a new change in a new set.
    onDone: ({ id, changeSetId, state }, asked) => {
      if (asked.verb === "withdraw" && state !== "withdrawn")
        toast({ text: "Asked for. It is done once enough people have confirmed it." });
      return id === asked.id || changeSetId === null ? undefined : navigate(paths.changeSet.href({ changeSetId }));
    },
    changes,
    rereadsAfter: anyFailure,
    // An error of the typed id is shown at its field.
    failed: (error) => (error instanceof BffError && error.fieldError("/recordId") !== undefined ? null : ""),
  });
}
