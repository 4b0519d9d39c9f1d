import styles from "./count.module.css";

/** A whole number as `1,200`, written without the formats of languages, whose loading takes longer than drawing a list. */
export const numberText = (value: number): string => String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, ",");

/** "1 line", "1,200 lines": the count with its noun. */
export function countText(count: number, singular: string): string {
  return `${numberText(count)} ${singular}${count === 1 ? "" : "s"}`;
}

/** A count; zero is shown as a faint dot. */
export function Count({ value }: { value: number }) {
  if (value !== 0) return <>{numberText(value)}</>;
  return (
    <span className={styles["zero"]}>
      <span aria-hidden="true">·</span>
      <span className="unseen">0</span>
    </span>
  );
}

/** `12 kB`, `3.4 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1_000)} kB`;
  return `${(bytes / 1_000_000).toLocaleString("en", { minimumFractionDigits: 1, maximumFractionDigits: 1 })} MB`;
}
