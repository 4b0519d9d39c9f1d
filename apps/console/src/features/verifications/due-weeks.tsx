import type { VerificationPage } from "@dc/contract";
import { countText, numberText } from "#/ui/display/count.tsx";
import styles from "./verifications.module.css";

const FIRST = -5;
const LAST = 12;
const MOST_PX = 44;

const firstWords = "5 or more weeks over";
const lastWords = "in 12 or more weeks";

function wordsOf(week: number): string {
  if (week === FIRST) return firstWords;
  if (week === LAST) return lastWords;
  if (week === 0) return "this week";
  return week < 0 ? `${countText(-week, "week")} over` : `in ${countText(week, "week")}`;
}

/** How many entries are due in each week, those before today apart; what is further away is in the outermost. Its place until that is known. */
export function DueWeeks({ weeks }: Pick<VerificationPage, "weeks">) {
  const counted = new Map<number, number>();
  for (const { week, count } of weeks) {
    const shown = Math.min(Math.max(week, FIRST), LAST);
    counted.set(shown, (counted.get(shown) ?? 0) + count);
  }
  const bars = Array.from({ length: LAST - FIRST + 1 }, (_, place) => FIRST + place);
  const most = Math.max(...counted.values(), 1);
  const words = bars.flatMap((week) => {
    const count = counted.get(week);
    if (count === undefined) return [];
    return [`${wordsOf(week)}: ${numberText(count)}`];
  });
  return (
    <div
      className={styles["weeks"]}
      {...(words.length === 0
        ? { "aria-hidden": true }
        : { role: "img", "aria-label": `Due by week. ${words.join(", ")}.` })}
    >
      {bars.map((week) => {
        const count = counted.get(week) ?? 0;
        const kind = week < 0 ? "over" : week < 2 ? "soon" : "in time";
        return (
          <div key={week} data-kind={kind} data-today={week === 0 || undefined}>
            <span>{count === 0 ? "" : numberText(count)}</span>
            <i style={{ blockSize: count === 0 ? 1 : Math.max(3, (count / most) * MOST_PX) }} />
            <small>{week === FIRST ? firstWords : week === 0 ? "today" : week === LAST ? lastWords : ""}</small>
          </div>
        );
      })}
    </div>
  );
}
