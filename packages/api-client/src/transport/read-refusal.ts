import type { FailureReason, ServiceDetail, ServiceWords } from "#/errors/api-errors.ts";
import { isJsonArray, numberText, type Json } from "#/json/json.ts";
import { valueAt } from "#/json/pointer.ts";
import { readJson } from "#/json/read-json.ts";
import { hasDetails, knownReasons, type Named } from "#/profile/error-vocabulary.ts";
import type { ServiceProfile } from "#/profile/profile.ts";
import type { Answer } from "./caller.ts";

const longestWords = 2_000;
const mostDetails = 20;
const longestDetail = 500;

function shortText(value: Json | undefined, longest = longestWords): string | null {
  const text = typeof value === "string" ? value : numberText(value);
  return text === null || text === "" ? null : text.slice(0, longest);
}

/** Several parts as one text, each once: a title and what it is about read as "Not valid: the number is too long". */
function joined(parts: readonly (string | null)[]): string | null {
  const texts = [...new Set(parts.flatMap((part) => part?.trim() || []))];
  if (texts.length === 0) return null;
  return texts
    .reduce((before, text) => `${before}${/[.!?:;]$/.test(before) ? " " : ": "}${text}`)
    .slice(0, longestWords);
}

/** What the service said as one text: its words, then each of its details. Null where it said nothing. */
export function readableWords({ words, details }: Pick<ServiceWords, "words" | "details">): string | null {
  const listed = details
    .map((detail) => [detail.field, detail.words ?? detail.code].filter((part) => part !== null).join(": "))
    .join("; ");
  return joined([words, listed]);
}

function detailsIn(
  { data: { errors } }: ServiceProfile,
  status: number,
  body: Json | undefined,
): readonly ServiceDetail[] {
  const { details: place } = errors;
  const list = place === undefined || !hasDetails(errors, status) ? undefined : valueAt(body, place.at);
  if (place === undefined || !isJsonArray(list)) return [];
  const part = (entry: Json, pointer: string | undefined) =>
    pointer === undefined ? null : shortText(valueAt(entry, pointer), longestDetail);
  return list
    .slice(0, mostDetails)
    .map((entry) => ({
      field: part(entry, place.field),
      words: part(entry, place.words),
      code: part(entry, place.code),
    }))
    .filter(({ field, words, code }) => field !== null || words !== null || code !== null);
}

function reasonOf(status: number, match: { readonly reason: FailureReason } | undefined): FailureReason {
  if (match !== undefined) return match.reason;
  if (status >= 500) return "service-failure";
  if (status === 429) return "rate-limited";
  if (status === 401) return "unauthorised";
  return status === 404 ? "missing" : "other";
}

/** What the service says in an error answer; parts that it does not give are null. */
export function readRefusal(profile: ServiceProfile, answer: Answer): ServiceWords {
  const read = readJson(answer.response.body);
  const body = "problem" in read ? undefined : read.value;
  const { errors } = profile.data;
  const part = (pointer: string | undefined) => (pointer === undefined ? null : shortText(valueAt(body, pointer)));
  const { status } = answer.response;
  const details = detailsIn(profile, status, body);
  const type = part(errors.type);
  const ofBody: Named = { code: part(errors.code), field: part(errors.field) };
  const ofStatus = errors.reasons.filter((entry) => entry.status === status);
  // A code and a field fit together only where they are said together; what a detail does not say, the body says for it.
  const named = [
    ofBody,
    ...details.map(({ code, field }): Named => ({ code: code ?? ofBody.code, field: field ?? ofBody.field })),
  ];
  const fits = (entry: (typeof ofStatus)[number]) =>
    (entry.type === undefined || entry.type === type) &&
    named.some(
      ({ code, field }) =>
        (entry.code === undefined || entry.code === code) &&
        (entry.field === undefined || entry.field.toLowerCase() === field?.toLowerCase()),
    );
  const match = ofStatus.find(fits);
  return {
    status,
    reason: reasonOf(status, match),
    code: ofBody.code ?? details.find(({ code }) => code !== null)?.code ?? null,
    words: joined([errors.words ?? []].flat().map(part)),
    field: ofBody.field ?? details.find(({ field }) => field !== null)?.field ?? null,
    details,
    known: knownReasons(errors, status, { fitting: ofStatus.filter(fits), named }),
    requestId: answer.requestId ?? part(errors.requestId),
    retryAfterMs: answer.retryAfterMs,
  };
}
