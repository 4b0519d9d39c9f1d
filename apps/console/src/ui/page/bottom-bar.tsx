import { createContext, use, useState, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { useHeightVariable } from "#/ui/display/use-height-variable.ts";
import styles from "./bottom-bar.module.css";

/** The element at the foot of the frame that bars are rendered into; null before the frame is on screen. */
export const BottomBarSlot = createContext<HTMLElement | null>(null);
const SetSlot = createContext<(slot: HTMLElement | null) => void>(() => {});

/** Has the bars of what is inside it rendered where its `BottomBarPlace` stands. */
export function WithBottomBar({ children }: { children: ReactNode }) {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  useHeightVariable(slot, "--dc-foot");
  return (
    <SetSlot value={setSlot}>
      <BottomBarSlot value={slot}>{children}</BottomBarSlot>
    </SetSlot>
  );
}

export function BottomBarPlace({ className }: { className?: string | undefined }) {
  return <div ref={use(SetSlot)} className={className} />;
}

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
