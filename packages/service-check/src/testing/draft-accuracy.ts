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
  if (/\/(unsent|ignored|create\/required)$/.test(pointer))
    return found !== undefined && sameJson(asSet(found), asSet(expected));
  if (pointer !== "/errors/reasons") return found !== undefined && sameJson(found, expected);
  return Array.isArray(found) && found.some((entry: Json) => sameJson(withoutWords(entry), withoutWords(expected)));
}

function asSet(value: Json): Json {
  return Array.isArray(value) ? [...new Set(value.map(String))].toSorted() : value;
}

function withoutWords(entry: Json): Json {
  return isJsonObject(entry) ? Object.fromEntries(Object.entries(entry).filter(([key]) => key !== "words")) : entry;
}

/** A meaning of the service's own that the right profile just does not have: that it is proposed is not wrong. */
function isFurtherMeaning(pointer: string, right: Json, drafted: JsonObject): boolean {
  const [, type = "", name = ""] = /^\/records\/([^/]+)\/meanings\/([^/]+)/.exec(pointer) ?? [];
  const place = valueAt(drafted, formatPointer(["records", type, "meanings", name, "at"]));
  const named = Object.values(objectAt(right, formatPointer(["records", type, "meanings"]))).map((meaning) =>
    valueAt(meaning, "/at"),
  );
  return typeof place === "string" && !knownNames.has(name) && !named.includes(place);
}

const knownNames = new Set([
  "displayName",
  "preferredName",
  "phones",
  "name",
  "timeZone",
  "acceptedInsurances",
  "practitioner",
  "place",
  "payer",
  "kind",
]);

/** The right profile with the draft's names of meanings, where both mean the same member: names of one's own are free. */
function withNamesOf(right: JsonObject, draft: JsonObject): JsonObject {
  let text = right;
  for (const type of Object.keys(objectAt(right, "/records"))) {
    const [own, drafted] = [right, draft].map((profile) =>
      objectAt(profile, formatPointer(["records", type, "meanings"])),
    );
    for (const [name, meaning] of Object.entries(own ?? {})) {
      const other = Object.entries(drafted ?? {}).find(
        ([, one]) => valueAt(one, "/at") !== undefined && sameJson(valueAt(one, "/at"), valueAt(meaning, "/at")),
      )?.[0];
      if (
        other === undefined ||
        other === name ||
        Object.hasOwn(own ?? {}, other) ||
        Object.hasOwn(drafted ?? {}, name)
      )
        continue;
      text = renamed(text, type, name, other);
    }
  }
  return text;
}

function asObject(value: Json): JsonObject {
  return isJsonObject(value) ? value : {};
}

function objectAt(value: Json, pointer: string): JsonObject {
  const found = valueAt(value, pointer);
  return isJsonObject(found) ? found : {};
}

function renamed(profile: JsonObject, type: string, name: string, other: string): JsonObject {
  const swap = (value: Json): Json =>
    Array.isArray(value)
      ? value.map((one) => (one === name ? other : one))
      : isJsonObject(value)
        ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key === name ? other : key, swap(inner)]))
        : value;
  const records = objectAt(profile, "/records");
  const record = objectAt(records, formatPointer([type]));
  const parts = Object.entries(record).map(([key, value]): [string, Json] =>
    key === "meanings"
      ? [
          key,
          Object.fromEntries(
            Object.entries(objectAt(record, "/meanings")).map(([one, meaning]) => [
              one === name ? other : one,
              meaning,
            ]),
          ),
        ]
      : [key, key === "create" || key === "findBy" ? swap(value) : value],
  );
  return { ...profile, records: { ...records, [type]: Object.fromEntries(parts) } };
}

/** A profile whose creations require members by their places: a meaning's name may be the author's own. */
function withPlaces(profile: Json): JsonObject {
  const records = Object.entries(objectAt(profile, "/records")).map(([type, record]): [string, Json] => {
    const required = valueAt(record, "/create/required");
    if (!Array.isArray(required) || !isJsonObject(record)) return [type, record];
    const places = required.map(
      (field: Json) =>
        (typeof field === "string" ? valueAt(record, formatPointer(["meanings", field, "at"])) : null) ?? field,
    );
    return [type, { ...record, create: { ...objectAt(record, "/create"), required: places } }];
  });
  return { ...asObject(profile), records: Object.fromEntries(records) };
}

function compare(fitting: JsonObject, report: DraftReport): Accuracy {
  const right = withPlaces(withNamesOf(fitting, report.profile));
  const expected = leaves(right);
  const drafted = withPlaces(complete(report.profile));
  const whole = withPlaces(withNamesOf(asObject(complete(fitting)), report.profile));
  const missed = expected.filter((line) => !has(drafted, line));
  const wrong = everyLine({ ...report, profile: withPlaces(report.profile) }).flatMap(
    ({ pointer, value, question }): readonly Wrong[] => {
      if (ownWords.test(pointer) && !/\/(body|query)\//.test(pointer)) return [];
      if (isFurtherMeaning(pointer, whole, report.profile)) return [];
      const isRight =
        pointer === "/errors/reasons" && Array.isArray(value)
          ? value.every((entry: Json) => has(whole, { pointer, expected: entry }))
          : has(whole, { pointer, expected: value });
      return isRight ? [] : [{ pointer, drafted: value, isAsked: question !== null }];
    },
  );
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
