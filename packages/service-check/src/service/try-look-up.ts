import {
  compareLookedUp,
  formatPointer,
  isJsonObject,
  type Json,
  type JsonObject,
  type LookUp,
  nextQuery,
  fillQuery,
  startQuery,
  type ProfileProblem,
  type ServiceProfile,
} from "@dc/api-client";
import { withArticle } from "#/article.ts";
import { listIn, objectIn, unknownId, type CheckSession } from "./check-session.ts";
import { describeAnswer, describeKind, excerpt, serviceMessage } from "./describe-answer.ts";
import type { ProbeResult } from "./probe.ts";

/** What became of trying a look-up: what is wrong with it, or why it could not be tried, or neither. */
export interface LookUpTrial {
  readonly problem: ProfileProblem | null;
  readonly untried: string | null;
  readonly calls: readonly ProbeResult[];
}

const longestText = 40;

/** Looks up a record that was read by the value that it has: it must be found, alone if the look-up is exact; and a value that nobody has must find nothing. */
export async function tryLookUp(
  session: CheckSession,
  lookUp: LookUp,
  record: { readonly id: string; readonly raw: JsonObject } | null,
  index: string | null,
): Promise<LookUpTrial> {
  const { profile } = session;
  const { type, meaning, match, operation } = lookUp;
  const untried = (why: string, ...calls: ProbeResult[]): LookUpTrial => ({ problem: null, untried: why, calls });
  if (record === null) return untried(`no ${type} was read by whose ${meaning} one could look up`);
  const value = profile.foundBy(lookUp, record.raw);
  if (value === null || value.trim() === "")
    return untried(`the ${type} ${record.id} itself has no ${meaning} to look up: try another id`);
  const asked = match === "exact" ? value : beginningOf(value);
  const first = await send(session, lookUp, asked, index);
  if (first.undecided !== null || first.status === 403) return untried(describeAnswer(first), first);
  const wrong = findProblem(session, lookUp, { ...record, asked }, first);
  if (wrong !== null) return { problem: wrong, untried: null, calls: [first] };
  const probe = lookUp.refersTo === null ? unlike(asked) : unknownId(profile, lookUp.refersTo);
  const none = await send(session, lookUp, probe, index);
  if (none.undecided !== null || !none.isAccepted) return { problem: null, untried: null, calls: [first, none] };
  const entriesOf = (result: ProbeResult) =>
    lookUp.gives === "record" ? [objectIn(result)].filter((entry) => entry !== null) : [...(listIn(result) ?? [])];
  // Somebody may well have it: a number such as 0.
  const hasProbe = (entry: Json) => compareLookedUp(lookUp, profile.foundBy(lookUp, entry), [probe]) !== "other";
  const [unmatched, before] = [entriesOf(none).filter((entry) => !hasProbe(entry)), entriesOf(first)];
  const isIgnored =
    unmatched.length > 0 &&
    (match === "exact" || (unmatched.length > 1 && excerpt(unmatched, 400) === excerpt(before, 400)));
  if (!isIgnored) return { problem: null, untried: null, calls: [first, none] };
  const message = `finds ${unmatched.length === 1 ? "a record" : `${String(unmatched.length)} records`} for "${probe}" with another ${meaning}: does the service take another parameter?`;
  return {
    problem: { pointer: formatPointer(["operations", operation, "query"]), message },
    untried: null,
    calls: [none],
  };
}

async function send(
  session: CheckSession,
  { operation, variable }: LookUp,
  value: string,
  index: string | null,
): Promise<ProbeResult> {
  const spelling = session.profile.data.operations[operation];
  const query =
    spelling === undefined ? undefined : startQuery(fillQuery(spelling, { [variable]: value }), spelling.paging);
  return session.sendCached({
    operation,
    values: { [variable]: value },
    index,
    ...(query === undefined ? {} : { query }),
  });
}

