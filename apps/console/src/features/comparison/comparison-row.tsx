import type { Decision } from "@dc/contract";
import type { PointerEvent, ReactNode } from "react";
import { shownVerdict, type Place } from "#/record/field-row.ts";
import { ReadingValue } from "#/record/reading-value.tsx";
import { verbsOf } from "#/changes/decision-options.ts";
import { isOnlyStaged, PlaceSign, PlaceStanding } from "#/record/row-status.tsx";
import { Button } from "#/ui/form/button.tsx";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { MenuButton } from "#/ui/overlay/menu-button.tsx";
import { MidTruncate } from "#/ui/text/mid-truncate.tsx";
import { State } from "#/marks/state.tsx";
import { ValueBox } from "#/marks/value.tsx";
import styles from "./comparison.module.css";

export interface CompareRowProps {
  place: Place;
  /** The place that is chosen. */
  current: string | null;
  isStandard: boolean;
  decidable: boolean;
  onSelect: (place: Place) => void;
  onDecide: (place: Place, decision: Decision) => void;
  onResolve: (place: Place) => void;
  cardOf: (place: Place) => ReactNode;
}

/** The name is a button that says so itself; whoever marks the text of a value is not choosing a row. */
function isOnControl(event: PointerEvent): boolean {
  if (event.button !== 0 || window.getSelection()?.isCollapsed === false) return true;
  return event.target instanceof Element && event.target.closest("a, button, input, label, [role=menu]") !== null;
}

/** One place on three sides, with what one would most likely do about it; the whole row chooses it. */
export function CompareRow(props: CompareRowProps) {
  const { place, current, isStandard, onSelect, cardOf } = props;
  const { leaf } = place;
  const verdict = shownVerdict(leaf);
  const member = place.field.kind === "set" && place.element !== null;
  const baseMoved = verdict === "conflict" || verdict === "base moved";
  const hereMoved = verdict === "conflict" || verdict === "ours" || verdict === "outside" || verdict === "differs";
  const card = cardOf(place);
  const box = (on: boolean) => (on && verdict !== null ? { verdict } : {});
  return (
    <>
      <li
        className={styles["row"]}
        data-current={current === place.id || undefined}
        onPointerUp={(event) => {
          if (!isOnControl(event)) onSelect(place);
        }}
      >
        <PlaceSign leaf={leaf} />
        <button
          type="button"
          className={styles["name"]}
          data-place={place.id}
          aria-pressed={current === place.id}
          onClick={() => onSelect(place)}
        >
          <MidTruncate text={place.label} />
        </button>
        <span className={styles["cell"]} data-side="original" data-always={verdict === "conflict" || undefined}>
          <span className={styles["side"]}>original</span>
          <span>
            <ValueBox>
              {leaf.values.original === null ? (
                <i>not kept</i>
              ) : (
                <ReadingValue reading={leaf.values.original} member={member} />
              )}
            </ValueBox>
          </span>
        </span>
        <span className={styles["cell"]} data-side="base">
          <span className={styles["side"]}>{isStandard ? "standard" : "there"}</span>
          <span>
            <ValueBox {...box(baseMoved)}>
              {place.onlyHere ? (
                <i className={styles["none"]}>no such record</i>
              ) : (
                <ReadingValue reading={leaf.values.base} member={member} />
              )}
            </ValueBox>
          </span>
        </span>
        <span className={styles["cell"]} data-side="here" data-alone={place.onlyHere || undefined}>
          <span className={styles["side"]}>here</span>
          <span>
            {isOnlyStaged(leaf) && (!member || leaf.values.effective === null) ? null : (
              <ValueBox {...box(hereMoved)}>
                <ReadingValue reading={leaf.values.effective} member={member} />
              </ValueBox>
            )}
            {leaf.values.preview !== null ? (
              <span className={styles["staged"]}>
                <State state="staged" show="mark" />
                <ReadingValue reading={leaf.values.preview} member={member} />
              </span>
            ) : null}
          </span>
        </span>
        <span className={styles["stands"]}>
          <PlaceStanding place={place} />
        </span>
        <span className={styles["do"]}>
          <RowVerbs {...props} />
        </span>
      </li>
      {card === null ? null : <li className={styles["card"]}>{card}</li>}
    </>
  );
}

/** The most likely verb on the row, the rest under ⋯. */
function RowVerbs({ place, decidable, onDecide, onResolve }: CompareRowProps) {
  const verdict = shownVerdict(place.leaf);
  if (!decidable || verdict === null || verdict === "same" || verdict === "ours") return null;
  const verbs = verbsOf(place.leaf);
  const top = verdict === "conflict" || verdict === "differs" ? undefined : verbs[0];
  const rest = verbs.filter((verb) => verb !== top);
  return (
    <>
      {verdict === "conflict" ? (
        <Button size="xs" rightSection={<Kbd keys="e" hint />} onClick={() => onResolve(place)}>
          Resolve <span className="unseen">{place.label}</span>
        </Button>
      ) : top === undefined ? null : (
        <Button
          size="xs"
          data-tip={top.says}
          aria-label={`${top.label}: ${place.label}`}
          onClick={() => onDecide(place, top.decision)}
        >
          {top.label}
        </Button>
      )}
      {rest.length === 0 ? null : (
        <MenuButton
          label={`More for ${place.label}`}
          verbs={rest.map(({ decision, label, keys }) => ({
            label,
            ...(keys === undefined ? {} : { keys: <Kbd keys={keys} hint /> }),
            run: () => onDecide(place, decision),
          }))}
        />
      )}
    </>
  );
}
