import {
  createProfile,
  formatPointer,
  isJsonObject,
  sameJson,
  valueAt,
  type Json,
  type JsonObject,
  type ProfileProblem,
} from "@dc/api-client";
import { draftProfile, everyLine, type DraftReport } from "#/draft/draft-profile.ts";
import { readOpenApi } from "#/draft/read-openapi.ts";
import { readRecordings } from "#/draft/read-recordings.ts";
import { documentsOf } from "./service-documents.ts";

interface Missed {
  readonly pointer: string;
  readonly expected: Json;
}

interface Wrong {
  readonly pointer: string;
  readonly drafted: Json;
  /** True where the draft asks about the line. */
  readonly isAsked: boolean;
}

/** How a draft compares with the profile that fits. */
export interface Accuracy {
  /** How many lines of the right profile the draft has as they are, and how many there are. */
  readonly right: number;
  readonly of: number;
  readonly missed: readonly Missed[];
  /** Lines of the draft that are not in the right profile. */
  readonly wrong: readonly Wrong[];
  readonly problems: readonly ProfileProblem[];
}

/** Names and notes are the author's own; an origin says nothing to the service. */
const ownWords = /^\/name$|^\/\$schema$|\/(note|status)$/;

function leaves(value: Json, keys: readonly string[] = []): readonly Missed[] {
  const pointer = formatPointer(keys);
  if (pointer === "/errors/reasons" && Array.isArray(value)) return value.map((expected) => ({ pointer, expected }));
  if (isJsonObject(value)) return Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...keys, key]));
  return ownWords.test(pointer) && !/\/(body|query)\//.test(pointer) && pointer !== "/answers/appointment/status"
    ? []
    : [{ pointer, expected: value }];
}

/** A profile with its defaults, where it is valid. */
function complete(profile: JsonObject): Json {
  try {
    return createProfile(profile).data as unknown as Json;
  } catch {
    return profile;
  }
}

function has(profile: Json, { pointer, expected }: Missed): boolean {
  const found = valueAt(profile, pointer);
  // Which members are left out has no order.
  if (/\/(unsent|ignored)$/.test(pointer)) return found !== undefined && sameJson(asSet(found), asSet(expected));
  if (pointer !== "/errors/reasons") return found !== undefined && sameJson(found, expected);
  return Array.isArray(found) && found.some((entry: Json) => sameJson(withoutWords(entry), withoutWords(expected)));
}

function asSet(value: Json): Json {
  return Array.isArray(value) ? [...new Set(value.map(String))].toSorted() : value;
}

function withoutWords(entry: Json): Json {
  return isJsonObject(entry) ? Object.fromEntries(Object.entries(entry).filter(([key]) => key !== "words")) : entry;
}

function compare(right: JsonObject, report: DraftReport): Accuracy {
  const expected = leaves(right);
  const drafted = complete(report.profile);
  const whole = complete(right);
  const missed = expected.filter((line) => !has(drafted, line));
  const wrong = everyLine(report).flatMap(({ pointer, value, question }): readonly Wrong[] => {
    if (ownWords.test(pointer) && !/\/(body|query)\//.test(pointer)) return [];
    const isRight =
      pointer === "/errors/reasons" && Array.isArray(value)
        ? value.every((entry: Json) => has(whole, { pointer, expected: entry }))
        : has(whole, { pointer, expected: value });
    return isRight ? [] : [{ pointer, drafted: value, isAsked: question !== null }];
  });
  return { right: expected.length - missed.length, of: expected.length, missed, wrong, problems: report.problems };
}

/** Drafts a profile for a drawn service from both kinds of documents, and compares each with the profile that fits. */
export async function draftAccuracy(
  spelling: string,
): Promise<{ readonly recordings: Accuracy; readonly openApi: Accuracy }> {
  const { right, recordings, openApi } = await documentsOf(spelling);
  return {
    recordings: compare(right, draftProfile(readRecordings(recordings), spelling)),
    openApi: compare(right, draftProfile(readOpenApi("service.openapi.json", openApi), spelling)),
  };
}
