import { Age } from "./age.tsx";
import { Icon } from "./icon.tsx";
import styles from "./stale-tag.module.css";

/** The age of a value that is too old. */
export function StaleTag({ at }: { at: string }) {
  return (
    <span className={styles["stale"]}>
      <Icon name="clock" size={12} />
      <Age at={at} after="old" />
    </span>
  );
}
