import { formatPointer, type ProfileProblem } from "@dc/api-client";
import type { CheckSession } from "#/service/check-session.ts";
import { tryLookUp } from "#/service/try-look-up.ts";
import { withArticle } from "#/article.ts";
import { pagingProblems } from "./paging-problems.ts";
import type { ReadRecords } from "./read-records.ts";

/** Problems of the look-ups of a profile: each is asked for a record that was read, and for a value that nobody has. */
export async function lookUpProblems(
  session: CheckSession,
  read: ReadRecords,
  index: string | null,
  notTested: string[],
): Promise<readonly ProfileProblem[]> {
  const { profile } = session;
  const problems: ProfileProblem[] = [];
  for (const lookUp of profile.lookUps()) {
    const records = read.get(lookUp.type) ?? [];
    const fitting = records.find(({ raw }) => (profile.foundBy(lookUp, raw) ?? "").trim() !== "") ?? records[0] ?? null;
    const trial = await tryLookUp(session, lookUp, fitting, index);
    if (trial.untried !== null)
      notTested.push(
        `Finding ${withArticle(lookUp.type)} by ${lookUp.meaning} (${formatPointer(["operations", lookUp.operation])}): ${trial.untried}.`,
      );
    if (trial.problem !== null) problems.push(trial.problem);
    const value = fitting === null ? null : profile.foundBy(lookUp, fitting.raw);
    if (trial.problem !== null || trial.untried !== null || value === null || lookUp.gives === "record") continue;
    const values = { [lookUp.variable]: value };
    problems.push(...(await pagingProblems(session, { operation: lookUp.operation, values, index })));
  }
  return problems;
}
