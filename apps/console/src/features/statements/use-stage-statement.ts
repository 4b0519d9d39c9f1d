import type { Evidence, OpenChangeSetInput, StagedChanges } from "@dc/contract";
import { bff } from "#/api/bff.ts";
import { BffError, errorSentence } from "#/api/bff-error.ts";
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

/** Stages exactly what was previewed into a change set of its own, all or none. */
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
  const asked: OpenChangeSetInput = { name, evidence, changes: changes.map(({ change }) => change) };
  const { changeSet } = await bff.post<StagedChanges>("/change-sets", asked);
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
