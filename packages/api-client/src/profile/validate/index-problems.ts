import type { ProfileProblem } from "#/errors/profile-error.ts";
import { formatPointer } from "#/json/pointer.ts";
import { recordOperation, type RecordVerb } from "#/profile/operation-names.ts";
import type { ServiceProfileData } from "#/profile/schema/profile-schema.ts";

/** The two types that the console keeps per index; a record of any other type may be the same in every index. */
const perIndex: ReadonlySet<string> = new Set(["practitioner", "schedule"]);

const withoutHeaderAdvice =
  "without the index header the service writes to the standard index. If it takes the index in another way, leave the operation out: such changes are then held, with a runbook";

function problemsOfType(data: ServiceProfileData, type: string): readonly ProfileProblem[] {
  const named = (verb: RecordVerb) => {
    const name = recordOperation(verb, type);
    return { name, operation: data.operations[name] };
  };
  const problem = ({ name }: { name: string }, key: string | null, message: string): ProfileProblem => ({
    pointer: formatPointer(["operations", name, ...(key === null ? [] : [key])]),
    message,
  });
  const read = named("read");
  const list = named("list");
  const isShared = read.operation?.takesIndex === false;
  const problems: ProfileProblem[] = [];
  if (isShared && perIndex.has(type))
    problems.push(
      problem(
        read,
        "takesIndex",
        `must be true: without the index header the ${type} of the standard index would be shown as that of every index`,
      ),
    );
  if (list.operation?.takesIndex === false && !isShared)
    problems.push(
      problem(
        list,
        "takesIndex",
        `must be true, as for "${read.name}": a list without the index header does not show what the index contains. If the list takes no header, leave the operation out`,
      ),
    );
  for (const verb of ["create", "update", "delete"] as const) {
    const write = named(verb);
    if (write.operation === undefined) continue;
    if (!write.operation.takesIndex)
      problems.push(problem(write, "takesIndex", `must be true: ${withoutHeaderAdvice}`));
    else if (isShared && !perIndex.has(type))
      problems.push(
        problem(
          write,
          null,
          `must be left out, since "${read.name}" takes no index header: a record that is the same in every index cannot be changed in one`,
        ),
      );
  }
  return problems;
}

/** Operations that must name their index: without the index header the service reads from, and writes to, the standard index. */
export function indexProblems(data: ServiceProfileData): readonly ProfileProblem[] {
  return Object.keys(data.records).flatMap((type) => problemsOfType(data, type));
}
