import {
  detailPlaceholders,
  formatPointer,
  hasDetails,
  isJsonArray,
  isJsonObject,
  placeholdersOf,
  recordOperation,
  valueAt,
  type Json,
  type ProfileProblem,
  type ServiceProfile,
} from "@dc/api-client";
import { unknownId, unknownIndex, type CheckSession } from "#/service/check-session.ts";
import { describeAnswer, excerpt } from "#/service/describe-answer.ts";
import type { ProbeResult } from "#/service/probe.ts";
import { listMembers } from "#/suggestions/answer-members.ts";
import { isSameRefusal } from "#/suggestions/same-refusal.ts";

function textsIn(body: Json): string {
  const texts = listMembers(body, 3).filter(({ value }) => typeof value === "string");
  return texts.map((text) => `"${text.pointer}"`).join(", ");
}

function isThere(body: Json, pointer: string): boolean {
  return valueAt(body, pointer) !== undefined;
}

/** Sends an invalid request, whose refusal may name a field; null when none can be sent. */
async function wrongRequest(session: CheckSession): Promise<ProbeResult | null> {
  const operation = ["listOpenSlots", "findPatients"].find(
    (name) => Object.keys(session.profile.data.operations[name]?.query ?? {}).length > 0,
  );
  if (operation === undefined || !session.recordIds.has("schedule")) return null;
  const values = operation === "findPatients" ? { name: "", dateOfBirth: "" } : session.slotValues();
  return session.sendCached({ operation, values, index: null, query: new URLSearchParams({ unknown: "1" }) });
}

/** Parts of an error that no body has, and a message pointer that names the code. */
async function placeProblems(
  session: CheckSession,
  missing: ProbeResult,
  body: Json,
): Promise<readonly ProfileProblem[]> {
  const { errors } = session.profile.data;
  const missingPart = (name: string, pointer: string, more: string): ProfileProblem => ({
    pointer: formatPointer(["errors", name]),
    message: `is "${pointer}", where an error's body has nothing${more}; there are texts at ${textsIn(body)}: ${excerpt(body, 160)}`,
  });
  const problems: ProfileProblem[] = [];
  if (errors.code !== undefined && !isThere(body, errors.code)) problems.push(missingPart("code", errors.code, ""));
  const words = [errors.words ?? []].flat();
  // Of several parts, each error may lack some.
  if (words.length > 0 && !words.some((pointer) => isThere(body, pointer)))
    problems.push(missingPart("words", words.join('" and "'), ""));
  if (errors.requestId !== undefined && !isThere(body, errors.requestId))
    problems.push(
      missingPart("requestId", errors.requestId, " (it is needed only if no header carries the id of the request)"),
    );
  if (words.length === 1 && words[0] === errors.code) {
    const sentence = listMembers(body, 3).find(
      ({ pointer, value }) => pointer !== errors.code && typeof value === "string" && /\s/.test(value),
    );
    const hint = sentence === undefined ? "leave one of them out" : `the words may be "${sentence.pointer}"`;
    problems.push({
      pointer: "/errors/words",
      message: `is "${words[0]}", which also holds the code (${missing.words?.code ?? "nothing"}): ${hint}`,
    });
  }
  const wrong = await wrongRequest(session);
  const refusals = [
    { status: missing.status, body },
    ...(wrong === null || wrong.isAccepted || wrong.undecided !== null || wrong.body === undefined
      ? []
      : [{ status: wrong.status, body: wrong.body }]),
  ];
  const bodies = refusals.map((refusal) => refusal.body);
  if (errors.field !== undefined && bodies.length > 1 && !bodies.some((body) => isThere(body, errors.field ?? "")))
    problems.push({
      pointer: "/errors/field",
      message: `is "${errors.field}", where the answer to an invalid request has nothing; leave it out if the service names no field: ${excerpt(bodies[1], 160)}`,
    });
  return [...problems, ...detailProblems(session, refusals)];
}

/** The body of an error and its status. */
interface Refusal {
  readonly status: number | null;
  readonly body: Json;
}

/** The statuses of the errors that have this list, if the others have none. */
function listedStatuses(refusals: readonly Refusal[], at: string): string {
  const listing = refusals.filter(({ body }) => isJsonArray(valueAt(body, at)));
  return JSON.stringify(listing.map(({ status }) => status));
}

/** A list of reasons in the answer to an invalid request, which the profile does not name. */
function unnamedDetails(refusals: readonly Refusal[]): readonly ProfileProblem[] {
  const list = listMembers(refusals.at(-1)?.body ?? null, 3).find(
    ({ value }) => isJsonArray(value) && isJsonObject(value[0]),
  );
  const [entry] = list !== undefined && isJsonArray(list.value) ? list.value : [];
  if (list === undefined || entry === undefined) return [];
  const isOfAll = refusals.every(({ body }) => isJsonArray(valueAt(body, list.pointer)));
  const statuses = isOfAll ? "" : `, "statuses": ${listedStatuses(refusals, list.pointer)}`;
  const message = `is left out, but an invalid request is answered with a list of reasons: write { "at": "${list.pointer}"${statuses} } with "field", "words" or "code" of ${textsIn(entry)}: ${excerpt(entry, 160)}`;
  return [{ pointer: "/errors/details", message }];
}

