import type { ReactNode } from "react";
import { MidTruncate } from "./mid-truncate.tsx";
import styles from "./name-or-id.module.css";

/** A name, or the id where there is no name, with a mark before it. */
export function NameOrId({ mark, name, id }: { mark?: ReactNode; name: string | null; id: string }) {
  return (
    <span className={styles["named"]}>
      {mark}
      {name === null || name === "" ? <span className="mono">{id}</span> : <MidTruncate text={name} />}
    </span>
  );
}
