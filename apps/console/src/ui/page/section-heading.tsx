import type { ReactNode } from "react";
import styles from "./section-heading.module.css";

export interface SectionHeadingProps {
  title: string;
  note?: ReactNode;
  action?: ReactNode;
  id?: string;
}

/** The heading of a section with a line below it, and optionally a note and an action. */
export function SectionHeading({ title, note, action, id }: SectionHeadingProps) {
  return (
    <div className={styles["section"]}>
      <h2 id={id}>{title}</h2>
      {note === undefined ? null : <span>{note}</span>}
      {action === undefined ? null : <div>{action}</div>}
    </div>
  );
}
