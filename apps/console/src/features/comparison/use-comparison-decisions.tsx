import type { Change, Decision, PractitionerView, RecordView } from "@dc/contract";
import { recordKey } from "@dc/directory";
import { useMemo, useRef, useState } from "react";
import { ConflictCard } from "#/changes/decisions/conflict-card.tsx";
import { DecisionCard, hasChoices } from "#/changes/decisions/decision-card.tsx";
import type { FieldRow } from "#/record/field-row.ts";
import type { Wording } from "#/record/wording.ts";
import { useDecisions } from "#/changes/decisions/use-decisions.tsx";
import { decisionOptions, pinOption } from "#/changes/decisions/decision-options.ts";
import { useCommands } from "#/ui/keyboard/commands.tsx";
import { isFocusLost, restoreFocus } from "#/ui/keyboard/restore-focus.ts";
import { useShortcuts } from "#/ui/keyboard/shortcuts.tsx";
import { Verdict } from "#/marks/verdict.tsx";

export interface ComparisonDecisionsInput {
  indexId: string;
  view: PractitionerView | undefined;
  records: readonly RecordView[];
  wording: Wording;
  drafts: readonly Change[];
  decidable: boolean;
  /** The selected row; null if there is none. */
  current: FieldRow | null;
  /** The rows that j and k step through. */
  shown: readonly FieldRow[];
  /** A person chose the selected row; otherwise j and k begin with it. */
  isChosen: boolean;
  onSelect: (row: FieldRow) => void;
}

/** Decisions in the comparison, by button, card, key or palette. */
export function useComparisonDecisions(input: ComparisonDecisionsInput) {
  const { indexId, view, records, wording, drafts, decidable, current, shown, isChosen, onSelect } = input;
  const [resolving, setResolving] = useState<string | null>(null);
  const decisions = useDecisions(indexId, drafts, wording);
  const verbs = useMemo(
    () => (current === null || !decidable ? [] : [...decisionOptions(current.comparison), ...pinOption(current)]),
    [current, decidable],
  );
  const opens = (row: FieldRow) => decidable && (row.comparison.verdict === "conflict" || hasChoices(row));
  const opener = useRef<Element | null>(null);
  const resolve = (row: FieldRow) => {
    opener.current = document.activeElement;
    onSelect(row);
    setResolving(row.id);
  };
  /** The focus goes back to what opened the card, or else to its row. */
  const close = (row: FieldRow) => {
    setResolving(null);
    requestAnimationFrame(() => {
      if (isFocusLost() && opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus();
      restoreFocus(`[data-row="${CSS.escape(row.id)}"]`, "#main");
    });
  };
  const decide = async (row: FieldRow | null, decision: Decision) => {
    if (row === null || !decidable) return;
    const offered = [...decisionOptions(row.comparison), ...pinOption(row)];
    if (offered.every((verb) => verb.decision !== decision)) return;
    if ((await decisions.ask(row, decision)) !== null && resolving === row.id) close(row);
  };
  const move = (by: number) => {
    const index = shown.findIndex(({ id }) => id === current?.id);
    const to = isChosen || index < 0 ? index + by : index;
    const next = shown[Math.min(Math.max(to, 0), shown.length - 1)];
    if (next === undefined) return;
    onSelect(next);
    document.querySelector<HTMLElement>(`[data-row="${CSS.escape(next.id)}"]`)?.focus();
  };
  const key = (keys: string, label: string, decision: Decision) => ({
    keys,
    label,
    group: "Compare",
    run: () => void decide(current, decision),
  });
  useShortcuts([
    { keys: "j", label: "Next difference", group: "Compare", run: () => move(1) },
    { keys: "k", label: "Previous difference", group: "Compare", run: () => move(-1) },
    {
      keys: "e",
      label: "Resolve or review",
      group: "Compare",
      run: () => (current !== null && opens(current) ? resolve(current) : undefined),
    },
    key("o", "Keep ours", "keep ours"),
    key("b", "Take base", "take base"),
    key("a", "Accept the outside change", "accept"),
    key("shift+r", "Restore ours after an outside change", "restore"),
  ]);
  useCommands(
    verbs.map(({ decision, label, keys }) => ({
      id: `decide ${decision}`,
      label: `${label}: ${current?.label ?? ""}`,
      section: "Do",
      ...(keys === undefined ? {} : { keys }),
      mark: (
        <Verdict verdict={current?.comparison.flags.includes("outside") === true ? "outside" : "ours"} show="mark" />
      ),
      run: () => void decide(current, decision),
    })),
  );
  const cardOf = (row: FieldRow) => {
    if (resolving !== row.id || !opens(row)) return null;
    return row.comparison.verdict === "conflict" ? (
      <ConflictCard
        row={row}
        typedAt={`${indexId} ${row.id}`}
        {...decisions.reasonProps(row)}
        change={view?.changes.find(({ id }) => id === row.comparison.override?.changeId)}
        baseSince={recordOf(records, row)?.against.fetchedAt ?? null}
        busy={decisions.busy}
        onClose={() => close(row)}
        onResolve={async (resolution) => {
          const done = (await decisions.resolve(row, resolution)) !== null;
          if (done) close(row);
          return done;
        }}
      />
    ) : (
      <DecisionCard
        row={row}
        busy={decisions.busy}
        onClose={() => close(row)}
        onDecide={(decision) => void decide(row, decision)}
        {...decisions.reasonProps(row)}
      />
    );
  };
  return {
    busy: decisions.busy,
    decide: (row: FieldRow, decision: Decision) => {
      onSelect(row);
      void decide(row, decision);
    },
    resolve,
    /** None while a card asks for the reason itself. */
    reasonFieldOf: (row: FieldRow) => (cardOf(row) === null ? decisions.reasonFieldOf(row) : null),
    cardOf,
  };
}

export const recordOf = (records: readonly RecordView[], row: FieldRow) =>
  records.find(({ record }) => recordKey(record) === recordKey(row.record));
