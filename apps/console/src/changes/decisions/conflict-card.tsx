import type { Change } from "@dc/contract";
import {
  impossibleValue,
  phoneIn,
  type Policy,
  typedValue,
  elementForm,
  namingLookAlikes,
  shapeOf,
} from "@dc/directory";
import { useId, useState, type KeyboardEvent, type ReactNode } from "react";
import { Button } from "#/ui/form/button.tsx";
import { formatDay } from "#/ui/display/format-time.ts";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { useShortcuts } from "#/ui/keyboard/shortcuts.tsx";
import { useNow } from "#/ui/display/use-now.ts";
import { SegmentedControl } from "#/ui/form/segmented-control.tsx";
import { Verdict } from "#/marks/verdict.tsx";
import styles from "#/changes/changes.module.css";
import { controlOf, isOneValue } from "#/kinds/kinds.ts";
import type { FieldRow } from "#/record/field-row.ts";
import { ValueField } from "#/record/value-field.tsx";
import { ReadingValue, readingText } from "#/record/reading-value.tsx";
import { policyText } from "./decision-options.ts";
import { useUnsavedInput } from "#/ui/form/unsaved-input.ts";
import { ReasonField } from "./reason-field.tsx";

type Choice = "ours" | "base" | "other";

export interface Resolution {
  choice: Choice;
  /** The other value, as typed. */
  other: string;
  policy: Policy | null;
}

export interface ConflictCardProps {
  row: FieldRow;
  /** Where the other value is kept while it is typed. */
  typedAt: string;
  /** Why ours is kept; the other choices take their reason from their change set. */
  reason: string;
  onReason: (reason: string) => void;
  /** The change behind our value, if there is one. */
  change: Change | undefined;
  baseSince: string | null;
  busy: boolean;
  /** Answers whether it was resolved. */
  onResolve: (resolution: Resolution) => Promise<boolean>;
  onClose: () => void;
}

/** Why the other value cannot be used yet; null where it can. */
function problemOf({ wording, label }: FieldRow, typed: string): string | null {
  if (typed.trim() === "") return "Enter the other value first";
  const problem = shapeOf(wording.kind) === "keyed" ? null : impossibleValue(typedValue(typed, wording), wording);
  return problem === null ? null : `${label} ${problem}`;
}

