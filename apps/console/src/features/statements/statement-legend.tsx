import { GridLegend } from "#/ui/table/cell-grid.tsx";
import styles from "./statements.module.css";

/** What the letterOf and signs of the grid mean. */
export function StatementLegend({ letterOf, hasPlans }: { letterOf: ReadonlyMap<string, string>; hasPlans: boolean }) {
  return (
    <div className={styles["legend"]}>
      <GridLegend>
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
          <span className={styles["open"]} /> left out
        </span>
        <span>
          <span className={styles["quiet"]} /> nothing to change
        </span>
        <span>
          <i aria-hidden="true" /> not on the roster
        </span>
      </GridLegend>
    </div>
  );
}
