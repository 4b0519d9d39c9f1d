import { useEffect, useState } from "react";
import styles from "./skeleton-rows.module.css";

/** True once `waiting` has lasted for the delay, so that quick answers show no placeholder. */
function useDelayed(waiting: boolean, delayMs = 300): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setLate(true), delayMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [waiting, delayMs]);
  return waiting && late;
}

const widths = [34, 27, 38, 23, 31, 36, 25, 33];

export interface SkeletonRowsProps {
  rows: number;
  rowHeight?: number;
  /** `Reading 48 of 126 records`. */
  progress?: string;
  label?: string;
}

/** Placeholder rows while data loads. They take up space at once and become visible after 300 ms. */
export function SkeletonRows({ rows, rowHeight = 33, progress, label = "Loading" }: SkeletonRowsProps) {
  const shown = useDelayed(true);
  return (
    <div role="status" aria-label={label}>
      <div aria-hidden="true" style={{ visibility: shown ? "visible" : "hidden" }}>
        {Array.from({ length: rows }, (_, index) => (
          <div key={index} className={styles["skeleton"]} style={{ blockSize: rowHeight }}>
            <span className={`${styles["bar"]} ${styles["square"]}`} />
            <span className={styles["bar"]} style={{ inlineSize: `${widths[index % widths.length]}%` }} />
            <span className={styles["grow"]} />
            <span className={styles["bar"]} style={{ inlineSize: 44 }} />
            <span className={styles["bar"]} style={{ inlineSize: 30 }} />
          </div>
        ))}
      </div>
      {progress === undefined ? null : <p className={styles["progress"]}>{progress}</p>}
    </div>
  );
}
