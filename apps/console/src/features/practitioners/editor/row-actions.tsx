import type { MouseEvent } from "react";
import type { Decision } from "@dc/contract";
import { type FieldRow, shownVerdict } from "#/record/field-row.ts";
import { decisionOptions, pinOption } from "#/changes/decisions/decision-options.ts";
import { Button } from "#/ui/form/button.tsx";
import { MenuButton, type MenuItem } from "#/ui/overlay/menu-button.tsx";
import styles from "./editor.module.css";

export interface RowActionsProps {
  row: FieldRow;
  decidable: boolean;
  busy: boolean;
  /** What is staged is no draft any more: it is withdrawn in its set. */
  isUnderReview: boolean;
  onDecide: (decision: Decision) => void;
  onResolve: () => void;
  onDiscard: () => void;
  onEdit?: (() => void) | undefined;
  more?: readonly MenuItem[];
}

/** The likeliest action of a row as a button, the rest in a menu; a draft has Edit and Discard, and what is under review its set. */
export function RowActions(props: RowActionsProps) {
  const { row, decidable, busy, isUnderReview, onDecide, onResolve, onDiscard, onEdit, more = [] } = props;
  const { comparison } = row;
  const verbs = decidable ? decisionOptions(comparison) : [];
  const pin = decidable ? pinOption(row) : [];
  const verdict = shownVerdict(comparison);
  const asks = decidable && (verdict === "conflict" || verdict === "base moved" || verdict === "outside");
  const edit = onEdit === undefined ? [] : [{ label: "Edit", run: onEdit }];
  const [top] = verbs;
  const shown =
    comparison.drafts.length > 0
      ? [...edit, { label: isUnderReview ? "Open the set" : "Discard", run: onDiscard }]
      : decidable && verdict === "conflict"
        ? [{ label: "Resolve", run: onResolve }]
        : asks && top !== undefined
          ? [{ label: top.label, run: () => onDecide(top.decision) }]
          : edit;
  const rest: MenuItem[] = [
    ...edit,
    ...(decidable && verdict === "conflict" ? [{ label: "Resolve", run: onResolve }] : []),
    ...(comparison.drafts.length > 0
      ? [{ label: isUnderReview ? "Open the set" : "Discard draft", run: onDiscard }]
      : []),
    ...[...verbs, ...pin].map((verb) => ({
      label: verb.label,
      run: () => onDecide(verb.decision),
    })),
    ...more,
  ];
  return (
    <span className={styles["do"]} data-quiet={!asks && comparison.drafts.length === 0 ? true : undefined}>
      {shown.map(({ label, run }) => (
        <Button
          key={label}
          size="xs"
          waits={busy}
          data-edits={label === "Edit" ? row.id : undefined}
          onClick={onFirstClick(run)}
          aria-label={`${label}: ${row.label}`}
        >
          {label}
        </Button>
      ))}
      {rest.length === 0 ? null : <MenuButton label={`More for ${row.label}`} items={rest} />}
    </span>
  );
}

/** Ignores the second click of a double click, which may hit another button that has just appeared there. */
export const onFirstClick = (run: () => void) => (event: MouseEvent) => {
  if (event.detail <= 1) run();
};
