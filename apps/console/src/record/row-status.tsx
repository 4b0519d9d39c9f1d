import { shownVerdict, type RowComparison, type FieldRow } from "./field-row.ts";
import { readsAlike } from "./reading-value.tsx";
import { VerdictSign, Verdict } from "#/marks/verdict.tsx";
import { State } from "#/marks/state.tsx";
import styles from "./record.module.css";

/** The verdict's sign in the gutter; empty if nothing was read, or if the row is only staged. */
export function RowSign({ comparison }: { comparison: RowComparison }) {
  const verdict = shownVerdict(comparison);
  if (verdict === null || isOnlyStaged(comparison)) return <span />;
  return <VerdictSign verdict={verdict} />;
}

/** Whether a side lacks the value, or a set the member; "no" is a value of its own. */
const isMissing = (comparison: RowComparison, reading: RowComparison["values"]["base"]) =>
  reading !== null && ("absent" in reading || (reading.value === false && !("kind" in comparison)));

/** Neither side has the value; only a draft adds it. */
export function isOnlyStaged(comparison: RowComparison): boolean {
  const { preview, effective, base } = comparison.values;
  const isNone = (reading: typeof base) => reading === null || isMissing(comparison, reading);
  return (
    preview !== null &&
    (comparison.verdict === "same" || comparison.verdict === null) &&
    isNone(effective) &&
    isNone(base)
  );
}

/** Neither side nor a draft has the value; the row only exists because the index still has it, or had it. */
export function isAbsentEverywhere(comparison: RowComparison): boolean {
  return (
    comparison.values.preview === null &&
    (comparison.verdict === "same" || (comparison.verdict === null && comparison.values.base === null)) &&
    !comparison.flags.includes("outside") &&
    isMissing(comparison, comparison.values.effective) &&
    (comparison.values.base === null || isMissing(comparison, comparison.values.base))
  );
}

/** Whether the index says something else than what is shown for this directory. */
export function indexSaysOther({ values: { index, effective } }: RowComparison): boolean {
  return !readsAlike(index, effective);
}

const onTheWay = ["sending", "unknown", "deferred"] as const;

/** The verdict, followed by the state of the change that is on its way. */
export function RowStatus({ row: { comparison, onlyHere, lost } }: { row: FieldRow }) {
  const verdict = shownVerdict(comparison);
  const state = onTheWay.find((known) => known === comparison.override?.state);
  return (
    <span className={styles["stands"]} data-row-status>
      {lost ? (
        <span className={styles["onlyHere"]}>no longer in the profile</span>
      ) : isOnlyStaged(comparison) ? null : verdict !== null ? (
        <Verdict verdict={verdict} />
      ) : onlyHere && !isAbsentEverywhere(comparison) ? (
        <span className={styles["onlyHere"]}>only in this index</span>
      ) : null}
      {comparison.flags.includes("held") && state === undefined ? <State state="held" /> : null}
      {state === undefined ? null : <State state={state} />}
      {comparison.values.preview !== null ? <State state="staged" /> : null}
    </span>
  );
}
