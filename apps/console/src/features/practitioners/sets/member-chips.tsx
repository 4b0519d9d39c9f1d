import { compareNames, type PartComparison } from "@dc/directory";
import { useCallback, useState } from "react";
import { type FieldRow, shownVerdict } from "#/record/field-row.ts";
import { fittingChipCount } from "./fitting-chip-count.ts";
import { MemberChip, type MemberChipKind } from "#/marks/member-chip.tsx";
import { numberText } from "#/ui/display/count.tsx";
import styles from "./sets.module.css";

export const isMember = (reading: PartComparison["values"]["base"]): boolean =>
  reading !== null && "value" in reading && reading.value === true;

interface Chip {
  row: FieldRow;
  kind: MemberChipKind;
  note?: string;
  struck: boolean;
}

const rank: readonly MemberChipKind[] = [
  "conflict",
  "outside",
  "staged added",
  "staged removed",
  "held added",
  "held removed",
  "added",
  "removed",
  "base moved",
  "differs",
];
const nameOf = ({ member, label }: FieldRow): string => member ?? label;

const fewest = 2;
const lines = 2;
/** Used until the width has been measured. */
const usualWidth = 780;

/** How a member is shown; null if neither side has it. */
function chipOf(row: FieldRow, returned: boolean): Chip | null {
  const { comparison } = row;
  const { effective, base, index, preview } = comparison.values;
  const isHere = isMember(returned ? index : effective);
  const there = isMember(base);
  if (!returned && preview !== null && isMember(preview) !== isHere) {
    return { row, kind: isMember(preview) ? "staged added" : "staged removed", struck: !isMember(preview) };
  }
  if (!isHere && !there) return null;
  const verdict = shownVerdict(comparison);
  if (verdict === "outside") return { row, kind: "outside", note: "not by us", struck: !isHere };
  if (returned)
    return isHere === there || row.onlyHere
      ? { row, kind: "plain", struck: false }
      : { row, kind: isHere ? "added" : "removed", struck: !isHere };
  const held = comparison.flags.includes("held");
  switch (verdict) {
    case "base moved":
      return { row, kind: "base moved", note: there ? "new in base" : "gone from base", struck: !isHere };
    case "differs":
      return { row, kind: "differs", note: isHere ? "not in base" : "in base", struck: !isHere };
    case "ours":
      return {
        row,
        kind: isHere ? (held ? "held added" : "added") : held ? "held removed" : "removed",
        struck: !isHere,
      };
    case "conflict":
      return { row, kind: "conflict", struck: !isHere };
    case "same":
    case null:
      return { row, kind: held ? (isHere ? "held added" : "held removed") : "plain", struck: !isHere };
  }
}

export interface MemberChipsProps {
  rows: readonly FieldRow[];
  returned: boolean;
  /** Shows every member, each with a button that removes it. */
  editing: boolean;
  selected: string | null;
  onSelect: (row: FieldRow) => void;
  onRemove: (row: FieldRow) => void;
  onDiscard: (row: FieldRow) => void;
  /** Whether what is staged of it can only be withdrawn in its set. */
  isUnderReview: (row: FieldRow) => boolean;
}

/** The members of a set: those that differ from base first, then as many others as fit in two lines. */
export function MemberChips(props: MemberChipsProps) {
  const { rows, returned, editing, selected, onSelect, onRemove, onDiscard, isUnderReview } = props;
  const [all, setAll] = useState(false);
  const [width, setWidth] = useState(usualWidth);
  const measured = useCallback((element: HTMLDivElement | null) => {
    if (element === null) return undefined;
    const padding = Number.parseFloat(getComputedStyle(element).paddingInlineStart) || 0;
    const observer = new ResizeObserver(() =>
      setWidth(element.clientWidth === 0 ? usualWidth : element.clientWidth - padding),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const chips = rows.flatMap((row) => chipOf(row, returned) ?? []);
  const differing = chips
    .filter(({ kind }) => kind !== "plain")
    .toSorted((a, b) => rank.indexOf(a.kind) - rank.indexOf(b.kind) || compareNames(nameOf(a.row), nameOf(b.row)));
  const plain = chips
    .filter(({ kind }) => kind === "plain")
    .toSorted((a, b) => compareNames(nameOf(a.row), nameOf(b.row)));
  const fitting = fittingChipCount(
    plain.map(({ row }) => nameOf(row)),
    { width, lines, before: differing.map(({ row, note }) => `${nameOf(row)} ${note ?? ""} +`) },
  );
  const few = Math.max(fitting, fewest);
  const shownPlain = all || editing || plain.length <= few + 1 ? plain : plain.slice(0, few);
  const more = plain.length - shownPlain.length;
  // Nothing moves under the pointer of whoever removes one after the other.
  const shown = editing
    ? chips.toSorted((a, b) => compareNames(nameOf(a.row), nameOf(b.row)))
    : [...differing, ...shownPlain];
  if (chips.length === 0) return null;
  return (
    <div className={styles["chips"]} ref={measured}>
      {shown.map(({ row, kind, note, struck }) => {
        const staged = kind === "staged added" || kind === "staged removed";
        const removable = editing && (staged ? !isUnderReview(row) : !struck);
        return (
          <MemberChip
            key={row.id}
            rowId={row.id}
            kind={kind}
            roomForMark={editing}
            name={nameOf(row)}
            struck={struck}
            pressed={selected === row.id}
            onOpen={() => onSelect(row)}
            {...(note === undefined ? {} : { note })}
            {...(removable
              ? {
                  onRemove: () => (staged ? onDiscard(row) : onRemove(row)),
                  removeLabel: staged ? `Discard the draft of ${nameOf(row)}` : `Remove ${nameOf(row)}`,
                }
              : {})}
          />
        );
      })}
      {more > 0 || (all && !editing && plain.length > few + 1) ? (
        <button type="button" className={styles["more"]} data-stop="" aria-expanded={all} onClick={() => setAll(!all)}>
          {all
            ? "Show fewer"
            : `${numberText(more)} more${rows.some(({ onlyHere }) => onlyHere) ? "" : ", same as standard"}`}
        </button>
      ) : null}
    </div>
  );
}