/** Statuses whose errors have details by the profile and have none, or the other way round. */
function statusProblems(
  { profile: { data } }: CheckSession,
  refusals: readonly Refusal[],
  at: string,
): readonly ProfileProblem[] {
  const { details, template } = data.errors;
  const isUsed = placeholdersOf(template).some((name) => detailPlaceholders.includes(name));
  if (details?.statuses === undefined && !isUsed) return [];
  const isListed = (body: Json) => isJsonArray(valueAt(body, at));
  const wrong = refusals.find(
    ({ status, body }) => status !== null && isListed(body) !== hasDetails(data.errors, status),
  );
  if (wrong === undefined) return [];
  const said = details?.statuses === undefined ? "is left out" : `is ${JSON.stringify(details.statuses)}`;
  const message = `${said}, but an error with ${String(wrong.status)} has ${isListed(wrong.body) ? "a" : "no"} list at "${at}": write those that have one, such as ${listedStatuses(refusals, at)}: ${excerpt(wrong.body, 160)}`;
  return [{ pointer: "/errors/details/statuses", message }];
}

/** Details that no answer lists, and parts that no detail has. One answer to an invalid request is needed to say so. */
function detailProblems(session: CheckSession, refusals: readonly Refusal[]): readonly ProfileProblem[] {
  const { details } = session.profile.data.errors;
  if (refusals.length < 2) return [];
  if (details === undefined) return unnamedDetails(refusals);
  const lists = refusals.map(({ body }) => valueAt(body, details.at)).filter(isJsonArray);
  const shown = excerpt(refusals.at(-1)?.body, 160);
  if (lists.length === 0)
    return [
      {
        pointer: "/errors/details/at",
        message: `is "${details.at}", where no error's body has a list; leave details out if the service lists none: ${shown}`,
      },
    ];
  const entries = lists.flat();
  const places = (["field", "words", "code"] as const).flatMap((name): readonly ProfileProblem[] => {
    const pointer = details[name];
    if (pointer === undefined || entries.length === 0 || entries.some((entry) => isThere(entry, pointer))) return [];
    const message = `is "${pointer}", where no entry of "${details.at}" has anything: ${excerpt(entries[0], 160)}`;
    return [{ pointer: `/errors/details/${name}`, message }];
  });
  return [...places, ...statusProblems(session, refusals, details.at)];
}

/** Problems of how errors are read. */
export async function errorProblems(session: CheckSession, notTested: string[]): Promise<readonly ProfileProblem[]> {
  const { profile } = session;
  const missing = await session.sendCached({
    operation: "readSchedule",
    values: { id: unknownId(profile, "schedule") },
    index: null,
  });
  if (missing.isAccepted || missing.body === undefined || missing.undecided !== null) return [];
  const problems = [...(await placeProblems(session, missing, missing.body))];
  // Reasons are distinguished by the code, so its place must be right first.
  if (problems.some(({ pointer }) => pointer === "/errors/code")) return problems;
  if (missing.words !== null && missing.words.reason !== "missing")
    problems.push(reasonProblem(profile, "a made-up id", missing, "missing"));
  const type = ["schedule", "practitioner"].find((candidate) => session.recordIds.has(candidate));
  if (type === undefined) return problems;
  const elsewhere = await session.sendCached({
    operation: recordOperation("read", type),
    values: { id: session.recordIds.get(type) },
    index: unknownIndex(profile),
  });
  if (elsewhere.isAccepted)
    problems.push({
      pointer: "/headers/index/name",
      message: `is "${profile.data.headers.index.name}", but an index version that does not exist was served: the service ignores this header`,
    });
  else if (
    isSameRefusal(
      profile,
      missing,
      elsewhere,
      [unknownId(profile, "schedule"), unknownIndex(profile), session.recordIds.get(type) ?? ""].filter(
        (id) => id !== "",
      ),
    )
  )
    notTested.push(
      `Telling an unknown index version from an unknown record (/errors/reasons): the service answers both alike, ${describeAnswer(missing)}.`,
    );
  else if (elsewhere.undecided === null && elsewhere.words?.reason !== "unknown-index")
    problems.push(reasonProblem(profile, "a made-up index version", elsewhere, "unknown-index"));
  return problems;
}

/** What is wrong where a refusal is read as another reason: the member of an entry that does not fit it, or a missing entry. */
function reasonProblem(profile: ServiceProfile, what: string, result: ProbeResult, reason: string): ProfileProblem {
  const { errors } = profile.data;
  const { code = null, field = null } = result.words ?? {};
  const answered = `${what} is answered ${describeAnswer(result)}`;
  if (code !== null && /\s/.test(code) && errors.code !== undefined)
    return {
      pointer: "/errors/code",
      message: `is "${errors.code}", which holds a sentence, not a code: ${answered}; there are texts at ${textsIn(result.body ?? null)}`,
    };
  const has = { status: result.status, code, field };
  const members = ["status", "code", "field"] as const;
  const wrong = errors.reasons.flatMap((entry, position) => {
    const unfit = members.filter((name) => entry[name] !== undefined && entry[name] !== has[name]);
    const [name, ...others] = entry.reason === reason ? unfit : [];
    return name === undefined || others.length > 0 || has[name] === null ? [] : [{ entry, position, name }];
  });
  const [first] = wrong;
  if (first === undefined) return { pointer: "/errors/reasons", message: reasonMessage(what, result, reason) };
  return {
    pointer: formatPointer(["errors", "reasons", String(first.position), first.name]),
    message: `is ${JSON.stringify(first.entry[first.name])}, but ${answered}: write ${JSON.stringify(has[first.name])}`,
  };
}

function reasonMessage(what: string, result: ProbeResult, reason: string): string {
  const { code = null, field = null, reason: read = "other" } = result.words ?? {};
  const entry = { status: result.status, ...(code !== null ? { code } : field !== null ? { field } : {}), reason };
  const isTold = code !== null || field !== null;
  return isTold
    ? `${what} is answered ${describeAnswer(result)}, which is read as "${read}"; put this before the others: ${JSON.stringify(entry)}`
    : `${what} is answered ${describeAnswer(result)}, which is read as "${read}"; give /errors/code, so that the code can tell them apart: ${excerpt(result.body, 160)}`;
}
