import type { ChangeSet } from "@dc/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { BffError, isGone } from "#/api/bff-error.ts";
import { readUnsavedInput, storeUnsavedInput } from "#/ui/form/unsaved-input.ts";
import { draftFrom, evidenceFrom, typedFrom, type TypedEvidence } from "#/changes/evidence-form.tsx";
import { useSaveEvidence } from "#/features/change-sets/mutations.ts";
import { changeSetQuery } from "#/features/change-sets/queries.ts";

type Part = keyof TypedEvidence;
/** What was typed and is not saved, with what the draft said when typing began. */
type Edits = { readonly [part in Part]?: { typed: string; from: string } };

const parts: readonly Part[] = ["reason", "source", "verifiedOn", "reviewBy", "from", "until"];

/** What the draft says, with the unsaved parts over it. */
function over(saved: TypedEvidence, edits: Edits): TypedEvidence {
  const shown = { ...saved };
  for (const part of parts) shown[part] = edits[part]?.typed ?? saved[part];
  return shown;
}

/** The parts that somebody else saved otherwise since typing began. */
function conflictsOf(saved: TypedEvidence, edits: Edits): Part[] {
  return parts.filter((part) => {
    const edit = edits[part];
    return edit !== undefined && saved[part] !== edit.from && saved[part] !== edit.typed.trim();
  });
}

/**
 * The evidence of a draft, saved whenever a field or the page is left. What others save meanwhile is taken over, except
 * for a part that was typed here too: then a person chooses.
 */
export function useEvidenceDraft(changeSet: ChangeSet) {
  const client = useQueryClient();
  const place = `evidence of ${changeSet.id}`;
  const { mutateAsync, isPending, isError } = useSaveEvidence(changeSet.id);
  const [edits, setEdits] = useState<Edits>(() => readUnsavedInput<Edits>(client, place) ?? {});
  const latest = useRef({ edits, stopped: false });
  const saving = useRef<Promise<unknown>>(Promise.resolve());
  const known = () => client.getQueryData(changeSetQuery(changeSet.id).queryKey) ?? changeSet;
  const savedNow = () => typedFrom(known().evidence);
  const put = (next: Edits) => {
    latest.current.edits = next;
    storeUnsavedInput(client, place, Object.keys(next).length === 0 ? null : next);
    setEdits(next);
  };
  /** Drops the edits that were saved; what was typed since then began with what was saved. */
  const settle = (sent: Edits) => {
    const left = parts.flatMap((part) => {
      const edit = latest.current.edits[part];
      if (edit === undefined || edit.typed === sent[part]?.typed) return [];
      return [[part, { typed: edit.typed, from: sent[part]?.typed.trim() ?? edit.from }] as const];
    });
    put(Object.fromEntries(left));
  };
  const save = async (again = true): Promise<void> => {
    const sent = latest.current.edits;
    const { evidence, version } = known();
    const saved = typedFrom(evidence);
    if (conflictsOf(saved, sent).length > 0) return;
    if (parts.every((part) => (sent[part]?.typed ?? saved[part]).trim() === saved[part])) {
      settle(sent);
      return;
    }
    try {
      await mutateAsync({ evidence: draftFrom(over(saved, sent)), version, onSaved: () => settle(sent) });
    } catch (error) {
      if (isGone(error)) put({});
      if (!again || !(error instanceof BffError) || error.code !== "version_mismatch") return;
      // What somebody else changed is read before it is tried once more.
      await client.refetchQueries({ queryKey: changeSetQuery(changeSet.id).queryKey, exact: true });
      await save(false);
    }
  };
  const keep = () => {
    if (!latest.current.stopped) saving.current = saving.current.then(() => save());
  };
  const keepOnLeaving = useRef(keep);
  useEffect(() => {
    keepOnLeaving.current = keep;
  });
  useEffect(() => () => keepOnLeaving.current(), []);

  // What was saved a moment ago is known before the page is drawn with it.
  const saved = savedNow();
  const typed = over(saved, edits);
  const type = (next: TypedEvidence) => {
    const began = (part: Part) => latest.current.edits[part]?.from ?? savedNow()[part];
    const changed = parts.filter((part) => next[part] !== typed[part]);
    put({
      ...latest.current.edits,
      ...Object.fromEntries(changed.map((part) => [part, { typed: next[part], from: began(part) }])),
    });
  };
  const conflicts = conflictsOf(saved, edits);
  return {
    typed,
    type,
    keep,
    evidence: evidenceFrom(typed),
    /** The parts that were typed here and saved otherwise by somebody else, with what is saved. */
    conflicts: conflicts.map((part) => ({ part, theirs: saved[part] })),
    choose: (whose: "mine" | "theirs") => {
      const now = savedNow();
      const conflicting = conflictsOf(now, latest.current.edits);
      const kept = parts.flatMap((part) => {
        const edit = latest.current.edits[part];
        if (edit === undefined || (whose === "theirs" && conflicting.includes(part))) return [];
        return [[part, { typed: edit.typed, from: now[part] }] as const];
      });
      put(Object.fromEntries(kept));
      keep();
    },
    state: isPending
      ? ("keeping" as const)
      : isError && Object.keys(edits).length > 0
        ? ("not kept" as const)
        : known().evidence !== null && Object.keys(edits).length === 0
          ? ("kept" as const)
          : ("typed" as const),
    /** Waits for the last save; null if a person has to choose first. Nothing more is saved after that. */
    settled: async () => {
      latest.current.stopped = true;
      await saving.current;
      // Of a set that is another one by now, as one's own edit made it, the new version may still be on its way.
      await client
        .query({ ...changeSetQuery(changeSet.id), staleTime: Number.POSITIVE_INFINITY })
        .catch(() => undefined);
      const now = savedNow();
      if (conflictsOf(now, latest.current.edits).length > 0) {
        latest.current.stopped = false;
        return null;
      }
      return { version: known().version, evidence: evidenceFrom(over(now, latest.current.edits)) };
    },
    resume: () => {
      latest.current.stopped = false;
    },
    /** Forgets what was typed, once it was applied. */
    forget: () => storeUnsavedInput(client, place, null),
  };
}
