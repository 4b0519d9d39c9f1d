import type { PartComparison } from "@dc/directory";
import { useCallback, useState } from "react";
import { type Place, shownVerdict } from "#/record/field-row.ts";
import { chipsThatFit } from "./chips-that-fit.ts";
import { PlanChip, type PlanChipKind } from "#/marks/plan-chip.tsx";
import styles from "./schedules.module.css";

export const isIn = (reading: PartComparison["values"]["base"]): boolean =>
  reading !== null && "value" in reading && reading.value === true;

interface Chip {
  place: Place;
  kind: PlanChipKind;
  note?: string;
  struck: boolean;
}

const rank: readonly PlanChipKind[] = [
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
const fewest = 2;
const lines = 2;
/** Before anything is measured. */
const usualWidth = 780;

/** How one member is told in the view that one looks at; null for what is on neither side. */
function chipOf(place: Place, returned: boolean): Chip | null {
  const { leaf } = place;
  const { effective, base, index, preview } = leaf.values;
  const here = isIn(returned ? index : effective);
  const there = isIn(base);
  if (!returned && preview !== null && isIn(preview) !== here) {
    return { place, kind: isIn(preview) ? "staged added" : "staged removed", struck: !isIn(preview) };
  }
  if (!here && !there) return null;
  const verdict = shownVerdict(leaf);
  if (verdict === "outside") return { place, kind: "outside", note: "not by us", struck: !here };
  if (returned)
    return here === there
      ? { place, kind: "plain", struck: false }
      : { place, kind: here ? "added" : "removed", struck: !here };
  const held = leaf.flags.includes("held");
  switch (verdict) {
    case "base moved":
      return { place, kind: "base moved", note: there ? "new in base" : "gone from base", struck: !here };
    case "differs":
      return { place, kind: "differs", note: here ? "not in base" : "in base", struck: !here };
    case "ours":
      return { place, kind: here ? (held ? "held added" : "added") : held ? "held removed" : "removed", struck: !here };
    case "conflict":
      return { place, kind: "conflict", struck: !here };
    case "same":
    case null:
      return { place, kind: held ? (here ? "held added" : "held removed") : "plain", struck: !here };
  }
}

export interface PlanChipsProps {
  places: readonly Place[];
  returned: boolean;
  /** All plans are shown, each with a way to remove it. */
  editing: boolean;
  selected: string | null;
  onSelect: (place: Place) => void;
  onRemove: (place: Place) => void;
  onDiscard: (place: Place) => void;
}

/** The plans of one schedule against base: what differs first, then as many as fit in two lines, then how many more are as in base. */
export function PlanChips({ places, returned, editing, selected, onSelect, onRemove, onDiscard }: PlanChipsProps) {
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
  const chips = places.flatMap((place) => chipOf(place, returned) ?? []);
  const told = chips
    .filter(({ kind }) => kind !== "plain")
    .toSorted((a, b) => rank.indexOf(a.kind) - rank.indexOf(b.kind) || a.place.label.localeCompare(b.place.label));
  const plain = chips
    .filter(({ kind }) => kind === "plain")
    .toSorted((a, b) => a.place.label.localeCompare(b.place.label));
  const fitting = chipsThatFit(
    plain.map(({ place }) => place.label),
    { width, lines, before: told.map(({ place, note }) => `${place.label} ${note ?? ""} +`) },
  );
  const few = Math.max(fitting, fewest);
  const shownPlain = all || editing || plain.length <= few + 1 ? plain : plain.slice(0, few);
  const more = plain.length - shownPlain.length;
  if (chips.length === 0) return null;
  return (
    <div className={styles["chips"]} ref={measured}>
      {[...told, ...shownPlain].map(({ place, kind, note, struck }) => {
        const staged = kind === "staged added" || kind === "staged removed";
        const removable = editing && (staged || !struck);
        return (
          <PlanChip
            key={place.id}
            kind={kind}
            name={place.label}
            struck={struck}
            pressed={selected === place.id}
            onOpen={() => onSelect(place)}
            {...(note === undefined ? {} : { note })}
            {...(removable
              ? {
                  onRemove: () => (staged ? onDiscard(place) : onRemove(place)),
                  removeLabel: staged ? `Discard the draft of ${place.label}` : `Remove ${place.label}`,
                }
              : {})}
          />
        );
      })}
      {more > 0 || (all && !editing && plain.length > few + 1) ? (
        <button type="button" className={styles["more"]} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? "Show fewer" : `${more} more as in base`}
        </button>
      ) : null}
    </div>
  );
}
