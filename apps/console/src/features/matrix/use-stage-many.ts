import type { ChangeSet, Decided, StagedChanges } from "@dc/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { bff, path } from "#/api/bff.ts";
import { errorSentence } from "#/api/bff-error.ts";
import { refreshChanges } from "#/changes/refresh-changes.ts";
import { undoStack } from "#/changes/undo-stack.ts";
import { useToast } from "#/ui/overlay/toasts.tsx";
import type { CellRequest } from "./cell-changes.ts";

export interface DirectoryRequest {
  indexId: string;
  name: string;
  request: CellRequest;
}

/**
 * Stages in one directory after the other: into one's draft of a single one, and into one change set over several. What is
 * refused is told, and does not stop the rest.
 */
export function useStageMany() {
  const client = useQueryClient();
  const toast = useToast();
  const [progress, setProgress] = useState<{ done: number; all: number } | null>(null);
  /** Answers the directories that refused. */
  const stage = async (asked: readonly DirectoryRequest[]): Promise<string[]> => {
    const refused: { indexId: string; name: string; why: string }[] = [];
    setProgress({ done: 0, all: asked.length });
    const set = asked.length > 1 ? await openSet() : null;
    for (const [at, { indexId, name, request }] of asked.entries()) {
      try {
        if (set !== null && "why" in set) throw set.why;
        await send(indexId, request, set?.id);
      } catch (error) {
        refused.push({ indexId, name, why: errorSentence(error) });
      }
      setProgress({ done: at + 1, all: asked.length });
    }
    setProgress(null);
    const staged = asked.length - refused.length;
    if (set !== null && "id" in set && staged === 0 && set.counts.total === 0)
      await bff.delete(path`/change-sets/${set.id}`).catch(() => undefined);
    await refreshChanges(client);
    const [first] = refused;
    toast({
      text: [
        staged === 0 ? "Nothing was staged." : `Staged in ${inDirectories(staged)}.`,
        ...(first === undefined ? [] : [`${first.name}${andMore(refused.length - 1)}: ${first.why}`]),
      ].join(" "),
      seconds: first === undefined ? 5 : 12,
    });
    return refused.map(({ indexId }) => indexId);
  };
  return { stage, progress };
}

/** One's change set over several directories, or why there is none. */
async function openSet(): Promise<ChangeSet | { why: unknown }> {
  try {
    return await bff.post<ChangeSet>("/change-sets", {});
  } catch (why) {
    return { why };
  }
}

async function send(indexId: string, request: CellRequest, changeSetId: string | undefined): Promise<void> {
  const into = changeSetId === undefined ? {} : { changeSetId };
  const step =
    "change" in request
      ? stepOf(
          await bff.post<StagedChanges>(path`/index-versions/${indexId}/changes`, {
            changes: [request.change],
            ...into,
          }),
        )
      : stepOfDecision(
          await bff.post<Decided>(path`/index-versions/${indexId}/decisions`, { ...request.decision, ...into }),
        );
  const { changeSetId: stagedIn, staged, replaced } = step;
  if (stagedIn !== null) undoStack.push({ indexId, changeSetId: stagedIn, staged, replaced });
}

const stepOf = ({ changeSet, changes, replaced }: StagedChanges) => ({
  changeSetId: changeSet.id,
  staged: changes.map(({ id }) => id),
  replaced,
});

const stepOfDecision = ({ outcome, changes, replaced }: Decided) => ({
  changeSetId: outcome === "staged" ? (changes[0]?.changeSetId ?? null) : null,
  staged: changes.map(({ id }) => id),
  replaced,
});

export const inDirectories = (count: number): string => (count === 1 ? "1 directory" : `${count} directories`);

const andMore = (count: number): string => (count === 0 ? "" : ` and ${count} more`);
