import styles from "./chip.module.css";
import type { Hue } from "./hue.ts";
import { Icon } from "./icon.tsx";
import { MidTruncate } from "./mid-truncate.tsx";
import { State } from "./state.tsx";
import { Verdict } from "./verdict.tsx";

export type PlanChipKind =
  | "plain"
  | "added"
  | "removed"
  | "held added"
  | "held removed"
  | "base moved"
  | "outside"
  | "conflict"
  | "more";

const hues: { [kind in PlanChipKind]: Hue } = {
  plain: "quiet",
  added: "ours",
  removed: "quiet",
  "held added": "held",
  "held removed": "held",
  "base moved": "moved",
  outside: "outside",
  conflict: "conflict",
  more: "quiet",
};

const words: { [kind in PlanChipKind]: string } = {
  plain: "",
  added: "added",
  removed: "removed",
  "held added": "added, held",
  "held removed": "removed, held",
  "base moved": "base moved",
  outside: "outside",
  conflict: "conflict",
  more: "",
};

export interface PlanChipProps {
  kind: PlanChipKind;
  name: string;
  /** A short word after the name, such as `gone from base`. */
  note?: string;
  /** Strikes the name of what is not accepted here. */
  struck?: boolean;
  /** With it the chip has a remove button; `removeLabel` names it. */
  onRemove?: () => void;
  removeLabel?: string;
}

/** One member of a set: sign, mark and word say what happened to it; a plain one is as in base. */
export function PlanChip({ kind, name, note, struck, onRemove, removeLabel }: PlanChipProps) {
  const removed = kind === "removed" || kind === "held removed";
  const added = kind === "added" || kind === "held added";
  return (
    <span className={styles["chip"]} data-kind={kind} data-hue={hues[kind]}>
      {kind === "held added" || kind === "held removed" ? <State state="held" show="mark" label="held" /> : null}
      {kind === "base moved" || kind === "outside" || kind === "conflict" ? <Verdict verdict={kind} show="mark" /> : null}
      {added || removed ? (
        <span className={styles["sign"]} aria-hidden="true">
          {added ? "+" : "−"}
        </span>
      ) : null}
      <span className={(struck ?? removed) ? `${styles["name"]} ${styles["struck"]}` : styles["name"]}>
        <MidTruncate text={name} />
      </span>
      {added || removed ? <span className="unseen">{words[kind]}</span> : null}
      {note === undefined ? null : <span className={styles["note"]}>{note}</span>}
      {onRemove === undefined ? null : (
        <button type="button" className={styles["remove"]} onClick={onRemove} aria-label={removeLabel ?? `Remove ${name}`}>
          <Icon name="cross" size={12} />
        </button>
      )}
    </span>
  );
}
