import type { ReactNode } from "react";
import styles from "./value-box.module.css";
import { verdictHue, type VerdictName } from "./verdict.tsx";

export interface ValueBoxProps {
  /** Boxes the value in the verdict's colour; without it the value is shown in grey. */
  verdict?: VerdictName;
  children: ReactNode;
}

/** One value of a comparison. Its text is aligned whether it is boxed or not. */
export function ValueBox({ verdict, children }: ValueBoxProps) {
  return (
    <span className={styles["value"]} data-hue={verdict === undefined ? undefined : verdictHue(verdict)}>
      {children}
    </span>
  );
}

/** The record does not have the value. */
export const AbsentValue = () => <i className={styles["absent"]}>not there</i>;

/** The record has the value, and it is empty. */
export const EmptyValue = () => (
  <span className={styles["absent"]} style={{ fontStyle: "normal" }}>
    empty
  </span>
);
