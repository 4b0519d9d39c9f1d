import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http";
import type { TransportResponse } from "@dc/api-client";

/** Headers that belong to one connection, and those that are ours to set. */
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
/** What asks for an answer only if it is no longer the one that the caller holds, or for a part of it. */
const conditional = ["if-none-match", "if-modified-since", "if-match", "if-unmodified-since", "if-range", "range"];
/** How long a cache may hold the service's own answer. */
const freshness = ["cache-control", "expires", "age", "pragma", "surrogate-control", "cdn-cache-control"];
/** What no longer fits a body that was changed. */
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
 * What the answer to a read may become: the service's own, whatever is decided here; one of an index in which somebody may
 * override the record at any moment; one whose body was changed.
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
 * The headers that go on to the service: the caller's own, with our credential in the place of his. The service knows no
 * override, so where there may be one it is never asked whether its record is still the same.
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

/** The headers of the service's answer that go back to the caller. No cache keeps one that an override may change. */
export function forwardResponseHeaders({ headers }: TransportResponse, kind: AnswerKind): OutgoingHttpHeaders {
  const without = droppedOf[kind];
  const kept: OutgoingHttpHeaders = {};
  for (const name in headers) if (!without.has(name)) kept[name] = headers[name];
  if (kind !== "as it is") kept["cache-control"] = "no-store";
  return kept;
}
