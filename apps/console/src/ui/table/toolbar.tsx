import type { ReactNode } from "react";
import styles from "./toolbar.module.css";

/** The filters above a list; `end` is placed at the other side. */
export function Toolbar({ children, end }: { children: ReactNode; end?: ReactNode }) {
  return (
    <div className={styles["bar"]}>
      {children}
      {end === undefined ? null : <div className={styles["end"]}>{end}</div>}
    </div>
  );
}
