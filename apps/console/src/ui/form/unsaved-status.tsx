import { formatFullTime, formatMoment } from "#/ui/display/format-time.ts";
import { StatusMark } from "#/ui/display/status-mark.tsx";
import { useNow } from "#/ui/display/use-now.ts";
import { Button } from "./button.tsx";
import styles from "./unsaved-status.module.css";

export interface UnsavedStatusProps {
  /** `Unsaved` where the input differs from what is stored, `Kept` where nothing is stored yet. */
  word: "Unsaved" | "Kept";
  since: Date | null;
  onDiscard: () => void;
}

/** Since when there is unsaved input, and a button that discards it. */
export function UnsavedStatus({ word, since, onDiscard }: UnsavedStatusProps) {
  const now = useNow();
  return (
    <span className={styles["unsaved"]}>
      <span role="status">
        {since === null ? null : (
          <span data-tip={formatFullTime(since)}>
            <StatusMark shape="dashed" hue="quiet" word={`${word} since ${sinceWords(since, new Date(now))}`} />
          </span>
        )}
      </span>
      <Button size="sm" variant="subtle" disabled={since === null} onClick={onDiscard}>
        Discard
      </Button>
    </span>
  );
}

/** `14:02`, or `20 Nov 14:02` on another day. */
function sinceWords(since: Date, now: Date): string {
  const moment = formatMoment(since, now);
  return since.toDateString() === now.toDateString() ? moment.slice(moment.lastIndexOf(" ") + 1) : moment;
}
