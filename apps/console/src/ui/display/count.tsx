import styles from "./count.module.css";

/** "1 line", "1,200 lines": the count with its noun. */
export function countText(count: number, singular: string): string {
  return `${count.toLocaleString("en")} ${singular}${count === 1 ? "" : "s"}`;
}

/** A count; zero is shown as a faint dot. */
export function Count({ value }: { value: number }) {
  if (value !== 0) return <>{value.toLocaleString("en")}</>;
  return (
    <span className={styles["zero"]}>
      <span aria-hidden="true">·</span>
      <span className="unseen">0</span>
    </span>
  );
}
