import type { ReactNode } from "react";
import styles from "./empty-state.module.css";

export interface EmptyStateProps {
  title: string;
  /** What would be listed here. */
  children: ReactNode;
  /** The main action, and one other. */
  primary?: ReactNode;
  other?: ReactNode;
}

/** Replaces an empty list: what would be listed here and how to start. */
export function EmptyState({ title, children, primary, other }: EmptyStateProps) {
  return (
    <div className={styles["empty"]}>
      <EmptyPicture />
      <h2>{title}</h2>
      <p>{children}</p>
      {primary === undefined && other === undefined ? null : (
        <div className={styles["ways"]}>
          {primary}
          {other}
        </div>
      )}
    </div>
  );
}

/** Three rows of a list, of which two are still to come. */
export function EmptyPicture() {
  return (
    <svg
      width="76"
      height="48"
      viewBox="0 0 76 48"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      aria-hidden="true"
    >
      <rect x="1" y="1" width="74" height="13" rx="3" />
      <path d="M8 7.5h4m6 0h26" strokeLinecap="round" />
      <rect x="1" y="17.5" width="74" height="13" rx="3" strokeDasharray="3 3" />
      <rect x="1" y="34" width="74" height="13" rx="3" strokeDasharray="3 3" />
    </svg>
  );
}
