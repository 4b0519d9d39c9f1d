import type { ReactNode } from "react";
import styles from "./gate.module.css";

/** Ways in beside the form above them; nothing where there is none. */
export function OtherWays({ children }: { children: ReactNode }) {
  return (
    <div className={styles["other"]}>
      <p className={styles["or"]}>or</p>
      {children}
    </div>
  );
}
