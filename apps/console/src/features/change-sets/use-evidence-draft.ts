import type { ChangeSet, DraftEvidence } from "@dc/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { draftFrom, evidenceFrom, typedFrom, type TypedEvidence } from "./evidence-form.tsx";
import { useUpdateChangeSet } from "./mutations.ts";
import { changeSetQuery } from "./queries.ts";

/** The typed evidence, saved with the draft whenever a field or the page is left. */
export function useEvidenceDraft(changeSet: ChangeSet) {
  const client = useQueryClient();
  const { mutateAsync, isPending, isError } = useUpdateChangeSet(changeSet.id);
  const [typed, setTyped] = useState(() => typedFrom(changeSet.evidence));
  const [kept, setKept] = useState<DraftEvidence | null | undefined>(() => draftFrom(typedFrom(changeSet.evidence)));
  const latest = useRef({ typed, kept, stopped: false });
  const keeping = useRef<Promise<unknown>>(Promise.resolve());
  const version = () => client.getQueryData(changeSetQuery(changeSet.id).queryKey)?.version ?? changeSet.version;

  const type = (next: TypedEvidence) => {
    latest.current.typed = next;
    setTyped(next);
  };
  const keep = () => {
    const evidence = draftFrom(latest.current.typed);
    if (latest.current.stopped || JSON.stringify(evidence) === JSON.stringify(latest.current.kept)) return;
    latest.current.kept = evidence;
    keeping.current = keeping.current
      .then(() => mutateAsync({ evidence, version: version() }))
      .then(
        () => setKept(evidence),
        () => {
          latest.current.kept = undefined;
        },
      );
  };
  const keepOnLeaving = useRef(keep);
  useEffect(() => {
    keepOnLeaving.current = keep;
  });
  useEffect(() => () => keepOnLeaving.current(), []);

  const isKept = kept !== null && JSON.stringify(draftFrom(typed)) === JSON.stringify(kept);
  return {
    typed,
    type,
    keep,
    evidence: evidenceFrom(typed),
    state: isError
      ? ("not kept" as const)
      : isPending
        ? ("keeping" as const)
        : isKept
          ? ("kept" as const)
          : ("typed" as const),
    /** Waits for the last save and returns the version after it. Nothing more is saved after that. */
    settled: async () => {
      latest.current.stopped = true;
      await keeping.current;
      return version();
    },
    resume: () => {
      latest.current.stopped = false;
    },
  };
}
