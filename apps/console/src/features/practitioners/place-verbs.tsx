import type { Decision } from "@dc/contract";
import type { Place } from "#/features/changes/leaf.ts";
import { shownVerdict } from "#/features/changes/leaf.ts";
import { verbsOf } from "#/features/changes/verbs.ts";
import { Button } from "#/ui/button.tsx";
import { MenuButton, type MenuVerb } from "#/ui/menu-button.tsx";
import styles from "./practitioners.module.css";

export interface PlaceVerbsProps {
  place: Place;
  decidable: boolean;
  onDecide: (decision: Decision) => void;
  onResolve: () => void;
  onDiscard: () => void;
  onEdit?: (() => void) | undefined;
  more?: readonly MenuVerb[];
}

/** The most likely verb on the row, the rest under ⋯. */
export function PlaceVerbs({ place, decidable, onDecide, onResolve, onDiscard, onEdit, more = [] }: PlaceVerbsProps) {
  const { leaf } = place;
  const verbs = decidable ? verbsOf(leaf) : [];
  const verdict = shownVerdict(leaf);
  const asks = decidable && (verdict === "conflict" || verdict === "base moved" || verdict === "outside");
  const first =
    leaf.drafts.length > 0
      ? { label: "Discard", run: onDiscard }
      : decidable && verdict === "conflict"
        ? { label: "Resolve", run: onResolve }
        : undefined;
  const [top] = verbs;
  const shown =
    first ??
    (asks && top !== undefined
      ? { label: top.label, run: () => onDecide(top.decision) }
      : onEdit === undefined
        ? undefined
        : { label: "Edit", run: onEdit });
  const rest: MenuVerb[] = [
    ...(onEdit === undefined ? [] : [{ label: "Edit", run: onEdit }]),
    ...(decidable && verdict === "conflict" ? [{ label: "Resolve", run: onResolve }] : []),
    ...(leaf.drafts.length > 0 ? [{ label: "Discard draft", run: onDiscard }] : []),
    ...verbs.map((verb) => ({ label: verb.label, run: () => onDecide(verb.decision) })),
    ...more,
  ];
  return (
    <span className={styles["do"]} data-quiet={!asks && leaf.drafts.length === 0 ? true : undefined}>
      {shown === undefined ? null : (
        <Button size="xs" onClick={shown.run} aria-label={`${shown.label}: ${place.label}`}>
          {shown.label}
        </Button>
      )}
      {rest.length === 0 ? null : <MenuButton label={`More for ${place.label}`} verbs={rest} />}
    </span>
  );
}
