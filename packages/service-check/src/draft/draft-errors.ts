import {
  formatPointer,
  isJsonArray,
  isJsonObject,
  parsePointer,
  valueAt,
  type Json,
  type JsonObject,
} from "@dc/api-client";
import type { Draft } from "./draft-lines.ts";
import { isOk, leavesOf, type Exchange, type Leaf, type ServiceDescription, plainText } from "./service-description.ts";

interface Parts {
  readonly code: string | null;
  readonly words: readonly string[];
  readonly field: string | null;
  readonly requestId: string | null;
  readonly details: {
    readonly at: string;
    readonly field: string | null;
    readonly words: string | null;
    readonly code: string | null;
  } | null;
}

function isCode(value: Json): boolean {
  return (
    typeof value === "string" &&
    /^[A-Za-z][A-Za-z0-9]*([-_.][A-Za-z0-9]+)*$/.test(value) &&
    (/[-_.]/.test(value) || /[a-z][A-Z]/.test(value) || /^[a-z]+$/.test(value))
  );
}

function isSentence(value: Json): boolean {
  return typeof value === "string" && /\S\s\S/.test(value);
}

/** The lists of objects or texts in an error's body. */
function detailList(body: Json): { readonly at: string; readonly entries: readonly Json[] } | null {
  const lists = (value: Json, keys: readonly string[]): readonly { at: string; entries: readonly Json[] }[] => {
    if (isJsonArray(value)) return [{ at: formatPointer(keys), entries: value }];
    return isJsonObject(value) ? Object.entries(value).flatMap(([key, inner]) => lists(inner, [...keys, key])) : [];
  };
  return lists(body, []).find(({ entries }) => entries.length > 0) ?? lists(body, [])[0] ?? null;
}

function partsOf(exchanges: readonly Exchange[], requestIdHeader: string | null): Parts {
  const bodies = exchanges.flatMap(({ responseBody }) => (responseBody === undefined ? [] : [responseBody]));
  const leaves = bodies.flatMap((body) => leavesOf(body)).filter(({ pointer }) => !pointer.includes("/*"));
  const words = exchanges.flatMap((one) => Object.entries(one.words.members));
  const said = (pointer: string) => words.find(([at]) => at === pointer)?.[1] ?? "";
  const isId = ({ pointer, value }: Leaf) =>
    exchanges.some(
      (one) =>
        requestIdHeader !== null &&
        one.responseHeaders[requestIdHeader] === value &&
        valueAt(one.responseBody, pointer) === value,
    ) || /identifies the request/i.test(said(pointer));
  const requestId =
    leaves.find(isId)?.pointer ??
    leaves.find(({ pointer }) => /request.?id|trace|correlation/i.test(pointer))?.pointer ??
    null;
  const rest = leaves.filter(({ pointer }) => pointer !== requestId);
  const sentences = [...new Set(rest.filter(({ value }) => isSentence(value)).map(({ pointer }) => pointer))];
  const field =
    rest.find(
      ({ pointer }) =>
        !sentences.includes(pointer) &&
        (/field|parameter|where|target|property/i.test(pointer.split("/").at(-1) ?? "") ||
          /field.*wrong|wrong.*field|query parameter or header that is wrong/i.test(said(pointer))),
    )?.pointer ?? null;
  const code =
    rest.find(({ pointer, value }) => pointer !== field && !sentences.includes(pointer) && isCode(value))?.pointer ??
    null;
  const list =
    bodies.map(detailList).find((one) => one !== null && one.entries.length > 0) ??
    bodies.map(detailList).find((one) => one !== null) ??
    null;
  return { code, words: sentences, field, requestId, details: list === null ? null : detailParts(list, words) };
}

function detailParts(
  { at, entries }: { readonly at: string; readonly entries: readonly Json[] },
  words: readonly (readonly [string, string])[],
): Parts["details"] {
  const described = words
    .filter(([pointer]) => pointer.startsWith(`${at}/*/`))
    .map(([pointer, text]) => ({ pointer: pointer.slice(at.length + 2), text }));
  const leaves = entries.flatMap((entry) => leavesOf(entry));
  const sentence = leaves.find(({ value }) => isSentence(value))?.pointer ?? null;
  const code =
    leaves.find(({ pointer, value }) => pointer !== sentence && isCode(value) && /code|rule|type|kind/i.test(pointer))
      ?.pointer ?? null;
  const field = leaves.find(({ pointer }) => pointer !== sentence && pointer !== code)?.pointer ?? null;
  const of = (pattern: RegExp) => described.find(({ text }) => pattern.test(text))?.pointer ?? null;
  return {
    at,
    words: sentence ?? of(/what is wrong|message|words/i),
    field: field ?? of(/field|parameter|header/i),
    code: code ?? of(/code/i),
  };
}

