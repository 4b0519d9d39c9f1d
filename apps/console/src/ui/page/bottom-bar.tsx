import { createContext, use, type ReactNode } from "react";
import { createPortal } from "react-dom";
import styles from "./bottom-bar.module.css";

/** The element at the foot of the frame that bars are rendered into; null before the frame is on screen. */
export const BottomBarSlot = createContext<HTMLElement | null>(null);

export interface BottomBarProps {
  mark?: ReactNode;
  title: ReactNode;
  note?: ReactNode;
  /** Marks with counts. */
  counts?: ReactNode;
  /** Buttons; of those with a filled one a phone shows that alone. */
  actions?: ReactNode;
  label?: string;
}

/** A bar at the foot of the page, for selected rows or for staged changes that wait to be confirmed. */
export function BottomBar({ mark, title, note, counts, actions, label = "Pending" }: BottomBarProps) {
  const slot = use(BottomBarSlot);
  const bar = (
    <section className={styles["bar"]} aria-label={label}>
      {mark}
      <span className={styles["title"]}>{title}</span>
      {note === undefined ? null : <span className={styles["note"]}>{note}</span>}
      {counts === undefined ? null : <span className={styles["counts"]}>{counts}</span>}
      <span className={styles["actions"]}>{actions}</span>
    </section>
  );
  return slot === null ? bar : createPortal(bar, slot);
}
