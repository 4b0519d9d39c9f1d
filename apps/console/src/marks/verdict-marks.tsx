import { Count } from "#/ui/text/count.tsx";
import styles from "./verdict-marks.module.css";
import { Verdict, verdictOrder, type VerdictName } from "./verdict.tsx";

export type VerdictTally = { readonly [verdict in VerdictName]: number };

/** Those that ask for a person, worst first. */
const open: readonly VerdictName[] = ["conflict", "outside", "base moved", "differs"];

/** The worst that is not zero; `same` when all is quiet. */
export function worstOf(tally: VerdictTally): VerdictName {
  return verdictOrder.find((verdict) => tally[verdict] > 0) ?? "same";
}

/** Marks with counts of what asks for a person; a faint dot when nothing does. */
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