/** Drafts how errors are read and what they mean. */
export function draftErrors(draft: Draft, { exchanges }: ServiceDescription): void {
  const failed = exchanges.filter((one) => !isOk(one) && one.status >= 400);
  if (failed.every(({ responseBody }) => responseBody === undefined)) {
    draft.ask("/errors: what does an error look like? No refused request is described.");
    if (failed.length === 0) {
      draft.set(
        ["errors", "reasons"],
        [],
        "no refused request is described",
        "Which statuses and codes do errors have?",
      );
      return;
    }
  }
  const header = valueAt(draft.profile, "/headers/requestId/name");
  const parts = partsOf(failed, typeof header === "string" ? header : null);
  const isFew = failed.length < 3;
  const at = (key: string) => ["errors", key];
  const ask = (what: string) =>
    isFew ? `Where is ${what} in an error's body? Few errors were seen.` : `Is this ${what}?`;
  if (parts.code !== null) draft.set(at("code"), parts.code, "a text without blanks", ask("the code"));
  if (parts.words.length > 0) {
    const [only, more] = parts.words;
    draft.set(
      at("words"),
      more === undefined ? (only ?? "") : [...parts.words],
      "a text with blanks",
      ask("what people read"),
    );
  }
  if (parts.field !== null) draft.set(at("field"), parts.field, "by its name", ask("the field that is wrong"));
  else draft.ask("/errors/field: does an error name the field that is wrong?");
  if (parts.details !== null) {
    draft.set(
      [...at("details"), "at"],
      parts.details.at,
      "a list in an error's body",
      ask("a list of everything that is wrong"),
    );
    for (const key of ["field", "words", "code"] as const) {
      const place = parts.details[key];
      if (place !== null)
        draft.set([...at("details"), key], place, "a part of its entries", ask(`the ${key} of a detail`));
    }
  }
  if (parts.requestId !== null)
    draft.set(
      at("requestId"),
      parts.requestId,
      "its value is that of the header, or its name says so",
      ask("the id of the request"),
    );
  draftTemplate(draft, parts, failed);
  draftReasons(draft, parts, failed);
}

/** The body of an error with placeholders where its parts are. */
function draftTemplate(draft: Draft, parts: Parts, failed: readonly Exchange[]): void {
  const places: readonly (readonly [string | null, string])[] = [
    [parts.code, "{code}"],
    ...(parts.words.length > 1
      ? ([
          [parts.words[0] ?? null, "{title}"],
          [parts.words[1] ?? null, "{words}"],
        ] as const)
      : ([[parts.words[0] ?? null, "{words}"]] as const)),
    [parts.field, "{field}"],
    [parts.requestId, "{requestId}"],
  ];
  const known = places.filter((one): one is readonly [string, string] => one[0] !== null);
  if (known.length === 0) return;
  const question = "Does every error have these members, and no others that matter?";
  const reason = `the parts of the ${String(failed.length)} errors that were seen`;
  for (const [pointer, placeholder] of known)
    draft.set(["errors", "template", ...(parsePointer(pointer) ?? [])], placeholder, reason, question);
  const { details } = parts;
  if (details === null) return;
  let entry: JsonObject = {};
  const put = (pointer: string | null, placeholder: string) => {
    if (pointer !== null) entry = { ...entry, ...nested(parsePointer(pointer) ?? [], placeholder) };
  };
  put(details.field, "{detailField}");
  put(details.words, "{detailWords}");
  put(details.code, "{detailCode}");
  draft.set(["errors", "template", ...(parsePointer(details.at) ?? [])], [entry], reason, question);
}

function nested(keys: readonly string[], value: string): JsonObject {
  const [key = "", ...rest] = keys;
  return { [key]: rest.length === 0 ? value : nested(rest, value) };
}

