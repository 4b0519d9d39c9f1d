import { Button } from "#/ui/button.tsx";
import { formatFullTime, formatMoment } from "#/ui/format-time.ts";
import { useNow } from "#/ui/now.ts";
import { State } from "#/ui/state.tsx";
import styles from "./profile.module.css";

/** Since when what is typed differs from what is in force, and the way to let go of it. */
export function Unsaved({ since, onDiscard }: { since: Date | null; onDiscard: () => void }) {
  const now = useNow();
  return (
    <span className={styles["unsaved"]}>
      <span role="status">
        {since === null ? null : (
          <span data-tip={formatFullTime(since)}>
            <State state="draft" label={`Unsaved since ${sinceWords(since, new Date(now))}`} />
          </span>
        )}
      </span>
      <Button size="sm" variant="subtle" disabled={since === null} onClick={onDiscard}>
        Discard
      </Button>
    </span>
  );
}

/** `14:02`, with the day once it is another: `20 Nov 14:02`. */
function sinceWords(since: Date, now: Date): string {
  const moment = formatMoment(since, now);
  return since.toDateString() === now.toDateString() ? moment.slice(moment.lastIndexOf(" ") + 1) : moment;
}
