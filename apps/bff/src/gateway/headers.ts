import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http";
import type { TransportResponse } from "@dc/api-client";

/** Headers of a single connection, and those that only we set. */
const dropped = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "host",
  "authorization",
  "cookie",
  "content-length",
  "content-type",
  "accept-encoding",
  "expect",
]);
const droppedOfAnswer = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "content-length",
  "content-encoding",
  "set-cookie",
]);
/** Headers that make a request conditional or ask for a part of the answer. */
const conditional = ["if-none-match", "if-modified-since", "if-match", "if-unmodified-since", "if-range", "range"];
/** Headers that let a cache keep the service's answer. */
const freshness = ["cache-control", "expires", "age", "pragma", "surrogate-control", "cdn-cache-control"];
/** Headers that no longer apply once the body was changed. */
const fitOldBodyOnly = [
  "etag",
  "digest",
  "content-digest",
  "repr-digest",
  "content-md5",
  "last-modified",
  "accept-ranges",
];

/**
 * What an answer may be: the service's own, an answer of an index in which the record can be overridden at any time,
 * or an answer with a changed body.
 */
export type AnswerKind = "as it is" | "overridable" | "overridden";

const droppedOfRequest: { readonly [kind in AnswerKind]: ReadonlySet<string> } = {
  "as it is": dropped,
  overridable: new Set([...dropped, ...conditional]),
  overridden: new Set([...dropped, ...conditional]),
};
const droppedOf: { readonly [kind in AnswerKind]: ReadonlySet<string> } = {
  "as it is": droppedOfAnswer,
  overridable: new Set([...droppedOfAnswer, ...freshness]),
  overridden: new Set([...droppedOfAnswer, ...freshness, ...fitOldBodyOnly]),
};

/**
 * The request headers for the service, with our credential instead of the caller's. Conditional headers are removed
 * where overrides are possible, since the service cannot know whether the overridden record changed.
 */
export function forwardRequestHeaders(
  headers: IncomingHttpHeaders,
  credential: Readonly<Record<string, string>>,
  kind: AnswerKind,
): Record<string, string> {
  const without = droppedOfRequest[kind];
  const sent: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined && !without.has(name)) sent[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  for (const name in credential) sent[name.toLowerCase()] = credential[name] ?? "";
  return sent;
}

/** The response headers for the caller. No cache may keep an answer that an override can change. */
export function forwardResponseHeaders({ headers }: TransportResponse, kind: AnswerKind): OutgoingHttpHeaders {
  const without = droppedOf[kind];
  const kept: OutgoingHttpHeaders = {};
  for (const name in headers) if (!without.has(name)) kept[name] = headers[name];
  if (kind !== "as it is") kept["cache-control"] = "no-store";
  return kept;
}
