import type { ChangeSet, Evidence, StagedChanges, StageInSetInput } from "@dc/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { bff, path } from "#/api/bff.ts";
import { BffError, errorSentence } from "#/api/bff-error.ts";
import { undoStack } from "#/changes/undo-stack.ts";
import { refresh } from "#/commands/refresh.ts";
import type { Found, PlacedChange } from "./statement-places.ts";

export interface Refused {
  why: string;
  /** The findings that the server named, such as those that moved since they were shown. */
  named: readonly Found[];
}

interface Request {
  changes: readonly { change: PlacedChange; of: Found }[];
  name: string;
  evidence: Evidence | null;
}

/** Stages exactly what was previewed into one change set over the directories, all or none. */
export function useStageStatement() {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  /** The id of the change set; null where nothing was staged. */
  const stage = async ({ changes, name, evidence }: Request): Promise<string | null> => {
    setBusy(true);
    setRefused(null);
    let opened: ChangeSet | null = null;
    try {
      opened = await bff.post<ChangeSet>("/change-sets", {});
      const isNew = opened.counts.total === 0;
      const asked: StageInSetInput = { changes: changes.map(({ change }) => ({ ...change, evidence })) };
      const staged = await bff.post<StagedChanges>(path`/change-sets/${opened.id}/changes`, asked);
      const { changeSet } = staged;
      undoStack.push({
        changeSetId: changeSet.id,
        staged: staged.changes.map(({ id }) => id),
        replaced: staged.replaced,
      });
      // A draft that had changes before keeps its name and its own evidence.
      if (isNew)
        await bff
          .patch(path`/change-sets/${changeSet.id}`, { name, evidence, version: changeSet.version })
          .catch(() => undefined);
      return changeSet.id;
    } catch (error) {
      if (opened?.counts.total === 0) await bff.delete(path`/change-sets/${opened.id}`).catch(() => undefined);
      const pointers = error instanceof BffError ? (error.problem.errors ?? []) : [];
      const places = pointers.flatMap(({ pointer }) => {
        const at = /^\/changes\/(\d+)/.exec(pointer)?.[1];
        return at === undefined ? [] : (changes[Number(at)]?.of ?? []);
      });
      setRefused({ why: errorSentence(error), named: [...new Set(places)] });
      return null;
    } finally {
      await refresh(client, ["change"]);
      setBusy(false);
    }
  };
  return { stage, busy, refused, forget: () => setRefused(null) };
}
