import styles from "./count.module.css";

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
