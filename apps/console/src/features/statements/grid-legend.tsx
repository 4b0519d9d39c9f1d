import styles from "./statements.module.css";

/** What the letterOf and signs of the grid mean. */
export function GridLegend({ letterOf, hasPlans }: { letterOf: ReadonlyMap<string, string>; hasPlans: boolean }) {
  return (
    <div className={styles["legend"]}>
      {[...letterOf].map(([text, letter]) => (
        <span key={letter}>
          <b>{letter}</b> <bdi>{text}</bdi>
        </span>
      ))}
      {hasPlans ? <span>✓ in, – not in</span> : null}
      <span className={styles["legendEnd"]}>
        <span className={styles["sampleTicked"]}>
          <span className={styles["dot"]} />
        </span>
        ticked
      </span>
      <span>
        <span className={styles["quiet"]} /> nothing to change
      </span>
      <span>
        <i aria-hidden="true" /> not on the roster
      </span>
    </div>
  );
}
