import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http";
import { isJsonType, type TransportResponse } from "@dc/api-client";

/**
 * What an answer may be: the service's own, an answer of an index in which the record can be overridden at any time,
 * or an answer with a changed body.
 */
export type AnswerKind = "as it is" | "overridable" | "overridden";

/** Headers of a single connection, those that only we set, and those that name another caller, method or address. */
const droppedOfRequest = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "http2-settings",
  "host",
  "authorization",
  "cookie",
  "content-length",
  "content-type",
  "content-encoding",
  "accept-encoding",
  "expect",
  "forwarded",
  "via",
  "max-forwards",
  "client-ip",
  "true-client-ip",
  "cf-connecting-ip",
  "fastly-client-ip",
  "x-client-ip",
  "x-cluster-client-ip",
  "x-real-ip",
  "x-remote-addr",
  "x-remote-ip",
  "x-host",
  "x-original-host",
  "x-original-url",
  "x-rewrite-url",
  "x-http-method",
  "x-http-method-override",
  "x-method-override",
]);
/** Headers that make a request conditional or ask for a part of the answer. */
const conditional = new Set([
  "if-none-match",
  "if-modified-since",
  "if-match",
  "if-unmodified-since",
  "if-range",
  "range",
]);

/** Headers of an answer that act on nothing but the answer itself. */
const harmless = [
  "allow",
  "content-language",
  "content-type",
  "date",
  "deprecation",
  "retry-after",
  "sunset",
  "vary",
  "warning",
  "x-correlation-id",
  "x-request-id",
];
/** Headers about a body that was not changed. */
const fitOldBodyOnly = [
  "accept-ranges",
  "content-digest",
  "content-md5",
  "digest",
  "etag",
  "last-modified",
  "repr-digest",
];
/** Headers that let a cache keep the service's answer, or that describe a part of it. */
const freshness = ["age", "cache-control", "content-range", "expires", "pragma"];

const passed: { readonly [kind in AnswerKind]: ReadonlySet<string> } = {
  "as it is": new Set([...harmless, ...fitOldBodyOnly, ...freshness]),
  overridable: new Set([...harmless, ...fitOldBodyOnly]),
  overridden: new Set(harmless),
};
/** The service's own limits: `RateLimit-Limit`, `X-RateLimit-Remaining`, `X-Rate-Limit-Reset`. */
const rateLimit = /^(?:x-)?rate-?limit(?:-[a-z-]+)?$/;

/** What every answer of the gateway carries: it is data, and never acts for the origin that it shares with the console. */
export const guardHeaders = {
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; sandbox",
} as const;

/** Whether a header name gets a certain treatment. Few names occur, so each is judged once. */
function rememberedBy(judge: (name: string) => boolean): (name: string) => boolean {
  const known = new Map<string, boolean>();
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const judged = judge(name);
    // Callers can send any name.
    if (known.size < 500) known.set(name, judged);
    return judged;
  };
}

const isDropped = rememberedBy(
  // Some servers read an underscore as a dash: the name would be another one there than here.
  (name) => droppedOfRequest.has(name) || name.startsWith("x-forwarded") || name.includes("_"),
);
const isRateLimit = rememberedBy((name) => rateLimit.test(name));

/** What the headers of a request are by the profile. */
export interface RequestNames {
  /** Our credential. */
  readonly credential: Readonly<Record<string, string>>;
  /** The headers of the index and of the API version, in lower case: they pass whatever they are called. */
  readonly profileHeaders: ReadonlySet<string>;
}

/**
 * The request headers for the service, with our credential instead of the caller's. Conditional headers are removed
 * where overrides are possible, since the service cannot know whether the overridden record changed.
 */
export function forwardRequestHeaders(
  headers: IncomingHttpHeaders,
  { credential, profileHeaders }: RequestNames,
  kind: AnswerKind,
): Record<string, string> {
  const sent: Record<string, string> = {};
  const ofConnection = namedByConnection(headers.connection);
  for (const name in headers) {
    const value = headers[name];
    if (value === undefined || (kind !== "as it is" && conditional.has(name))) continue;
    const isOther = isDropped(name) || ofConnection?.has(name) === true || isReadAsOneOf(profileHeaders, name);
    if (isOther && !profileHeaders.has(name)) continue;
    sent[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  for (const name in credential) sent[name.toLowerCase()] = credential[name] ?? "";
  return sent;
}

/** The headers that a caller says are of its connection alone; undefined where these are the usual ones. */
function namedByConnection(connection: string | undefined): ReadonlySet<string> | undefined {
  if (connection === undefined || connection === "keep-alive" || connection === "close") return undefined;
  return new Set(connection.split(",").map((name) => name.trim().toLowerCase()));
}

/** Whether a server that reads an underscore as a dash takes the name for one of the profile that has an underscore. */
function isReadAsOneOf(profileHeaders: ReadonlySet<string>, name: string): boolean {
  for (const own of profileHeaders) if (own.includes("_") && own.replaceAll("_", "-") === name) return true;
  return false;
}

/** What the headers of an answer depend on besides the answer. */
export interface AnswerNames {
  /** The header with the service's id of a request, if the profile names one. */
  readonly requestIdHeader: string | null;
  /** The request headers by which answers of one address differ, as `Vary` says them. */
  readonly variedBy: string;
}

/**
 * The response headers for the caller: those that are known to be harmless, and the service's own id of the request.
 * No cache may keep an answer that an override can change, nor give one of an index for another; what is not JSON is
 * offered as a file.
 */
export function forwardResponseHeaders(
  { headers, body }: TransportResponse,
  kind: AnswerKind,
  { requestIdHeader, variedBy }: AnswerNames,
): OutgoingHttpHeaders {
  const passes = passed[kind];
  const kept: OutgoingHttpHeaders = {};
  for (const name in headers)
    if (passes.has(name) || name === requestIdHeader || isRateLimit(name)) kept[name] = headers[name];
  if (kind === "as it is") kept["vary"] = [headers["vary"] ?? [], variedBy].flat().join(", ");
  else kept["cache-control"] = "no-store";
  if (body.byteLength > 0 && !isJson(headers["content-type"])) kept["content-disposition"] = "attachment";
  return kept;
}

const isJsonContent = rememberedBy(isJsonType);

/** Whether a content type is that of JSON; one that was sent twice is none. */
export function isJson(contentType: string | string[] | undefined): boolean {
  return typeof contentType === "string" && isJsonContent(contentType);
}
