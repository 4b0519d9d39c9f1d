import { numberText, type Json } from "#/json/json.ts";
import { valueAt } from "#/json/pointer.ts";
import { readJson } from "#/json/read-json.ts";
import { instantMs } from "#/profile/time-form.ts";
import type { WaitForm, Waits } from "#/profile/schema/profile-schema.ts";
import { headerOf, type TransportResponse } from "./transport.ts";

/** The longest wait that we take a service's word for. */
const longestWaitMs = 5 * 60_000;

const standardHeader = "retry-after";

/**
 * How long a service asks to wait before the next try, in ms from now, capped: by `Retry-After`, and by the header and the
 * place of the body that the profile names. The longest of them counts; null where none can be read.
 */
export function readStatedWait(response: TransportResponse, waits: Waits | null, nowMs: number): number | null {
  const isNamed = waits?.header?.name.toLowerCase() === standardHeader;
  const standard = isNamed ? null : retryAfterMs(headerOf(response, standardHeader), serviceNow(response, nowMs));
  return longest([standard, waits === null ? null : readNamedWait(response, waits, nowMs)]);
}

/** The same at the places of the profile alone. */
export function readNamedWait(response: TransportResponse, waits: Waits, nowMs: number): number | null {
  const { header, body } = waits;
  const theirs = serviceNow(response, nowMs);
  return longest([
    header === undefined ? null : waitIn(headerOf(response, header.name), header.as, theirs),
    body === undefined || response.status < 400 ? null : waitInBody(response, body, theirs),
  ]);
}

/** What time it is by the clock of the service, which may go otherwise than ours: by the answer's `Date`, of whole seconds. */
function serviceNow(response: TransportResponse, nowMs: number): number {
  const dateMs = httpDateMs(headerOf(response, "date")?.trim() ?? "");
  return Number.isNaN(dateMs) || Math.abs(nowMs - dateMs) < 1_000 ? nowMs : dateMs;
}

function longest(stated: readonly (number | null)[]): number | null {
  const waits = stated.filter((wait) => wait !== null);
  return waits.length === 0 ? null : Math.min(longestWaitMs, Math.ceil(Math.max(...waits)));
}

function waitInBody({ body }: TransportResponse, { at, as }: NonNullable<Waits["body"]>, nowMs: number): number | null {
  const read = readJson(body);
  return "problem" in read ? null : waitIn(valueAt(read.value, at) ?? null, as, nowMs);
}

/** A wait as a service writes it, in ms; null for what is no wait, or lies in the past. */
function waitIn(value: Json, as: WaitForm, nowMs: number): number | null {
  const text = typeof value === "string" ? value.trim() : (numberText(value) ?? "");
  const number = /^\d+(\.\d+)?$/.test(text) ? Number(text) : null;
  switch (as) {
    case "seconds":
      return number === null ? null : number * 1_000;
    case "milliseconds":
      return number;
    case "unix-seconds":
      return number === null ? null : ahead(number * 1_000, nowMs);
    case "instant":
      return number === null && text !== "" ? ahead(instantMs(text) ?? httpDateMs(text), nowMs) : null;
  }
}

/** A date that says that it is in GMT, in ms; NaN for any other text, which each machine would read in its own zone. */
function httpDateMs(text: string): number {
  return text.endsWith(" GMT") ? Date.parse(text) : Number.NaN;
}

/** Reads a Retry-After header: seconds, or an HTTP date in any of the three forms of RFC 9110. */
function retryAfterMs(header: string | null, nowMs: number): number | null {
  const text = header?.trim() ?? "";
  const inSeconds = waitIn(text, "seconds", nowMs);
  if (inSeconds !== null) return inSeconds;
  if (!/^[A-Za-z]{3,9},? /.test(text)) return null;
  return ahead(Date.parse(/ GMT$/i.test(text) ? text : `${text} GMT`), nowMs);
}

function ahead(atMs: number, nowMs: number): number | null {
  return Number.isNaN(atMs) || atMs < nowMs ? null : atMs - nowMs;
}
