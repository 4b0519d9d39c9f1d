import type { Decision } from "@dc/contract";
import { type Place, shownVerdict } from "#/record/field-row.ts";
import { onceOf } from "./first-click.ts";
import { verbsOf } from "#/changes/decision-options.ts";
import { Button } from "#/ui/form/button.tsx";
import { MenuButton, type MenuVerb } from "#/ui/overlay/menu-button.tsx";
import styles from "./editor.module.css";

export interface PlaceVerbsProps {
  place: Place;
  decidable: boolean;
  busy: boolean;
  onDecide: (decision: Decision) => void;
  onResolve: () => void;
  onDiscard: () => void;
  onEdit?: (() => void) | undefined;
  more?: readonly MenuVerb[];
}

/** The most likely verb on the row, and with a draft the two that go with one; the rest under ⋯. */
export function PlaceVerbs(props: PlaceVerbsProps) {
  const { place, decidable, busy, onDecide, onResolve, onDiscard, onEdit, more = [] } = props;
  const { leaf } = place;
  const verbs = decidable ? verbsOf(leaf) : [];
  const verdict = shownVerdict(leaf);
  const asks = decidable && (verdict === "conflict" || verdict === "base moved" || verdict === "outside");
  const edit = onEdit === undefined ? [] : [{ label: "Edit", run: onEdit }];
  const [top] = verbs;
  const shown =
    leaf.drafts.length > 0
      ? [...edit, { label: "Discard", run: onDiscard }]
      : decidable && verdict === "conflict"
        ? [{ label: "Resolve", run: onResolve }]
        : asks && top !== undefined
          ? [{ label: top.label, run: () => onDecide(top.decision) }]
          : edit;
  const rest: MenuVerb[] = [
    ...edit,
    ...(decidable && verdict === "conflict" ? [{ label: "Resolve", run: onResolve }] : []),
    ...(leaf.drafts.length > 0 ? [{ label: "Discard draft", run: onDiscard }] : []),
    ...verbs.map((verb) => ({ label: verb.label, run: () => onDecide(verb.decision) })),
    ...more,
  ];
  return (
    <span className={styles["do"]} data-quiet={!asks && leaf.drafts.length === 0 ? true : undefined}>
      {shown.map(({ label, run }) => (
        <Button
          key={label}
          size="xs"
          disabled={busy}
          data-edits={label === "Edit" ? place.id : undefined}
          onClick={onceOf(run)}
          aria-label={`${label}: ${place.label}`}
        >
          {label}
        </Button>
      ))}
      {rest.length === 0 ? null : <MenuButton label={`More for ${place.label}`} verbs={rest} />}
    </span>
  );
}
