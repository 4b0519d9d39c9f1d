import type { ReactNode } from "react";
import type { Hue } from "#/ui/display/mark.tsx";
import styles from "./callout.module.css";

export interface CalloutProps {
  hue: Hue;
  mark: ReactNode;
  children: ReactNode;
  actions?: ReactNode;
  /** Announced by screen readers when it appears. */
  live?: boolean;
}

/** A tinted box with a mark, one or two sentences, and optionally buttons. */
export function Callout({ hue, mark, children, actions, live = false }: CalloutProps) {
  return (
    <div className={styles["callout"]} data-hue={hue} role={live ? "alert" : undefined}>
      <span className={styles["mark"]}>{mark}</span>
      <div className={styles["body"]}>
        {children}
        {actions === undefined ? null : <div className={styles["actions"]}>{actions}</div>}
      </div>
    </div>
  );
}
