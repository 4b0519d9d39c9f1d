import type { ReactNode } from "react";
import { Age } from "./age.tsx";
import type { Hue } from "./hue.ts";
import { Icon } from "./icon.tsx";
import styles from "./note.module.css";
import { State } from "./state.tsx";
import { Verdict } from "./verdict.tsx";

export type NoteKind = "plain" | "held" | "outside" | "stale" | "unknown" | "conflict" | "failed" | "refused" | "ok";

const faces: { [kind in NoteKind]: readonly [hue: Hue, mark: ReactNode] } = {
  plain: ["quiet", <State key="mark" state="draft" show="mark" label="note" />],
  held: ["held", <State key="mark" state="held" show="mark" />],
  outside: ["outside", <Verdict key="mark" verdict="outside" show="mark" />],
  stale: ["outside", <Icon key="mark" name="clock" size={15} label="old" />],
  unknown: ["outside", <State key="mark" state="unknown" show="mark" />],
  conflict: ["conflict", <Verdict key="mark" verdict="conflict" show="mark" />],
  failed: ["conflict", <State key="mark" state="failed" show="mark" />],
  refused: ["conflict", <State key="mark" state="refused" show="mark" />],
  ok: ["ok", <State key="mark" state="applied" show="mark" label="done" />],
};

export interface NoteProps {
  kind: NoteKind;
  children: ReactNode;
  actions?: ReactNode;
  /** Read out as soon as it appears. */
  live?: boolean;
}

/** One or two sentences about the state of what is below, with its mark and at most two ways on. */
export function Note({ kind, children, actions, live = false }: NoteProps) {
  const [hue, mark] = faces[kind];
  return (
    <div className={styles["note"]} data-hue={hue} role={live ? "alert" : undefined}>
      <span className={styles["mark"]}>{mark}</span>
      <div className={styles["body"]}>
        {children}
        {actions === undefined ? null : <div className={styles["actions"]}>{actions}</div>}
      </div>
    </div>
  );
}

/** The age of a value that is past its limit. */
export function StaleTag({ at }: { at: string }) {
  return (
    <span className={styles["stale"]}>
      <Icon name="clock" size={12} />
      <Age at={at} after="old" />
    </span>
  );
}
