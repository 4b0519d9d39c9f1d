import { namingLookAlikes } from "@dc/directory";
import type { Decision } from "@dc/contract";
import type { PointerEvent, ReactNode } from "react";
import { shownVerdict, type FieldRow } from "#/record/field-row.ts";
import { ReadingValue } from "#/record/reading-value.tsx";
import { decisionOptions, pinOption } from "#/changes/decisions/decision-options.ts";
import { indexSaysOther, isOnlyStaged, RowSign, RowStatus } from "#/record/row-status.tsx";
import { Button } from "#/ui/form/button.tsx";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { MenuButton } from "#/ui/overlay/menu-button.tsx";
import { WrappedName } from "#/ui/display/mid-truncate.tsx";
import { State } from "#/marks/state.tsx";
import { Verdict } from "#/marks/verdict.tsx";
import { ValueBox } from "#/marks/value-box.tsx";
import styles from "./comparison.module.css";

export interface ComparisonRowProps {
  row: FieldRow;
  /** The id of the selected row. */
  current: string | null;
  isStandard: boolean;
  decidable: boolean;
  onSelect: (row: FieldRow) => void;
  onDecide: (row: FieldRow, decision: Decision) => void;
  onResolve: (row: FieldRow) => void;
  cardOf: (row: FieldRow) => ReactNode;
}

/** Field, original, standard, here, verdict and actions: what a row across the whole table spans. */
export const columnCount = 6;

/** Clicking a control or selecting text does not select the row. */
function isOnControl(event: PointerEvent): boolean {
  if (event.button !== 0 || window.getSelection()?.isCollapsed === false) return true;
  return event.target instanceof Element && event.target.closest("a, button, input, label, [role=menu]") !== null;
}

/** One row with its original, base and own value, and its likeliest action. A click anywhere selects it. */
export function ComparisonRow(props: ComparisonRowProps) {
  const { row, current, isStandard, onSelect, cardOf } = props;
  const { comparison } = row;
  const values = namingLookAlikes(comparison.values);
  const verdict = shownVerdict(comparison);
  const member = row.member !== null;
  const baseMoved = verdict === "conflict" || verdict === "base moved";
  const hereMoved = verdict === "conflict" || verdict === "ours" || verdict === "outside" || verdict === "differs";
  const card = cardOf(row);
  const box = (on: boolean) => (on && verdict !== null ? { verdict } : {});
  return (
    <>
      <div
        role="row"
        className={styles["row"]}
        data-current={current === row.id || undefined}
        onPointerUp={(event) => {
          if (!isOnControl(event)) onSelect(row);
        }}
      >
        <RowSign comparison={comparison} />
        <span role="rowheader" className={styles["rowName"]}>
          <button
            type="button"
            className={styles["name"]}
            data-row={row.id}
            aria-pressed={current === row.id}
            onClick={() => onSelect(row)}
          >
            <WrappedName text={row.label} />
          </button>
        </span>
        <span
          role="cell"
          className={styles["cell"]}
          data-side="original"
          data-always={verdict === "conflict" || undefined}
        >
          <span className={styles["side"]} aria-hidden="true">
            original
          </span>
          <span>
            <ValueBox>
              {values.original === null ? (
                <i>not kept</i>
              ) : (
                <ReadingValue reading={values.original} wording={row.wording} member={member} />
              )}
            </ValueBox>
          </span>
        </span>
        <span role="cell" className={styles["cell"]} data-side="base">
          <span className={styles["side"]} aria-hidden="true">
            {isStandard ? "standard" : "there"}
          </span>
          <span>
            <ValueBox {...box(baseMoved)}>
              {row.onlyHere ? (
                <i className={styles["none"]}>no such record</i>
              ) : (
                <ReadingValue reading={values.base} wording={row.wording} member={member} />
              )}
            </ValueBox>
          </span>
        </span>
        <span role="cell" className={styles["cell"]} data-side="here" data-alone={row.onlyHere || undefined}>
          <span className={styles["side"]} aria-hidden="true">
            here
          </span>
          <span className={styles["values"]}>
            {isOnlyStaged(comparison) && (!member || values.effective === null) ? null : (
              <ValueBox {...box(hereMoved)}>
                <ReadingValue reading={values.effective} wording={row.wording} member={member} />
              </ValueBox>
            )}
            {comparison.flags.includes("outside") && indexSaysOther(comparison) ? (
              <span className={styles["staged"]}>
                <Verdict verdict="outside" show="mark" />
                <span>
                  the index says <ReadingValue reading={values.index} wording={row.wording} member={member} />
                </span>
              </span>
            ) : null}
            {values.preview !== null ? (
              <span className={styles["staged"]}>
                <State state="staged" show="mark" />
                <ReadingValue reading={values.preview} wording={row.wording} member={member} />
              </span>
            ) : null}
          </span>
        </span>
        <span role="cell" className={styles["stands"]}>
          <RowStatus row={row} />
          {verdict === null && !row.onlyHere && !row.lost ? <span className="unseen">not compared</span> : null}
        </span>
        <span role="cell" className={styles["do"]}>
          <RowVerbs {...props} />
        </span>
      </div>
      {card === null ? null : (
        <div role="row" className={styles["card"]}>
          <div role="cell" aria-colspan={columnCount}>
            {card}
          </div>
        </div>
      )}
    </>
  );
}

/** The likeliest action as a button, the rest in a menu. */
function RowVerbs({ row, current, decidable, onDecide, onResolve }: ComparisonRowProps) {
  const verdict = shownVerdict(row.comparison);
  if (!decidable || verdict === null || verdict === "ours") return null;
  // What needs no decision has its menu once it is selected, so that Tab does not stop at every row.
  const verbs = verdict !== "same" ? decisionOptions(row.comparison) : current === row.id ? pinOption(row) : [];
  const top = verdict === "conflict" || verdict === "differs" || verdict === "same" ? undefined : verbs[0];
  const rest = verbs.filter((verb) => verb !== top);
  return (
    <>
      {verdict === "conflict" ? (
        <Button size="xs" rightSection={<Kbd keys="e" hint />} onClick={() => onResolve(row)}>
          Resolve <span className="unseen">{row.label}</span>
        </Button>
      ) : top === undefined ? null : (
        <Button
          size="xs"
          data-tip={top.says}
          aria-label={`${top.label}: ${row.label}`}
          onClick={() => onDecide(row, top.decision)}
        >
          {top.label}
        </Button>
      )}
      {rest.length === 0 ? null : (
        <MenuButton
          label={`More for ${row.label}`}
          items={rest.map(({ decision, label, keys }) => ({
            label,
            ...(keys === undefined ? {} : { keys: <Kbd keys={keys} hint /> }),
            run: () => onDecide(row, decision),
          }))}
        />
      )}
    </>
  );
}
