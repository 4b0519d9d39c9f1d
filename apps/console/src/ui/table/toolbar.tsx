import type { ReactNode } from "react";
import styles from "./toolbar.module.css";

/** The row of filters over a list; `end` stands at its far side. */
export function Toolbar({ children, end }: { children: ReactNode; end?: ReactNode }) {
  return (
    <div className={styles["bar"]}>
      {children}
      {end === undefined ? null : <div className={styles["end"]}>{end}</div>}
    </div>
  );
}
