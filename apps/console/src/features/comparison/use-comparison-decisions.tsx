import type { Change, Decision, PractitionerView, RecordView } from "@dc/contract";
import { recordKey } from "@dc/directory";
import { useMemo, useState } from "react";
import { ConflictCard } from "#/changes/conflict-card.tsx";
import { DecisionCard, hasChoices } from "#/changes/decision-card.tsx";
import type { Place } from "#/record/field-row.ts";
import type { PlanNames } from "#/plan-choice/queries.ts";
import { useDecisions } from "#/changes/use-decisions.ts";
import { verbsOf } from "#/changes/decision-options.ts";
import { useCommands } from "#/ui/keyboard/commands.tsx";
import { useKeys } from "#/ui/keyboard/keyboard-shortcuts.tsx";
import { Verdict } from "#/marks/verdict.tsx";

export interface CompareDeskInput {
  indexId: string;
  view: PractitionerView | undefined;
  records: readonly RecordView[];
  planName: PlanNames;
  drafts: readonly Change[];
  decidable: boolean;
  /** The place that is chosen; null where there is none. */
  current: Place | null;
  /** The places that j and k step through. */
  shown: readonly Place[];
  onSelect: (place: Place) => void;
}

/** What one decides in the compare view: on the row, in a card in its place, by key and from the palette. */
export function useCompareDesk(input: CompareDeskInput) {
  const { indexId, view, records, planName, drafts, decidable, current, shown, onSelect } = input;
  const [resolving, setResolving] = useState<string | null>(null);
  const decisions = useDecisions(indexId, drafts, planName);
  const verbs = useMemo(() => (current === null || !decidable ? [] : verbsOf(current.leaf)), [current, decidable]);
  const opens = (place: Place) => decidable && (place.leaf.verdict === "conflict" || hasChoices(place));
  const resolve = (place: Place) => {
    onSelect(place);
    setResolving(place.id);
  };
  const decide = async (place: Place | null, decision: Decision) => {
    if (place === null || !decidable || verbsOf(place.leaf).every((verb) => verb.decision !== decision)) return;
    if ((await decisions.ask(place, decision)) !== null) setResolving(null);
  };
  const move = (by: number) => {
    const at = shown.findIndex(({ id }) => id === current?.id);
    const next = shown[Math.min(Math.max(at + by, 0), shown.length - 1)];
    if (next === undefined) return;
    onSelect(next);
    document.querySelector<HTMLElement>(`[data-place="${CSS.escape(next.id)}"]`)?.focus();
  };
  const key = (keys: string, label: string, decision: Decision) => ({
    keys,
    label,
    group: "Compare",
    run: () => void decide(current, decision),
  });
  useKeys([
    { keys: "j", label: "Next difference", group: "Compare", run: () => move(1) },
    { keys: "k", label: "Previous difference", group: "Compare", run: () => move(-1) },
    {
      keys: "e",
      label: "Resolve, or look into it",
      group: "Compare",
      run: () => (current !== null && opens(current) ? resolve(current) : undefined),
    },
    key("o", "Keep ours", "keep ours"),
    key("b", "Take base", "take base"),
    key("a", "Accept what came from outside", "accept"),
    key("shift+r", "Restore what outside changed", "restore"),
  ]);
  useCommands(
    verbs.map(({ decision, label, keys }) => ({
      id: `decide ${decision}`,
      label: `${label}: ${current?.label ?? ""}`,
      section: "Do",
      ...(keys === undefined ? {} : { keys }),
      mark: <Verdict verdict={current?.leaf.flags.includes("outside") === true ? "outside" : "ours"} show="mark" />,
      run: () => void decide(current, decision),
    })),
  );
  const cardOf = (place: Place) => {
    if (resolving !== place.id || !opens(place)) return null;
    const close = () => setResolving(null);
    return place.leaf.verdict === "conflict" ? (
      <ConflictCard
        place={place}
        change={view?.changes.find(({ id }) => id === place.leaf.override?.changeId)}
        baseSince={recordOf(records, place)?.against.fetchedAt ?? null}
        busy={decisions.busy}
        onClose={close}
        onResolve={(resolution) => void decisions.resolve(place, resolution).then((done) => done !== null && close())}
      />
    ) : (
      <DecisionCard
        place={place}
        busy={decisions.busy}
        onClose={close}
        onDecide={(decision) => void decide(place, decision)}
      />
    );
  };
  return {
    busy: decisions.busy,
    decide: (place: Place, decision: Decision) => {
      onSelect(place);
      void decide(place, decision);
    },
    resolve,
    cardOf,
  };
}

export const recordOf = (records: readonly RecordView[], place: Place) =>
  records.find(({ record }) => recordKey(record) === recordKey(place.record));
