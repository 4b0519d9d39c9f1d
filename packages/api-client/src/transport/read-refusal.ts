import type { FailureReason, ServiceWords } from "#/errors/api-errors.ts";
import type { Json } from "#/json/json.ts";
import { valueAt } from "#/json/pointer.ts";
import { readJson } from "#/json/read-json.ts";
import type { ServiceProfile } from "#/profile/profile.ts";
import type { Answer } from "./caller.ts";

const longestWords = 2_000;

function shortText(value: Json | undefined): string | null {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value.slice(0, longestWords) : null;
}

function reasonOf(profile: ServiceProfile, status: number, code: string | null, field: string | null): FailureReason {
  const match = profile.data.errors.reasons.find(
    (entry) =>
      entry.status === status &&
      (entry.code === undefined || entry.code === code) &&
      (entry.field === undefined || entry.field.toLowerCase() === field?.toLowerCase()),
  );
  if (match !== undefined) return match.reason;
  if (status >= 500) return "service-failure";
  if (status === 429) return "rate-limited";
  if (status === 401) return "unauthorised";
  return status === 404 ? "missing" : "other";
}

/** What the service says in an error answer; parts that it does not give are null. */
export function readRefusal(profile: ServiceProfile, answer: Answer): ServiceWords {
  const read = readJson(answer.response.body);
  const { errors } = profile.data;
  const part = (pointer: string | undefined) =>
    pointer === undefined || "problem" in read ? null : shortText(valueAt(read.value, pointer));
  const { status } = answer.response;
  const code = part(errors.code);
  const field = part(errors.field);
  return {
    status,
    reason: reasonOf(profile, status, code, field),
    code,
    words: part(errors.words),
    field,
    requestId: answer.requestId ?? part(errors.requestId),
    retryAfterMs: answer.retryAfterMs,
  };
}
