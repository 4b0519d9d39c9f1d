import type { ReactNode } from "react";
import styles from "./value.module.css";
import { verdictHue, type VerdictName } from "./verdict.tsx";

export interface ValueBoxProps {
  /** Set on the cell that moved: it is boxed in the verdict's tint. Left out: a value that did not move, in ink-3. */
  verdict?: VerdictName;
  children: ReactNode;
}

/** One value of a comparison; aligned by its text whether it is boxed or not. */
export function ValueBox({ verdict, children }: ValueBoxProps) {
  return (
    <span className={styles["value"]} data-hue={verdict === undefined ? undefined : verdictHue(verdict)}>
      {children}
    </span>
  );
}

/** The record has no such value. */
export const NotThere = () => <i className={styles["absent"]}>not there</i>;

/** The record has the value, and it holds nothing. */
export const Empty = () => (
  <span className={styles["absent"]} style={{ fontStyle: "normal" }}>
    empty
  </span>
);
