import type { OpenChangeSetInput, StageChangesInput, StagedChanges, StageInSetInput } from "@dc/contract";
import { bff, path } from "#/api/bff.ts";
import { BffError, errorSentence } from "#/api/bff-error.ts";
import { undoStaging } from "#/changes/mutations.ts";
import { undoStack, type UndoStep } from "#/changes/undo-stack.ts";
import { anyFailure, useCommand } from "#/commands/use-command.ts";
import { useToast } from "#/ui/overlay/toasts.tsx";
import type { CellRequest } from "./cell-changes.ts";
import { useDraftOverDirectories } from "./use-draft-over-directories.ts";

export interface DirectoryRequest {
  indexId: string;
  name: string;
  request: CellRequest;
}

interface Refusal {
  of: DirectoryRequest | undefined;
  why: string;
  left: readonly DirectoryRequest[];
}

/**
 * Stages in one's draft of a single directory, or in one's change set over several: all changes together or none. Overrides are
 * removed at once, and one by one after them.
 */
export function useStageMany() {
  const toast = useToast();
  const draft = useDraftOverDirectories();
  const run = async (asked: readonly DirectoryRequest[]) => {
    const together = asked.filter(({ request }) => "change" in request);
    const refused: Refusal[] = [];
    const staged =
      together.length === 0
        ? null
        : await stageTogether(together, draft?.id).catch((error: unknown) => {
            refused.push({ of: together[namedIn(error)], why: errorSentence(error), left: together });
            return null;
          });
    for (const of of asked) {
      if ("change" in of.request) continue;
      await bff.post(path`/index-versions/${of.indexId}/decisions`, of.request.decision).catch((error: unknown) => {
        refused.push({ of, why: errorSentence(error), left: [of] });
      });
    }
    return { staged, refused, left: refused.flatMap(({ left }) => left.map(({ indexId }) => indexId)) };
  };
  const undo = useCommand({
    run: undoStaging,
    changes: ["change"],
    failed: "",
    rereadsAfter: anyFailure,
    onDone: (restaged, step) => {
      undoStack.pop(step);
      undoStack.rename(restaged);
    },
  });
  const command = useCommand({ run, changes: ["change"] });
  /** Answers the directories in which nothing was staged. */
  const stage = async (asked: readonly DirectoryRequest[]): Promise<string[]> => {
    const { staged, refused, left } = await command.mutateAsync(asked);
    const [first] = refused;
    const count = asked.length - left.length;
    const step: UndoStep | null =
      staged === null
        ? null
        : {
            changeSetId: staged.changeSet.id,
            staged: staged.changeIds,
            replaced: staged.replaced,
            onUndone: () => closeToast(),
          };
    const closeToast = toast({
      ...(step === null ? {} : { undo: () => undo.mutate(step) }),
      text: [
        count === 0 ? "Nothing was staged." : `Staged in ${inDirectories(count)}.`,
        ...(first === undefined ? [] : [`${first.of?.name ?? ""}${andMore(refused.length - 1)}: ${first.why}`]),
      ].join(" "),
      seconds: first === undefined ? 5 : 12,
    });
    if (step !== null) undoStack.push(step);
    return left;
  };
  return { stage, busy: command.isPending };
}

async function stageTogether(asked: readonly DirectoryRequest[], draftId: string | undefined): Promise<StagedChanges> {
  const changes = asked.flatMap(({ indexId, request }) =>
    "change" in request ? [{ ...request.change, indexId }] : [],
  );
  const [{ indexId, ...only } = { indexId: "" }, ...others] = changes;
  if (others.length === 0 && "record" in only)
    return await bff.post(path`/index-versions/${indexId}/changes`, { changes: [only] } satisfies StageChangesInput);
  return draftId === undefined
    ? await bff.post("/change-sets", { changes } satisfies OpenChangeSetInput)
    : await bff.post(path`/change-sets/${draftId}/changes`, { changes } satisfies StageInSetInput);
}

/** The place of the change that an error names. */
function namedIn(error: unknown): number {
  const pointer = error instanceof BffError ? (error.problem.errors?.[0]?.pointer ?? "") : "";
  return Number(/^\/changes\/(\d+)/.exec(pointer)?.[1] ?? 0);
}

export const inDirectories = (count: number): string => (count === 1 ? "1 directory" : `${count} directories`);

const andMore = (count: number): string => (count === 0 ? "" : ` and ${count} more`);
