import styles from "./age.module.css";
import { formatDuration, formatFullTime } from "./format-time.ts";
import { Icon } from "./icon.tsx";
import { useNow } from "./use-now.ts";

export interface AgeProps {
  /** ISO time; null is shown as "never". */
  at: string | null;
  /** Beyond this age it is shown as "26 h old" in a warning colour. */
  oldAfterMs?: number;
  before?: string;
  after?: string;
}

/** How long ago something was, kept up to date, with the full time as tooltip. */
export function Age({ at, oldAfterMs, before, after }: AgeProps) {
  const now = useNow();
  if (at === null) return <span className={styles["age"]}>never</span>;
  const time = new Date(at);
  const ms = now - time.getTime();
  const old = oldAfterMs !== undefined && ms > oldAfterMs;
  const words = [before, `${formatDuration(ms)}${old ? " old" : ""}`, old ? undefined : after];
  return (
    <time
      className={old ? `${styles["age"]} ${styles["old"]}` : styles["age"]}
      dateTime={at}
      data-tip={formatFullTime(time)}
    >
      {words.filter((word) => word !== undefined).join(" ")}
    </time>
  );
}

/** The age of a value that is too old, or nothing as long as it is not older than so many seconds. */
export function StaleTag({ at, olderThanS = 0 }: { at: string; olderThanS?: number }) {
  const isOld = useNow() - new Date(at).getTime() > olderThanS * 1000;
  if (olderThanS > 0 && !isOld) return null;
  return (
    <span className={styles["stale"]}>
      <Icon name="clock" size={12} />
      <Age at={at} after="old" />
    </span>
  );
}
