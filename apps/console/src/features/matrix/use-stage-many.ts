import type { ChangeSet, Decided, StagedChanges, StageInSetInput } from "@dc/contract";
import { useState } from "react";
import { bff, path } from "#/api/bff.ts";
import { BffError, errorSentence } from "#/api/bff-error.ts";
import { undoStack } from "#/changes/undo-stack.ts";
import { useCommand } from "#/commands/use-command.ts";
import { useToast } from "#/ui/overlay/toasts.tsx";
import type { CellRequest } from "./cell-changes.ts";

export interface DirectoryRequest {
  indexId: string;
  name: string;
  request: CellRequest;
}

interface Refusal {
  indexId: string;
  name: string;
  why: string;
}

/**
 * Stages in one's draft of a single directory, and into one change set over several: all changes together or none, and what
 * is decided at once after them. What is refused is told.
 */
export function useStageMany() {
  const toast = useToast();
  const [progress, setProgress] = useState<{ done: number; all: number } | null>(null);
  const run = async (asked: readonly DirectoryRequest[]) => {
    const all = asked.length;
    setProgress({ done: 0, all });
    const set = all > 1 ? await openSet() : null;
    const refused: Refusal[] = [];
    const left = new Set<string>();
    if (set !== null && "why" in set) {
      refused.push(...asked.slice(0, 1).map(({ indexId, name }) => ({ indexId, name, why: errorSentence(set.why) })));
      for (const { indexId } of asked) left.add(indexId);
    } else {
      const together = set === null ? [] : asked.filter(({ request }) => "change" in request);
      const refusal = set === null || together.length === 0 ? null : await stageTogether(set.id, together);
      if (refusal !== null) {
        refused.push(refusal);
        for (const { indexId } of together) left.add(indexId);
      }
      for (const [index, directoryRequest] of asked.filter((request) => !together.includes(request)).entries()) {
        setProgress({ done: together.length + index, all });
        try {
          await stageOne(directoryRequest, set?.id);
        } catch (error) {
          refused.push({ ...directoryRequest, why: errorSentence(error) });
          left.add(directoryRequest.indexId);
        }
      }
    }
    setProgress(null);
    const staged = all - left.size;
    if (set !== null && "id" in set && staged === 0 && set.counts.total === 0)
      await bff.delete(path`/change-sets/${set.id}`).catch(() => undefined);
    return { refused, staged, left: [...left] };
  };
  const command = useCommand({ run, changes: ["change"] });
  /** Answers the directories in which nothing was staged. */
  const stage = async (asked: readonly DirectoryRequest[]): Promise<string[]> => {
    const { refused, staged, left } = await command.mutateAsync(asked);
    const [first] = refused;
    toast({
      text: [
        staged === 0 ? "Nothing was staged." : `Staged in ${inDirectories(staged)}.`,
        ...(first === undefined ? [] : [`${first.name}${andMore(refused.length - 1)}: ${first.why}`]),
      ].join(" "),
      seconds: first === undefined ? 5 : 12,
    });
    return left;
  };
  return { stage, progress };
}

/** Stages all or none; answers the first that was refused. */
async function stageTogether(changeSetId: string, asked: readonly DirectoryRequest[]): Promise<Refusal | null> {
  const changes = asked.flatMap(({ indexId, request }) =>
    "change" in request ? [{ ...request.change, indexId }] : [],
  );
  try {
    const { changes: staged, replaced } = await bff.post<StagedChanges>(path`/change-sets/${changeSetId}/changes`, {
      changes,
    } satisfies StageInSetInput);
    undoStack.push({ changeSetId, staged: staged.map(({ id }) => id), replaced });
    return null;
  } catch (error) {
    const index =
      error instanceof BffError ? /^\/changes\/(\d+)/.exec(error.problem.errors?.[0]?.pointer ?? "")?.[1] : null;
    const { indexId, name } = asked[Number(index ?? 0)] ?? { indexId: "", name: "" };
    return { indexId, name, why: errorSentence(error) };
  }
}

/** A new change set over several directories, or the error of creating it. */
async function openSet(): Promise<ChangeSet | { why: unknown }> {
  try {
    return await bff.post<ChangeSet>("/change-sets", {});
  } catch (why) {
    return { why };
  }
}

async function stageOne({ indexId, request }: DirectoryRequest, changeSetId: string | undefined): Promise<void> {
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
  if (stagedIn !== null) undoStack.push({ changeSetId: stagedIn, staged, replaced });
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
