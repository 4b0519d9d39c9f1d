import type { PartComparison } from "@dc/directory";
import { useState } from "react";
import type { Place } from "#/features/changes/leaf.ts";
import { shownVerdict } from "#/features/changes/leaf.ts";
import { PlanChip, type PlanChipKind } from "#/ui/plan-chip.tsx";
import styles from "./practitioners.module.css";

export const isIn = (reading: PartComparison["values"]["base"]): boolean => reading !== null && "value" in reading && reading.value === true;

interface Chip {
  place: Place;
  kind: PlanChipKind;
  note?: string;
  struck: boolean;
}

const rank: readonly PlanChipKind[] = ["conflict", "outside", "staged added", "staged removed", "held added", "held removed", "added", "removed", "base moved", "differs"];
const fewPlain = 2;

/** How one member is told in the view that one looks at; null for what is on neither side. */
function chipOf(place: Place, returned: boolean): Chip | null {
  const { leaf } = place;
  const { effective, base, index, preview } = leaf.values;
  const here = isIn(returned ? index : effective);
  const there = isIn(base);
  if (!returned && leaf.drafts.length > 0 && isIn(preview) !== here) {
    return { place, kind: isIn(preview) ? "staged added" : "staged removed", struck: !isIn(preview) };
  }
  if (!here && !there) return null;
  const verdict = shownVerdict(leaf);
  if (verdict === "outside") return { place, kind: "outside", note: "not by us", struck: !here };
  if (returned) return here === there ? { place, kind: "plain", struck: false } : { place, kind: here ? "added" : "removed", struck: !here };
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

/** The plans of one schedule against base: what differs first, then a few, then how many more are as in base. */
export function PlanChips({ places, returned, editing, selected, onSelect, onRemove, onDiscard }: PlanChipsProps) {
  const [all, setAll] = useState(false);
  const chips = places.flatMap((place) => chipOf(place, returned) ?? []);
  const told = chips.filter(({ kind }) => kind !== "plain").toSorted((a, b) => rank.indexOf(a.kind) - rank.indexOf(b.kind) || a.place.label.localeCompare(b.place.label));
  const plain = chips.filter(({ kind }) => kind === "plain").toSorted((a, b) => a.place.label.localeCompare(b.place.label));
  const shownPlain = all || editing || plain.length <= fewPlain + 1 ? plain : plain.slice(0, told.length > 0 ? fewPlain : 0);
  const more = plain.length - shownPlain.length;
  if (chips.length === 0) return null;
  return (
    <div className={styles["chips"]}>
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
            {...(removable ? { onRemove: () => (staged ? onDiscard(place) : onRemove(place)), removeLabel: staged ? `Discard the draft of ${place.label}` : `Remove ${place.label}` } : {})}
          />
        );
      })}
      {more > 0 || (all && !editing) ? (
        <button type="button" className={styles["more"]} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? "Show fewer" : `${more}${told.length > 0 || shownPlain.length > 0 ? " more" : ""} as in base`}
        </button>
      ) : null}
    </div>
  );
}
