import type { ProfileProblem } from "#/errors/profile-error.ts";
import { formatPointer } from "#/json/pointer.ts";
import type { OperationData } from "#/profile/schema/profile-schema.ts";

/** Statuses whose answers have no body. */
const bodiless = [204, 205];

/** Problems of the answers that an operation expects: a write whose answer cannot be read would always end as unknown. */
export function answerProblems(name: string, { success, answer }: OperationData): readonly ProfileProblem[] {
  const problem = (key: string, message: string): ProfileProblem => ({
    pointer: formatPointer(["operations", name, key]),
    message,
  });
  const empty = success.filter((status) => bodiless.includes(status)).map(String);
  const isRead = /^(read|list|find)/.test(name);
  const isCreation = name.startsWith("create");
  if (isRead || isCreation) {
    const needed = isRead ? "what is read is in the answer" : "the id of what was created is read from the answer";
    const isLost = answer === "nothing" || (isRead && answer === "any");
    return [
      ...(isLost ? [problem("answer", `must be "resource" or be left out: ${needed}`)] : []),
      ...(empty.length > 0
        ? [problem("success", `must not contain ${empty.join(", ")}, which has no body: ${needed}`)]
        : []),
    ];
  }
  if (empty.length === 0 || answer === "nothing" || (answer === "any" && !success.includes(205))) return [];
  const right = success.includes(205) || success.length === empty.length ? '"nothing"' : '"any"';
  return [
    problem(
      "answer",
      `must be ${right}, since ${empty.join(", ")} has no body: without it, every such answer would leave the outcome unknown`,
    ),
  ];
}

/** Problems of a list's paging: a size needs a parameter, and no parameter may be sent twice. */
export function pagingProblems(name: string, { paging, query }: OperationData): readonly ProfileProblem[] {
  const keysOfPaging = ["operations", name, "paging"];
  const problem = (keys: readonly string[], message: string): ProfileProblem => ({
    pointer: formatPointer(keys),
    message,
  });
  if (paging.style === "none") return [];
  if (!/^(list|find)/.test(name)) return [problem(keysOfPaging, "must be left out: only a list has pages")];
  if (paging.style === "link") return [];
  const { sizeQuery, size } = paging;
  const problems: ProfileProblem[] = [];
  if (size !== undefined && sizeQuery === undefined)
    problems.push(
      problem([...keysOfPaging, "sizeQuery"], 'is required with "size": it names the parameter that carries it'),
    );
  if (size === undefined && sizeQuery !== undefined)
    problems.push(
      problem([...keysOfPaging, "size"], 'is required with "sizeQuery": it is the value of that parameter'),
    );
  if (sizeQuery === paging.query)
    problems.push(problem([...keysOfPaging, "sizeQuery"], `must differ from "query": one parameter cannot carry both`));
  for (const parameter of new Set([paging.query, sizeQuery]))
    if (parameter !== undefined && Object.hasOwn(query, parameter))
      problems.push(problem(["operations", name, "query", parameter], "must be left out, since the paging sends it"));
  return problems;
}