/** Offers ours, base or another value. Nothing is sent until one is chosen. */
export function ConflictCard(props: ConflictCardProps) {
  const { row, typedAt, reason, onReason, change, baseSince, busy, onResolve, onClose } = props;
  const { comparison, field } = row;
  const now = new Date(useNow());
  const [choice, setChoice] = useState<Choice>("ours");
  const [policy, setPolicy] = useState<Policy>(comparison.override?.policy ?? "pin");
  const [other, setOther] = useUnsavedInput(`conflict ${typedAt}`, "", (input) => input.trim() === "");
  const shape = shapeOf(field.kind);
  const isPhone = shape === "keyed";
  const isText = shape === "parts" && row.element !== null;
  const hasOther = isOneValue(field.kind) || isText || isPhone;
  const problem = choice === "other" ? problemOf(row, other) : null;
  const missing = problem !== null;
  const resolve = () => {
    if (missing || busy) return;
    void onResolve({
      choice,
      other: other.trim(),
      policy: comparison.override === null ? null : policy,
    }).then((done) => (done ? setOther("") : undefined));
  };
  useShortcuts([
    { keys: "1", label: "Keep ours", group: "Conflict", run: () => setChoice("ours") },
    { keys: "2", label: "Take base", group: "Conflict", run: () => setChoice("base") },
    ...(hasOther ? [{ keys: "3", label: "Another value", group: "Conflict", run: () => setChoice("other") }] : []),
    { keys: "escape", label: "Leave the conflict open", group: "Conflict", run: onClose },
  ]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && event.target instanceof HTMLTextAreaElement) return;
    if (event.key === "Enter") resolve();
    else if (event.key === "Escape") onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const author =
    change === undefined ? (
      "Original value in the index"
    ) : (
      <>
        <bdi>{change.createdBy.name}</bdi>, {formatDay(new Date(change.createdAt), now)}
        {change.evidence === null ? null : (
          <>
            : “<bdi>{change.evidence.reason}</bdi>”
          </>
        )}
      </>
    );
  const shown = namingLookAlikes(comparison.values);
  const cards: OfferedValue[] = [
    {
      value: "ours",
      label: "Keep ours",
      keys: "1",
      body: <ReadingValue reading={shown.effective} wording={row.wording} />,
      note: author,
    },
    {
      value: "base",
      label: "Take base",
      keys: "2",
      body: <ReadingValue reading={shown.base} wording={row.wording} />,
      note: baseSince === null ? "Standard index" : `Standard index, read ${formatDay(new Date(baseSince), now)}`,
    },
    ...(hasOther
      ? [
          {
            value: "other" as const,
            label: "Other value",
            keys: "3",
            body: (
              <ValueField
                label="Another value"
                labelHidden
                small
                multiline={isText && controlOf(field.kind).isMultiline(row.element)}
                form={isPhone ? elementForm(row.wording) : row.wording}
                typed={other}
                onType={setOther}
                input={{ onKeyDown, onFocus: () => setChoice("other") }}
              />
            ),
            note:
              phoneIn(comparison.values.effective) === null
                ? "Staged as your change"
                : "Staged as your change; label and position stay",
          },
        ]
      : []),
  ];
  return (
    <section className={styles["conflict"]} aria-label={`Conflict: ${row.label}`}>
      <header>
        <Verdict verdict="conflict" show="mark" />
        <b>
          <bdi>{row.label}</bdi>
        </b>
        <span>
          Both changed; it was <bdi>{readingText(comparison.values.baseline, row.wording)}</bdi>
        </span>
      </header>
      <ChoiceOfValues cards={cards} choice={choice} onChoose={setChoice} onKeyDown={onKeyDown} />
      <footer>
        {choice === "ours" ? (
          <ReasonField of={["keep ours"]} value={reason} onChange={onReason} onKeyDown={onKeyDown} />
        ) : null}
        {comparison.override === null ? null : (
          <>
            <SegmentedControl
              small
              label="Policy"
              value={policy}
              onChange={setPolicy}
              options={[
                { value: "pin", label: "Pin" },
                { value: "follow", label: "Follow" },
              ]}
            />
            <span>{policyText[policy]}</span>
          </>
        )}
        <span className={styles["end"]}>
          {missing ? <span>{problem}</span> : null}
          <Button variant="subtle" onClick={onClose}>
            Later
          </Button>
          <Button
            variant="filled"
            disabled={missing}
            loading={busy}
            rightSection={<Kbd keys="enter" hint />}
            onClick={resolve}
          >
            Use this value
          </Button>
        </span>
      </footer>
    </section>
  );
}

interface OfferedValue {
  value: Choice;
  label: string;
  keys: string;
  body: ReactNode;
  note: ReactNode;
}

interface ChoiceOfValuesProps {
  cards: readonly OfferedValue[];
  choice: Choice;
  onChoose: (choice: Choice) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function ChoiceOfValues({ cards, choice, onChoose, onKeyDown }: ChoiceOfValuesProps) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label="Which value to keep"
      className={styles["choices"]}
      data-few={cards.length < 3 || undefined}
    >
      {cards.map((card) => (
        <div key={card.value} className={styles["choice"]} data-chosen={choice === card.value || undefined}>
          <label>
            <input
              type="radio"
              name={name}
              autoFocus={card.value === "ours"}
              onKeyDown={onKeyDown}
              checked={choice === card.value}
              onChange={() => onChoose(card.value)}
            />
            <b>{card.label}</b>
            <Kbd keys={card.keys} hint />
          </label>
          <div className={styles["offered"]}>{card.body}</div>
          <small>{card.note}</small>
        </div>
      ))}
    </div>
  );
}
