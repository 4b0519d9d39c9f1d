import { Count } from "#/ui/text/count.tsx";
import styles from "./verdict-marks.module.css";
import { Verdict, verdictOrder, type VerdictName } from "./verdict.tsx";

export type VerdictTally = { readonly [verdict in VerdictName]: number };

/** Verdicts that need a decision, worst first. */
const open: readonly VerdictName[] = ["conflict", "outside", "base moved", "differs"];

/** The worst verdict that occurs; `same` when there is none. */
export function worstOf(tally: VerdictTally): VerdictName {
  return verdictOrder.find((verdict) => tally[verdict] > 0) ?? "same";
}

/** How many values need a decision, by verdict; a faint dot when none does. */
export function VerdictMarks({ tally }: { tally: VerdictTally }) {
  const shown = open.filter((verdict) => tally[verdict] > 0);
  if (shown.length === 0) return <Count value={0} />;
  return (
    <span className={styles["marks"]}>
      {shown.map((verdict) => (
        <Verdict key={verdict} verdict={verdict} show={tally[verdict]} />
      ))}
    </span>
  );
}
