import { createContext, use, useEffect, type ReactNode } from "react";
import { createPortal } from "react-dom";
import styles from "./bottom-bar.module.css";

/** The element at the foot of the shell that bars are drawn into; null before the shell is on screen. */
export const BottomBarSlot = createContext<HTMLElement | null>(null);

/** Says as `--dc-foot` how high the bars at the foot stand, so that what floats above the page stays clear of them. */
export function useFootHeight(foot: HTMLElement | null) {
  useEffect(() => {
    if (foot === null) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty("--dc-foot", `${foot.offsetHeight}px`));
    observer.observe(foot);
    return () => {
      observer.disconnect();
      style.removeProperty("--dc-foot");
    };
  }, [foot]);
}

export interface ChangeBarProps {
  mark?: ReactNode;
  title: ReactNode;
  note?: ReactNode;
  /** Marks with counts. */
  counts?: ReactNode;
  /** Verbs; on a phone only the filled one stays. */
  actions?: ReactNode;
  label?: string;
}

/** The bar at the foot of the page while something is staged, selected or being decided. */
export function ChangeBar({ mark, title, note, counts, actions, label = "Pending" }: ChangeBarProps) {
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
