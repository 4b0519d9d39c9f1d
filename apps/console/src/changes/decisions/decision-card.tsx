import type { Decision } from "@dc/contract";
import { useId, useState, type KeyboardEvent } from "react";
import { Button } from "#/ui/form/button.tsx";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { useShortcuts } from "#/ui/keyboard/shortcuts.tsx";
import { Verdict, verdictHue } from "#/marks/verdict.tsx";
import styles from "#/changes/changes.module.css";
import { shownVerdict, type RowComparison, type FieldRow } from "#/record/field-row.ts";
import { ReadingValue } from "#/record/reading-value.tsx";
import { statusText } from "#/changes/status-text.ts";
import { decisionOptions, takesReason } from "./decision-options.ts";
import { ReasonField } from "./reason-field.tsx";

export interface DecisionCardProps {
  row: FieldRow;
  busy: boolean;
  reason: string;
  onReason: (reason: string) => void;
  onDecide: (decision: Decision) => void;
  onClose: () => void;
}

const offered: { readonly [verdict: string]: readonly Decision[] } = {
  outside: ["restore", "accept"],
  differs: ["keep ours", "take base"],
  "base moved": ["take base", "keep ours"],
};

/** Whether a decision card has something to offer; conflicts have a card of their own. */
export function hasChoices({ comparison }: FieldRow): boolean {
  return (shownVerdict(comparison) ?? "same") in offered;
}

/** The value that results from a decision. */
function outcomeOf(decision: Decision, { index, wanted, known, effective, base }: RowComparison["values"]) {
  if (decision === "accept") return index;
  if (decision === "restore") return wanted ?? known;
  return decision === "take base" ? base : effective;
}

/** Offers the choices for a value that changed in the standard index or from outside, or that differs for an unknown reason. */
export function DecisionCard({ row, busy, reason, onReason, onDecide, onClose }: DecisionCardProps) {
  const { comparison } = row;
  const name = useId();
  const verdict = shownVerdict(comparison) ?? "differs";
  const verbs = decisionOptions(comparison).filter(({ decision }) => offered[verdict]?.includes(decision) === true);
  const [chosen, setChosen] = useState<Decision | null>(null);
  const choice = verbs.find(({ decision }) => decision === chosen) ?? verbs[0];
  const member = row.member !== null;
  const decide = () => {
    if (choice !== undefined && !busy) onDecide(choice.decision);
  };
  useShortcuts([
    ...verbs.map(({ decision, label }, index) => ({
      keys: `${index + 1}`,
      label,
      group: "Decide",
      run: () => setChosen(decision),
    })),
    { keys: "escape", label: "Leave it as it is", group: "Decide", run: onClose },
  ]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") decide();
    else if (event.key === "Escape") onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <section className={styles["conflict"]} data-hue={verdictHue(verdict)} aria-label={`Review: ${row.label}`}>
      <header>
        <Verdict verdict={verdict} show="mark" />
        <b>
          <bdi>{row.label}</bdi>
        </b>
        <span>{statusText(comparison, row)}</span>
      </header>
      <div role="radiogroup" aria-label="Which value to keep" className={styles["choices"]} data-few>
        {verbs.map(({ decision, label, says }, index) => (
          <div key={decision} className={styles["choice"]} data-chosen={decision === choice?.decision || undefined}>
            <label>
              <input
                type="radio"
                name={name}
                autoFocus={index === 0}
                onKeyDown={onKeyDown}
                checked={decision === choice?.decision}
                onChange={() => setChosen(decision)}
              />
              <b>{label}</b>
              <Kbd keys={`${index + 1}`} hint />
            </label>
            <div className={styles["offered"]}>
              <ReadingValue reading={outcomeOf(decision, comparison.values)} wording={row.wording} member={member} />
            </div>
            <small>{says}</small>
          </div>
        ))}
      </div>
      <footer>
        {choice !== undefined && takesReason(choice.decision) ? (
          <ReasonField of={[choice.decision]} value={reason} onChange={onReason} onKeyDown={onKeyDown} />
        ) : null}
        <span className={styles["end"]}>
          <Button variant="subtle" onClick={onClose}>
            Later
          </Button>
          <Button variant="filled" loading={busy} rightSection={<Kbd keys="enter" hint />} onClick={decide}>
            {choice?.label}
          </Button>
        </span>
      </footer>
    </section>
  );
}
