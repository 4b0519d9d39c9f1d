import type { Evidence, OpenChangeSetInput, StagedChanges, Verified, VerifyInput } from "@dc/contract";
import { useState } from "react";
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
  /** What was said to be right as it stands; null if nothing was. */
  verification: VerifyInput | null;
  changes: readonly { change: PlacedChange; of: PlacedFinding }[];
  name: string;
  evidence: Evidence | null;
}

interface Kept {
  /** Null where nothing was to be changed. */
  changeSetId: string | null;
  verified: Verified | null;
}

/** Stages exactly what was previewed into a change set of its own, and verifies what is right with it: all or none. */
export function useStageStatement() {
  const [isEnding, setEnding] = useState(false);
  const { mutateAsync, isPending, error, variables, reset } = useCommand({
    run: stageStatement,
    changes: ["change", "verification"],
    rereadsAfter: anyFailure,
  });
  return {
    /** `end` is what is done where it was not refused; it is busy until then. */
    stage: async (request: Request, end: (kept: Kept) => Promise<void>) => {
      const kept = await mutateAsync(request).catch(() => null);
      if (kept === null) return;
      setEnding(true);
      await end(kept).finally(() => setEnding(false));
    },
    busy: isPending || isEnding,
    refused: error === null ? null : { why: errorSentence(error), named: namedIn(error, variables.changes) },
    forget: reset,
  };
}

async function stageStatement({ changes, name, evidence, verification }: Request): Promise<Kept> {
  if (changes.length === 0)
    return { changeSetId: null, verified: await bff.post<Verified>("/verifications", verification) };
  const asked: OpenChangeSetInput = { name, evidence, changes: changes.map(({ change }) => change), verification };
  const { changeSet, verified } = await bff.post<StagedChanges>("/change-sets", asked);
  return { changeSetId: changeSet.id, verified };
}

function namedIn(error: unknown, changes: Request["changes"]): PlacedFinding[] {
  const pointers = error instanceof BffError ? (error.problem.errors ?? []) : [];
  const places = pointers.flatMap(({ pointer }) => {
    const index = /^\/changes\/(\d+)/.exec(pointer)?.[1];
    return index === undefined ? [] : (changes[Number(index)]?.of ?? []);
  });
  return [...new Set(places)];
}
