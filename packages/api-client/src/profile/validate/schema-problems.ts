import type { z } from "zod";
import type { ProfileProblem } from "#/errors/profile-error.ts";
import { isJsonArray, isJsonObject, type Json } from "#/json/json.ts";
import { formatPointer, valueAt } from "#/json/pointer.ts";
import { closestName } from "#/profile/names.ts";

function withClosestKey(key: string, message: string): string {
  const known = /known here: (.*)$/.exec(message)?.[1]?.split(", ") ?? [];
  const near = closestName(key, known);
  return near === null ? message : `unknown key; perhaps you mean "${near}"; known here: ${known.join(", ")}`;
}

const kinds: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  object: "an object",
  record: "an object",
  array: "a list",
};

function camelCase(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]+([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase());
}

/** True for an entry that a file replaces by name in the one that it extends. */
function isNamedEntry(keys: readonly PropertyKey[]): boolean {
  const [section, , inner] = keys;
  if (section === "operations" || section === "headers") return keys.length === 2;
  return section === "answers" ? keys.length === 3 : keys.length === 4 && section === "records" && inner === "meanings";
}

const camelWord = "must be a camelCase word";

/** Adds what to write instead, where the given value shows it. */
function withAdvice(message: string, given: Json | undefined, keys: readonly PropertyKey[]): string {
  const last = String(keys.at(-1) ?? "");
  const section = String(keys[0] ?? "");
  if (given === null && isNamedEntry(keys))
    return `null removes an entry of the extended file, which has none of this name: leave it out`;
  if (message.startsWith("must be a JSON Pointer") && typeof given === "string" && given !== "") {
    const places = given.replace(/^\$?[./]*/, "").split(/[./]/);
    return `${message.replace(/,.*$/, "")}: write "${formatPointer(places)}"`;
  }
  if (message.startsWith(camelWord)) {
    const word = camelCase(typeof given === "string" ? given : last);
    return /^[a-z]/.test(word)
      ? `${message}: write "${word}"; it is a name of the console, not a word of the service`
      : message;
  }
  if (message.startsWith("must be a path template") && typeof given === "string") {
    if (/^https?:/.test(given)) return `${message}: what follows the base address, and not the address itself`;
    if (given.includes("?"))
      return `${message}: what follows the "?" belongs in "query", one member for each parameter`;
    return given.startsWith("/") ? message : `${message}: write "/${given}"`;
  }
  if (message === "must be a list" && given !== undefined && !isJsonObject(given) && !isJsonArray(given))
    return `${message}: write ${JSON.stringify([given])}`;
  if (message === "must be an object" && typeof given === "string") {
    if (section === "headers") return `${message}: write ${JSON.stringify({ name: given })}`;
    if (section === "answers") return `${message}: write ${JSON.stringify({ at: given })}`;
  }
  if (message.startsWith("must be a meaning") && typeof given === "string")
    return `${message}: write ${JSON.stringify({ kind: "text", at: given })}`;
  return message;
}

/** A schema issue in the words of a profile, instead of those of the library. */
function plainMessage(issue: z.core.$ZodIssue): string {
  const hasOwnMessage = !/^(Invalid|Too)/.test(issue.message);
  if (hasOwnMessage) return issue.message;
  if (issue.code === "invalid_type") {
    const kind = kinds[issue.expected] ?? issue.expected;
    if (!issue.message.endsWith("received undefined")) return `must be ${kind}`;
    const isFirst = issue.path.length === 1 && issue.path[0] === "headers";
    return `is required: ${kind}${isFirst ? '; a file that begins with "extends": "default" needs to name only what differs' : ""}`;
  }
  if (issue.code === "invalid_value")
    return `must be ${issue.values.map((value) => JSON.stringify(value)).join(" or ")}`;
  if (issue.code === "too_small")
    return issue.origin === "number" ? `must be at least ${String(issue.minimum)}` : "must not be empty";
  if (issue.code === "too_big") return `must be at most ${String(issue.maximum)}`;
  if (issue.code === "invalid_key") return issue.issues[0]?.message ?? camelWord;
  return "options" in issue && Array.isArray(issue.options)
    ? `must be one of ${issue.options.map((option) => JSON.stringify(option)).join(", ")}`
    : issue.message;
}

/** Keys that a composed meaning lacks, since its parts have them. */
const keysOfParts: ReadonlyMap<string, string> = new Map([
  ["at", "must be left out: a composed meaning is in no place of its own, its parts are"],
  ["write", "must be left out: a composed meaning is never written, its parts are"],
  ["shape", "must be left out: a composed meaning is text, made of its parts"],
]);

type Issues = readonly z.core.$ZodIssue[];

/** Ranks how badly a branch of a union fits; a value of another kind ranks last. */
function mismatchRank(issues: Issues): readonly [number, number, number] {
  const [first] = issues;
  const isOtherKind = issues.length === 1 && first?.path.length === 0 && first.code !== "unrecognized_keys";
  const unknown = issues.flatMap((issue) => (issue.code === "unrecognized_keys" ? issue.keys : [])).length;
  return [isOtherKind ? 1 : 0, unknown, issues.some((issue) => issue.code === "invalid_union") ? 1 : 0];
}

/** The branch of a union that was most likely intended. */
function intendedBranch(branches: readonly Issues[]): Issues | null {
  const ranked = branches
    .map((issues) => ({ issues, rank: mismatchRank(issues) }))
    .toSorted((a, b) => a.rank[0] - b.rank[0] || a.rank[1] - b.rank[1] || a.rank[2] - b.rank[2]);
  const [best] = ranked;
  return best === undefined || best.rank[0] === 1 ? null : best.issues;
}

function problemsOf(issues: Issues, above: readonly PropertyKey[], file: Json): readonly ProfileProblem[] {
  return issues.flatMap((issue): readonly ProfileProblem[] => {
    const path = [...above, ...issue.path];
    if (issue.code === "unrecognized_keys") {
      const isComposed = valueAt(file, formatPointer([...path, "kind"])) === "composed";
      return issue.keys.map((key) => ({
        pointer: formatPointer([...path, key]),
        message: (isComposed ? keysOfParts.get(key) : undefined) ?? withClosestKey(key, issue.message),
      }));
    }
    const branch = issue.code === "invalid_union" && issue.errors.length > 1 ? intendedBranch(issue.errors) : null;
    if (branch !== null) return problemsOf(branch, path, file);
    const pointer = formatPointer(path);
    const given = issue.code === "invalid_key" ? undefined : valueAt(file, pointer);
    return [{ pointer, message: withAdvice(plainMessage(issue), given, path) }];
  });
}

/** The schema's complaints as pointers into the file; an unknown key is pointed at itself. */
export function schemaProblems(error: z.ZodError, file: Json): readonly ProfileProblem[] {
  return problemsOf(error.issues, [], file);
}