function findProblem(
  { profile }: CheckSession,
  lookUp: LookUp,
  { id, raw, asked }: { readonly id: string; readonly raw: JsonObject; readonly asked: string },
  result: ProbeResult,
): ProfileProblem | null {
  const { type, meaning, match, gives, operation, variable } = lookUp;
  const spelling = profile.data.operations[operation];
  const pointerOf = (...keys: readonly string[]) => formatPointer(["operations", operation, ...keys]);
  const { status } = result;
  if (result.isAccepted && status !== null && spelling?.success.includes(status) !== true)
    return {
      pointer: pointerOf("success"),
      message: `does not contain ${String(status)}, which the service answers: add it`,
    };
  if (!result.isAccepted) {
    const message = `GET ${result.shown.path} was answered ${describeAnswer(result)}${serviceMessage(result)}. Is the path right, and are the parameters?`;
    return { pointer: pointerOf(status === 404 || status === 405 ? "path" : "query"), message };
  }
  const list = listIn(result);
  const record = objectIn(result);
  const givesAt = formatPointer(["records", type, "findBy", meaning, "gives"]);
  if (gives === "record" && record === null)
    return list === null
      ? {
          pointer: pointerOf("resource"),
          message: `holds ${describeKind(result.resource ?? result.body)}, not a record`,
        }
      : { pointer: givesAt, message: 'is "record", but the service answers a list: write "records" or "parts"' };
  if (gives !== "record" && list === null)
    return record !== null && profile.recordId(type, record) === id
      ? { pointer: givesAt, message: `is "${gives}", but the service answers one record: write "record"` }
      : {
          pointer: pointerOf("resource"),
          message: `holds ${describeKind(result.resource ?? result.body)}, not a list`,
        };
  const entries = list ?? (record === null ? [] : [record]);
  const nameless = entries.find((entry) => profile.recordId(type, entry) === null);
  if (nameless !== undefined)
    return {
      pointer: pointerOf("resource"),
      message: `holds entries without the id of ${withArticle(type)}: ${excerpt(nameless, 120)}`,
    };
  const matched = entries.find((entry) => profile.recordId(type, entry) === id);
  const hasMore =
    spelling !== undefined &&
    nextQuery(
      startQuery(fillQuery(spelling, { [variable]: asked }), spelling.paging),
      spelling.paging,
      { json: result.body ?? null },
      entries.length,
    ) !== null;
  if (matched === undefined && !hasMore)
    return {
      pointer: pointerOf("query"),
      message: `"${asked}" is the ${meaning} of ${id}, which is not among the ${String(entries.length)} that are found by it`,
    };
  if (gives === "parts") return null;
  const lacking = matched === undefined ? [] : lackingMembers(profile, type, raw, matched);
  if (lacking.length > 0)
    return {
      pointer: givesAt,
      message: `is "${gives}", but what is found lacks ${lacking.join(", ")} of the whole record: write "parts"`,
    };
  const alternative =
    match === "exact"
      ? entries.find((entry) => compareLookedUp(lookUp, profile.foundBy(lookUp, entry), [asked]) === "other")
      : undefined;
  return alternative === undefined
    ? null
    : {
        pointer: pointerOf("query"),
        message: `finds records with another ${meaning} for "${asked}", such as ${profile.recordId(type, alternative) ?? ""}: does the service take another parameter, or is it a search ("match": "text")?`,
      };
}

/** Members that a whole record has and a find of it does not. */
function lackingMembers(profile: ServiceProfile, type: string, whole: JsonObject, entry: Json): readonly string[] {
  const kept = Object.keys(profile.withoutIgnored(type, whole));
  return isJsonObject(entry) ? kept.filter((name) => !Object.hasOwn(entry, name)).map((name) => `"${name}"`) : kept;
}

/** The first words of a text, as somebody would type them. */
function beginningOf(text: string): string {
  const trimmed = text.trim();
  if (trimmed.length <= longestText) return trimmed;
  const cut = trimmed.slice(0, longestText);
  return cut.slice(0, Math.max(cut.lastIndexOf(" "), 8)).trim();
}

/** A value of the same form that nobody has. */
function unlike(value: string): string {
  return value.replaceAll(/\p{N}/gu, "0").replaceAll(/\p{L}/gu, "q");
}
