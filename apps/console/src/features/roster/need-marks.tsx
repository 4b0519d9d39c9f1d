import type { RosterEntry } from "@dc/contract";
import { State } from "#/marks/state.tsx";
import { Verdict, type VerdictName } from "#/marks/verdict.tsx";
import { Count } from "#/ui/display/count.tsx";
import { StatusMark } from "#/ui/display/status-mark.tsx";
import styles from "./roster.module.css";

interface NeedMarksProps {
  row: RosterEntry;
  /** Whether held changes are told here too, where no column has them. */
  withHeld?: boolean;
}

/** Why somebody is needed, in the order in which a roster is sorted by need; a faint dot where nobody is. */
export function NeedMarks({ row: { counts, unknown, atRest, overdue }, withHeld = false }: NeedMarksProps) {
  const { held = 0, drafts = 0 } = counts ?? {};
  const verdict = (name: VerdictName) =>
    counts === null || counts[name] === 0 ? [] : [<Verdict key={name} verdict={name} show={counts[name]} />];
  const marks = [
    ...verdict("conflict"),
    ...(unknown === 0 ? [] : [<State key="unknown" state="unknown" show={unknown} />]),
    ...verdict("outside"),
    ...verdict("base moved"),
    ...(atRest === 0 ? [] : [<StatusMark key="at rest" shape="arrow" hue="outside" word="at rest" show={atRest} />]),
    ...(overdue ? [<StatusMark key="overdue" shape="clock" hue="outside" word="overdue" />] : []),
    ...verdict("differs"),
    ...(withHeld && held > 0 ? [<State key="held" state="held" show={held} />] : []),
    ...(drafts > 0 ? [<State key="staged" state="staged" show={drafts} />] : []),
  ];
  if (marks.length > 0) return <span className={styles["marks"]}>{marks}</span>;
  return counts === null ? <span className={styles["unknownSchedules"]}>not compared</span> : <Count value={0} />;
}
