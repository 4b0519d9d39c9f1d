import type { ChangeSet, Evidence, StagedChanges, StageInSetInput } from "@dc/contract";
import { bff, path } from "#/api/bff.ts";
import { BffError, errorSentence } from "#/api/bff-error.ts";
import { undoStack } from "#/changes/undo-stack.ts";
import { anyFailure, useCommand } from "#/commands/use-command.ts";
import type { PlacedFinding, PlacedChange } from "./statement-places.ts";

export interface Refused {
  why: string;
  /** The findings that the server named, such as those that moved since they were shown. */
  named: readonly PlacedFinding[];
}

interface Request {
  changes: readonly { change: PlacedChange; of: PlacedFinding }[];
  name: string;
  evidence: Evidence | null;
}

/** Stages exactly what was previewed into one change set over the directories, all or none. */
export function useStageStatement() {
  const { mutateAsync, isPending, error, variables, reset } = useCommand({
    run: stageStatement,
    changes: ["change"],
    rereadsAfter: anyFailure,
  });
  return {
    /** The id of the change set; null where nothing was staged. */
    stage: (request: Request) => mutateAsync(request).catch(() => null),
    busy: isPending,
    refused: error === null ? null : { why: errorSentence(error), named: namedIn(error, variables.changes) },
    forget: reset,
  };
}

async function stageStatement({ changes, name, evidence }: Request): Promise<string> {
  const opened = await bff.post<ChangeSet>("/change-sets", {});
  const isNew = opened.counts.total === 0;
  const asked: StageInSetInput = { changes: changes.map(({ change }) => ({ ...change, evidence })) };
  const staged = await bff
    .post<StagedChanges>(path`/change-sets/${opened.id}/changes`, asked)
    .catch(async (error: unknown) => {
      if (isNew) await bff.delete(path`/change-sets/${opened.id}`).catch(() => undefined);
      throw error;
    });
  const { changeSet, replaced } = staged;
  undoStack.push({ changeSetId: changeSet.id, staged: staged.changes.map(({ id }) => id), replaced });
  // A draft that had changes before keeps its name and its own evidence.
  if (isNew)
    await bff
      .patch(path`/change-sets/${changeSet.id}`, { name, evidence, version: changeSet.version })
      .catch(() => undefined);
  return changeSet.id;
}

function namedIn(error: unknown, changes: Request["changes"]): PlacedFinding[] {
  const pointers = error instanceof BffError ? (error.problem.errors ?? []) : [];
  const places = pointers.flatMap(({ pointer }) => {
    const index = /^\/changes\/(\d+)/.exec(pointer)?.[1];
    return index === undefined ? [] : (changes[Number(index)]?.of ?? []);
  });
  return [...new Set(places)];
}
