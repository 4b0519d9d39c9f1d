import { formatPointer, valueAt, type Json, type ProfileProblem, numberText } from "@dc/api-client";
import { listIn, type CheckSession } from "#/service/check-session.ts";
import { describeRefusal, excerpt } from "#/service/describe-answer.ts";
import { listMembers } from "#/suggestions/answer-members.ts";
import { listProblems } from "./operation-problems.ts";
import { pagingProblems } from "./paging-problems.ts";

/** Problems of how index versions are listed and read; one of the list is read. */
export async function indexVersionProblems(
  session: CheckSession,
  notTested: string[],
): Promise<readonly ProfileProblem[]> {
  const { problems, listedId } = await listedProblems(session, notTested);
  if (!session.hasOperation("readIndexVersion") || problems.length > 0) return problems;
  if (listedId === null) {
    notTested.push("Reading an index version (/operations/readIndexVersion): none is listed whose id could be read.");
    return problems;
  }
  const read = await session.sendCached({ operation: "readIndexVersion", values: { id: listedId }, index: null });
  if (read.undecided !== null) return problems;
  const { id } = session.profile.data.answers.indexVersion;
  if (!read.isAccepted) {
    const message = `GET ${read.shown.path} was answered ${describeRefusal(read)}. Is the path right?`;
    return [{ pointer: "/operations/readIndexVersion/path", message }];
  }
  const answeredId = valueAt(read.resource, id.at);
  if (answeredId === listedId || numberText(answeredId) === listedId) return problems;
  const message = `holds ${excerpt(read.resource, 120)}, where "${id.at}" is not the id that was asked for`;
  return [{ pointer: "/operations/readIndexVersion/resource", message }];
}

/** Problems of the list, and the id of an index version of one's own on it. */
async function listedProblems(
  session: CheckSession,
  notTested: string[],
): Promise<{ readonly problems: readonly ProfileProblem[]; readonly listedId: string | null }> {
  if (!session.hasOperation("listIndexVersions")) return { problems: [], listedId: null };
  const call = { operation: "listIndexVersions", values: {}, index: null };
  const listed = await session.sendCached(call);
  const problems = listProblems(session.profile, call.operation, listed);
  if (problems.length > 0 || listed.undecided !== null) return { problems: problems, listedId: null };
  const entries = listIn(listed) ?? [];
  const { answers, indexes } = session.profile.data;
  const ids = entries.map((raw) => valueAt(raw, answers.indexVersion.id.at));
  const listedId = ids.find((id) => typeof id === "string" && id !== indexes.standard && id !== indexes.test);
  if (entries.length === 0)
    notTested.push("The parts of a listed index version (/answers/indexVersion): the list is empty.");
  return {
    problems: [...entryProblems(session, entries, ids), ...(await pagingProblems(session, call))],
    listedId: typeof listedId === "string" ? listedId : null,
  };
}

function entryProblems(
  { profile }: CheckSession,
  entries: readonly Json[],
  ids: readonly (Json | undefined)[],
): readonly ProfileProblem[] {
  const { answers, indexes } = profile.data;
  const [first] = entries;
  if (first === undefined) return [];
  const known = listMembers(first, 3).map(({ pointer }) => `"${pointer}"`);
  const problem = (part: "id" | "name", pointer: string, what: string): ProfileProblem => ({
    pointer: formatPointer(["answers", "indexVersion", part, "at"]),
    message: `is "${pointer}", ${what}; a listed index version has ${known.join(", ")}`,
  });
  const isId = (id: Json | undefined) =>
    numberText(id) !== null ||
    (typeof id === "string" && (id.startsWith(indexes.prefix) || id === indexes.standard || id === indexes.test));
  const strange = ids.find((id) => !isId(id));
  const { id, name } = answers.indexVersion;
  if (ids.some((listedId) => !isId(listedId)))
    return [problem("id", id.at, `which holds ${excerpt(strange)}, not an id that starts with "${indexes.prefix}"`)];
  return name === undefined || entries.some((raw) => valueAt(raw, name.at) !== undefined)
    ? []
    : [problem("name", name.at, "where no listed index version has anything")];
}
