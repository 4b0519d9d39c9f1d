import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";
import styles from "./steps.module.css";

export function Steps({ children }: { children: ReactNode }) {
  return <ol className={styles["steps"]}>{children}</ol>;
}

export interface StepProps {
  number: number;
  title: string;
  /** Below a section's own heading it is `h3`. */
  heading?: "h2" | "h3";
  /** The number becomes a check. */
  done?: boolean;
  /** Where it stands, at the end of its heading. */
  standing?: ReactNode;
  lede?: string;
  children?: ReactNode;
}

/** One step of several on a page; a line leads from each to the next. */
export function Step({ number, title, heading: Heading = "h2", done = false, standing, lede, children }: StepProps) {
  return (
    <li className={styles["step"]}>
      <span className={styles["number"]} data-done={done || undefined} aria-hidden="true">
        {done ? <Icon name="check" size={14} /> : number}
      </span>
      <div className={styles["head"]}>
        <Heading>{title}</Heading>
        {standing}
      </div>
      <div className={styles["content"]}>
        {lede === undefined ? null : <p className={styles["lede"]}>{lede}</p>}
        {children}
      </div>
    </li>
  );
}
