import { Icon } from "#/ui/display/icon.tsx";
import type { Hue } from "#/ui/display/mark.tsx";
import { WrappedName } from "#/ui/display/mid-truncate.tsx";
import styles from "./member-chip.module.css";
import { State } from "./state.tsx";
import { Verdict } from "./verdict.tsx";

export type MemberChipKind =
  | "plain"
  | "added"
  | "removed"
  | "held added"
  | "held removed"
  | "staged added"
  | "staged removed"
  | "base moved"
  | "differs"
  | "outside"
  | "conflict"
  | "more";

const hues: { [kind in MemberChipKind]: Hue } = {
  plain: "quiet",
  added: "ours",
  removed: "quiet",
  "held added": "held",
  "held removed": "held",
  "staged added": "quiet",
  "staged removed": "quiet",
  "base moved": "moved",
  differs: "ink",
  outside: "outside",
  conflict: "conflict",
  more: "quiet",
};

const words: { [kind in MemberChipKind]: string } = {
  plain: "",
  added: "added",
  removed: "removed",
  "held added": "added, held",
  "held removed": "removed, held",
  "staged added": "added, staged",
  "staged removed": "removed, staged",
  "base moved": "base moved",
  differs: "differs",
  outside: "outside",
  conflict: "conflict",
  more: "",
};

export interface MemberChipProps {
  kind: MemberChipKind;
  name: string;
  /** A short word after the name, such as `gone from base`. */
  note?: string;
  /** Strikes the name through, for a member that is not in the set here. */
  struck?: boolean;
  /** Makes the name a button, for example to show the evidence; `pressed` while that is shown. */
  onOpen?: () => void;
  /** The id of the row that the name's button stands for. */
  rowId?: string;
  pressed?: boolean;
  /** Adds a remove button; `removeLabel` names it. */
  onRemove?: () => void;
  removeLabel?: string;
  /** Keeps room for mark and sign, so that a chip is as wide before it is staged as after it. */
  roomForMark?: boolean;
}

/** One member of a set. Sign, mark and word say how it differs from base; a plain one does not. */
export function MemberChip({
  kind,
  name,
  note,
  struck,
  onOpen,
  rowId,
  pressed,
  onRemove,
  removeLabel,
  roomForMark = false,
}: MemberChipProps) {
  const removed = kind === "removed" || kind === "held removed" || kind === "staged removed";
  const added = kind === "added" || kind === "held added" || kind === "staged added";
  const nameLook = (struck ?? removed) ? `${styles["name"]} ${styles["struck"]}` : styles["name"];
  return (
    <span className={styles["chip"]} data-kind={kind} data-hue={hues[kind]}>
      <Marks
        kind={kind}
        isRoomy={roomForMark}
        sign={added ? "+" : removed ? "−" : roomForMark && kind === "plain" ? "=" : null}
      />
      {onOpen === undefined ? (
        <span className={nameLook}>
          <WrappedName text={name} />
        </span>
      ) : (
        <button
          type="button"
          className={`${styles["open"]} ${nameLook}`}
          data-row={rowId}
          aria-pressed={pressed ?? false}
          onClick={onOpen}
        >
          <WrappedName text={name} />
        </button>
      )}
      {added || removed ? <span className="unseen">{words[kind]}</span> : null}
      {note === undefined ? null : <span className={styles["note"]}>{note}</span>}
      {onRemove === undefined ? null : (
        <button
          type="button"
          className={styles["remove"]}
          onClick={onRemove}
          aria-label={removeLabel ?? `Remove ${name}`}
        >
          <Icon name="cross" size={12} />
        </button>
      )}
    </span>
  );
}

function Marks({ kind, isRoomy, sign }: { kind: MemberChipKind; isRoomy: boolean; sign: string | null }) {
  const marks = (
    <>
      {kind === "held added" || kind === "held removed" ? <State state="held" show="mark" label="held" /> : null}
      {kind === "staged added" || kind === "staged removed" ? (
        <State state="staged" show="mark" label="staged" />
      ) : null}
      {kind === "base moved" || kind === "outside" || kind === "conflict" || kind === "differs" ? (
        <Verdict verdict={kind} show="mark" />
      ) : null}
      {sign === null ? null : (
        <span className={styles["sign"]} aria-hidden="true">
          {sign}
        </span>
      )}
    </>
  );
  return isRoomy ? <span className={styles["marks"]}>{marks}</span> : marks;
}
