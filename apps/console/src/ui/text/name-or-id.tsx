import type { ReactNode } from "react";
import { MidTruncate } from "./mid-truncate.tsx";
import styles from "./name-or-id.module.css";

/** A mark before a name that loses its middle when there is no room; without a name, the id in mono. */
export function Named({ mark, name, id }: { mark?: ReactNode; name: string | null; id: string }) {
  return (
    <span className={styles["named"]}>
      {mark}
      {name === null || name === "" ? <span className="mono">{id}</span> : <MidTruncate text={name} />}
    </span>
  );
}
