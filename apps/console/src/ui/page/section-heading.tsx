import type { ReactNode } from "react";
import styles from "./section-heading.module.css";

export interface SectionHeadingProps {
  title: string;
  note?: ReactNode;
  action?: ReactNode;
  id?: string;
}

/** A section's heading over its rule, with a quiet note and an action at its end. */
export function SectionHeading({ title, note, action, id }: SectionHeadingProps) {
  return (
    <div className={styles["section"]}>
      <h2 id={id}>{title}</h2>
      {note === undefined ? null : <span>{note}</span>}
      {action === undefined ? null : <div>{action}</div>}
    </div>
  );
}
