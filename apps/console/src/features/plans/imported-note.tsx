import type { ImportedPlans } from "@dc/contract";
import { Note } from "#/marks/note.tsx";
import { numberText } from "#/ui/display/count.tsx";
import styles from "./plans.module.css";

const listed = 50;
const plans = (count: number) => `${numberText(count)} ${count === 1 ? "plan" : "plans"}`;

/** What an import did, and the lines that it could not take. */
export function ImportedNote({ imported }: { imported: ImportedPlans }) {
  const { added, changed, unchanged, problems, problemCount } = imported;
  return (
    <div className={styles["stack"]}>
      <Note kind={problemCount === 0 ? "ok" : "unknown"} live>
        {plans(added)} added, {numberText(changed)} changed, {numberText(unchanged)} as before
        {problemCount === 0
          ? "."
          : `. ${numberText(problemCount)} ${problemCount === 1 ? "line" : "lines"} could not be taken; the others are in.`}
      </Note>
      {problems.length === 0 ? null : (
        <ul className={styles["problems"]} aria-label="Lines that could not be taken">
          {problems.slice(0, listed).map((problem) => (
            <li key={problem.line}>
              <span>Line {problem.line}</span>
              <span className="mono">
                <bdi>{problem.text}</bdi>
              </span>
              <span>{problem.detail}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
