import { Link } from "react-router";
import { numberText } from "#/ui/display/count.tsx";
import styles from "./overview.module.css";

export interface Bar {
  label: string;
  /** Said to screen readers instead of the label. */
  words?: string;
  count: number;
  hue?: "outside" | "ink";
  /** The list behind it; one of nothing is not led to. */
  to?: string;
}

/** A few counts as bars that stand, the label below each, the count above. `isLong`: the labels at the ends are longer than their bars. */
export function CountedBars({
  label,
  bars,
  isLong = false,
}: {
  label: string;
  bars: readonly Bar[];
  isLong?: boolean;
}) {
  const most = Math.max(...bars.map(({ count }) => count), 1);
  const words = bars.filter(({ count }) => count > 0).map((bar) => `${bar.words ?? bar.label}: ${bar.count}`);
  const edgeOf = (place: number) =>
    !isLong ? undefined : place === 0 ? "start" : place === bars.length - 1 ? "end" : undefined;
  const drawn = ({ label: name, words: said = name, count }: Bar) => (
    <>
      <span>{count === 0 ? "" : numberText(count)}</span>
      <i style={{ blockSize: count === 0 ? 1 : `${Math.max(3, (count / most) * 44)}px` }} />
      <small>{name}</small>
      {said === name ? null : <span className="unseen">{said}</span>}
    </>
  );
  const leads = bars.some(({ to, count }) => to !== undefined && count > 0);
  return (
    <div
      role={leads ? "group" : "img"}
      className={styles["bars"]}
      aria-label={leads ? label : `${label}. ${words.join(", ") || "None"}.`}
    >
      {bars.map((bar, place) => {
        const look = { "data-hue": bar.hue, "data-edge": edgeOf(place) };
        return bar.to === undefined || bar.count === 0 ? (
          <div key={place} {...look}>
            {drawn(bar)}
          </div>
        ) : (
          <Link key={place} to={bar.to} {...look}>
            {drawn(bar)}
          </Link>
        );
      })}
    </div>
  );
}