const meanings: readonly (readonly [RegExp, string])[] = [
  [/too many|rate limit/i, "rate-limited"],
  [/no such record|path does not exist/i, "missing"],
  [/index version.*(does not exist|belongs|another|unknown)|index.*(not found|of another)/i, "unknown-index"],
  [/standard|read.?only/i, "standard-read-only"],
  [/cannot be deleted|permanent|not allowed|forbidden/i, "forbidden"],
  [/\bkey\b.*(missing|invalid)|unauthori[sz]ed/i, "unauthorised"],
  [/refers to nothing|unknown reference/i, "invalid"],
  [/no such record|does not exist|not found/i, "missing"],
  [/slot|taken|conflict|offer/i, "conflict"],
  [/missing, unknown or invalid|invalid|bad request|malformed/i, "invalid"],
];

function meaningOf(text: string): string | null {
  const words = text.replaceAll(/([a-z])([A-Z])/g, "$1 $2").replaceAll(/[_.-]/g, " ");
  return meanings.find(([pattern]) => pattern.test(words))?.[1] ?? null;
}

/** What each status and code means, from what was seen and from what the description lists as `CODE`: cause. */
function draftReasons(draft: Draft, parts: Parts, failed: readonly Exchange[]): void {
  const found = new Map<
    string,
    { readonly status: number; readonly code: string | null; readonly text: string; readonly isSaid: boolean }
  >();
  const add = (status: number, code: string | null, text: string, isSaid: boolean) => {
    const key = `${String(status)} ${code ?? ""}`;
    if (!found.has(key)) found.set(key, { status, code, text, isSaid });
  };
  for (const { status, responseBody, words } of failed) {
    for (const [, code = "", cause = ""] of words.about.matchAll(/`([\w.-]+)`: ([^\n;]+)/g))
      add(status, code, cause, true);
    const own = parts.code === null ? undefined : valueAt(responseBody, parts.code);
    const [detail] = parts.details === null ? [] : [valueAt(responseBody, parts.details.at)].filter(isJsonArray).flat();
    const inDetail =
      parts.details?.code === null || parts.details === null || detail === undefined
        ? undefined
        : valueAt(detail, parts.details.code);
    const code = own ?? inDetail;
    const isGiven = typeof code === "string" && code !== "";
    if (!isGiven && /`[\w.-]+`: /.test(words.about)) continue;
    const spoken = parts.words.map((pointer) => plainText(valueAt(responseBody, pointer))).join(" ");
    add(status, isGiven ? code : null, spoken, false);
  }
  const usual: Readonly<Record<number, string>> = {
    401: "unauthorised",
    403: "standard-read-only",
    404: "missing",
    410: "missing",
    429: "rate-limited",
    400: "invalid",
    422: "invalid",
    409: "conflict",
  };
  const entries = [...found.values()].flatMap(({ status, code, text }): readonly JsonObject[] => {
    const reason = (code === null ? null : meaningOf(code)) ?? meaningOf(text) ?? usual[status];
    return reason === undefined || status >= 500 ? [] : [{ status, ...(code === null ? {} : { code }), reason }];
  });
  // What has a code goes before what has none.
  const ordered = [
    ...entries.filter((entry) => entry["code"] !== undefined),
    ...entries.filter((entry) => entry["code"] === undefined),
  ];
  const distinct = ordered.filter(
    (entry, at) =>
      ordered.findIndex((other) => other["status"] === entry["status"] && other["code"] === entry["code"]) === at,
  );
  draft.set(
    ["errors", "reasons"],
    distinct,
    "the errors that were seen or are listed, by their words",
    "What does each of these mean, and which are missing? A missing record and an unknown index version must be told apart.",
  );
}

/** Drafts the waits that a description states. */
export function draftWaits(draft: Draft, { prose }: ServiceDescription): void {
  const question = "How long does the service ask to wait, and how many calls does it allow?";
  const minute = /(\d[\d,]*) (?:requests|calls) (?:in|a|per) (?:a )?minute/i.exec(prose);
  if (minute !== null)
    draft.set(["waits", "callsPerMinute"], Number(minute[1]?.replaceAll(",", "")), `"${minute[0]}"`, question);
  const header = /header `?([\w-]+)`? is the number of (milliseconds|seconds) to wait/i.exec(prose);
  if (header === null || /^retry-after$/i.test(header[1] ?? "")) return;
  draft.set(["waits", "header", "name"], header[1] ?? "", `"${header[0]}"`, question);
  draft.set(["waits", "header", "as"], header[2] ?? "", `"${header[0]}"`, question);
}
