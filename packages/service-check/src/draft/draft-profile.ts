import {
  createProfile,
  formatPointer,
  isJsonArray,
  isJsonObject,
  ProfileError,
  type Json,
  type JsonObject,
  type ProfileProblem,
} from "@dc/api-client";
import { draftAccess } from "./draft-access.ts";
import { draftErrors, draftWaits } from "./draft-errors.ts";
import { draftLookUps } from "./draft-look-ups.ts";
import { createDraft, lineOf, type DraftLine } from "./draft-lines.ts";
import { draftOperations } from "./draft-operations.ts";
import { draftRecords } from "./draft-records.ts";
import { findEndpoints } from "./find-endpoints.ts";
import type { ServiceDescription } from "./service-description.ts";

/** A drafted profile, with a reason for each line and a question for each gap. */
export interface DraftReport {
  readonly profile: JsonObject;
  readonly lines: readonly DraftLine[];
  /** Questions about what has no line. */
  readonly questions: readonly string[];
  /** Why the draft is no valid profile yet; empty where it is one. */
  readonly problems: readonly ProfileProblem[];
}

/** Proposes a profile for a service that is described or recorded; it asks nothing of the service, and proves nothing. */
export function draftProfile(description: ServiceDescription, name: string): DraftReport {
  const draft = createDraft();
  draft.set(["name"], name, "the name that was given");
  const { prefix } = draftAccess(draft, description);
  const endpoints = findEndpoints(description, prefix);
  draftRecords(draft, endpoints, description.prose);
  draftOperations(draft, endpoints, description.exchanges);
  draftLookUps(draft, endpoints);
  draftErrors(draft, description);
  draftWaits(draft, description);
  draft.set(["defaultRegion"], "US", "the usual one", "In which country are phone numbers without a country code?");
  draft.set(
    ["retryable"],
    [429, 500, 502, 503, 504],
    "the statuses after which a read is usually tried again",
    "After which statuses may a read be tried again?",
  );
  const profile = withNotes(draft.profile, draft.lines, []);
  return { profile: asObject(profile), lines: draft.lines, questions: draft.questions, problems: problemsOf(profile) };
}

function asObject(value: Json): JsonObject {
  if (!isJsonObject(value)) throw new TypeError("a draft is an object");
  return value;
}

function problemsOf(profile: Json): readonly ProfileProblem[] {
  try {
    createProfile(profile);
    return [];
  } catch (error) {
    if (error instanceof ProfileError) return error.problems;
    throw error;
  }
}

/** The pointers of entries that may say where they come from. */
const entryPatterns = [
  /^\/headers\/\w+$/,
  /^\/credential$/,
  /^\/indexes$/,
  /^\/indexes\/versions$/,
  /^\/records\/\w+$/,
  /^\/records\/\w+\/create$/,
  /^\/records\/\w+\/meanings\/\w+$/,
  /^\/operations\/\w+$/,
  /^\/answers\/\w+\/\w+$/,
  /^\/errors$/,
  /^\/units$/,
  /^\/waits$/,
];

/** Marks each entry as documented or assumed, and notes why it stands there and what to ask. */
function withNotes(value: Json, lines: readonly DraftLine[], keys: readonly string[]): Json {
  if (!isJsonObject(value) || isJsonArray(value)) return value;
  const pointer = formatPointer(keys);
  const inner = Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, isOpaque(keys, key) ? one : withNotes(one, lines, [...keys, key])]),
  );
  if (!entryPatterns.some((pattern) => pattern.test(pointer))) return inner;
  const own = lines.filter((line) => line.pointer.startsWith(`${pointer}/`) && entryOf(line.pointer) === pointer);
  const questions = [...new Set(own.flatMap(({ question }) => question ?? []))];
  const reasons = [...new Set(own.map(({ reason }) => reason))];
  const note = [...reasons.slice(0, 3), ...questions.map((question) => `Question: ${question}`)]
    .join(". ")
    .replaceAll(/([.?]"?)\. /g, "$1 ");
  return { ...inner, status: questions.length === 0 ? "documented" : "assumed", ...(note === "" ? {} : { note }) };
}

/** Bodies and templates hold the service's own words. */
function isOpaque(keys: readonly string[], key: string): boolean {
  return (
    key === "body" ||
    key === "template" ||
    key === "element" ||
    key === "elementWithExtension" ||
    (keys.at(-1) === "operations" && key === "query")
  );
}

/** The innermost entry that a line belongs to. */
function entryOf(pointer: string): string | null {
  const parts = pointer.split("/");
  for (let length = parts.length - 1; length > 0; length -= 1) {
    const outer = parts.slice(0, length).join("/");
    if (entryPatterns.some((pattern) => pattern.test(outer))) return outer;
  }
  return null;
}

/** Every place of the drafted profile with its value, its reason and its question, in the order of the file. */
export function everyLine({ profile, lines }: Pick<DraftReport, "profile" | "lines">): readonly DraftLine[] {
  const walk = (value: Json, keys: readonly string[]): readonly DraftLine[] => {
    const own = keys.at(-1);
    if ((own === "note" || own === "status") && !isJsonObject(value) && isNote(keys)) return [];
    if (!isJsonObject(value)) return [leaf(value, keys)];
    return Object.entries(value).flatMap(([key, inner]) => walk(inner, [...keys, key]));
  };
  const leaf = (value: Json, keys: readonly string[]): DraftLine => {
    const pointer = formatPointer(keys);
    const line = lineOf(lines, pointer);
    return { pointer, value, reason: line?.reason ?? "", question: line?.question ?? null };
  };
  return walk(profile, []);
}

function isNote(keys: readonly string[]): boolean {
  return entryPatterns.some((pattern) => pattern.test(formatPointer(keys.slice(0, -1))));
}
