import { fillQuery, isJsonObject, nextQuery, startQuery, valueAt, type Json, numberText } from "@dc/api-client";
import { listIn } from "#/service/check-session.ts";
import { describeKind, describeRefusal } from "#/service/describe-answer.ts";
import type { ProbeResult } from "#/service/probe.ts";
import { unfollowedPagesProblem } from "#/suggestions/detect-paging.ts";
import { fails, holds, untested, type Finding } from "#/contract-suite/check.ts";
import type { ContractSession } from "#/contract-suite/contract-session.ts";

const mostPages = 200;

/** The index version that the run made, with its name where the answer had one. */
export interface MadeIndex {
  readonly id: string;
  readonly name: string | null;
}

/** An id or a name of an index version in an answer; null where the profile's place holds neither text nor number. */
function partOf(session: ContractSession, part: "id" | "name", raw: Json | undefined): string | null {
  const pointer = session.profile.data.answers.indexVersion[part]?.at;
  const value = pointer === undefined ? undefined : valueAt(raw, pointer);
  return typeof value === "string" ? value : numberText(value);
}

/** Reads the pages of the list until they end; `entries` are those of the pages that were lists. */
async function readPages(session: ContractSession): Promise<{ entries: Json[]; pages: ProbeResult[] }> {
  const operation = "listIndexVersions";
  const spelling = session.profile.data.operations[operation];
  const entries: Json[] = [];
  const pages: ProbeResult[] = [];
  if (spelling === undefined) return { entries, pages };
  let query: URLSearchParams | null = startQuery(fillQuery(spelling, {}), spelling.paging);
  while (query !== null && pages.length < mostPages) {
    const page = await session.send({ operation, values: {}, index: null, query });
    pages.push(page);
    const list = listIn(page);
    if (list === null) break;
    entries.push(...list);
    query = nextQuery(query, spelling.paging, { json: page.body ?? null }, list.length);
  }
  return { entries, pages };
}

/** Lists the index versions: each has its id, and the one that the run made, if any, is among them. */
export async function indexListFinding(session: ContractSession, made: MadeIndex | null): Promise<Finding> {
  const { entries, pages } = await readPages(session);
  const last = pages.at(-1);
  if (last === undefined) return untested("the profile has no operation listIndexVersions");
  if (!last.isAccepted) return fails(describeRefusal(last), last);
  if (listIn(last) === null)
    return fails(`answered ${describeKind(last.resource ?? last.body)} where the profile expects the list`, last);
  const unread = unfollowedPagesProblem(session, "listIndexVersions", last);
  if (unread !== null) return fails(`${unread.pointer} ${unread.message}`, last);
  const { prefix, standard, test } = session.profile.data.indexes;
  const strange = entries.find((raw) => {
    const id = partOf(session, "id", raw);
    return id === null || !(id.startsWith(prefix) || id === standard || id === test);
  });
  if (strange !== undefined)
    return fails(
      `an entry has no id that starts with "${prefix}" at ${session.profile.data.answers.indexVersion.id.at}; it has: ${isJsonObject(strange) ? Object.keys(strange).join(", ") : describeKind(strange)}`,
      last,
    );
  const count = `${String(entries.length)} index version${entries.length === 1 ? "" : "s"}`;
  if (made === null) return holds(`listed ${count}`, last);
  const listed = entries.find((raw) => partOf(session, "id", raw) === made.id);
  if (listed === undefined) return fails(`the index version that the run made is not among ${count}`, last);
  const name = partOf(session, "name", listed);
  return made.name === null || name === made.name
    ? holds(`listed ${count}, the one that the run made among them`, last)
    : fails(`the index version that the run made as "${made.name}" is listed ${named(name)}`, last);
}

/** Reads one index version by its id: the one that the run made, else one that is listed. */
export async function indexReadFinding(session: ContractSession, made: MadeIndex | null): Promise<Finding> {
  const { standard, test } = session.profile.data.indexes;
  const listed = made === null && session.hasOperation("listIndexVersions") ? (await readPages(session)).entries : [];
  const [listedIndex] = listed
    .map((raw) => ({ id: partOf(session, "id", raw), name: partOf(session, "name", raw) }))
    .filter(({ id }) => id !== null && id !== standard && id !== test);
  const sought = made ?? listedIndex;
  if (sought === undefined || sought.id === null)
    return untested("needs an index version: --probe-writes makes one, or a list has one");
  const read = await session.send({ operation: "readIndexVersion", values: { id: sought.id }, index: null });
  if (!read.isAccepted) return fails(describeRefusal(read), read);
  const spelling = session.profile.data.operations["readIndexVersion"];
  if (read.status !== null && spelling?.success.includes(read.status) !== true)
    return fails(
      `/operations/readIndexVersion/success  is [${spelling?.success.join(", ") ?? ""}], and the service answered ${String(read.status)}: add it`,
      read,
    );
  if (partOf(session, "id", read.resource) !== sought.id)
    return fails(
      `the id that was asked for is not at ${session.profile.data.answers.indexVersion.id.at} of the answer`,
      read,
    );
  const name = partOf(session, "name", read.resource);
  return sought.name === null || name === sought.name
    ? holds("answered with its id and name", read)
    : fails(`the index version "${sought.name}" is read ${named(name)}`, read);
}

function named(name: string | null): string {
  return name === null ? "without a name" : `as "${name}"`;
}
