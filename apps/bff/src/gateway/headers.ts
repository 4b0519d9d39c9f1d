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
/** What no longer fits a body that was changed. */
const fitOldBodyOnly = new Set([
  "etag",
  "digest",
  "content-digest",
  "repr-digest",
  "content-md5",
  "last-modified",
  "accept-ranges",
]);

/** The headers that go on to the service: the caller's own, with our credential in the place of his. */
export function passedOn(
  headers: IncomingHttpHeaders,
  credential: Readonly<Record<string, string>>,
): Record<string, string> {
  const sent: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined && !dropped.has(name)) sent[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  for (const name in credential) sent[name.toLowerCase()] = credential[name] ?? "";
  return sent;
}

/** The headers of the service's answer that go back to the caller. */
export function handedBack({ headers }: TransportResponse, { isChanged }: { isChanged: boolean }): OutgoingHttpHeaders {
  const kept: OutgoingHttpHeaders = {};
  for (const name in headers)
    if (!droppedOfAnswer.has(name) && !(isChanged && fitOldBodyOnly.has(name))) kept[name] = headers[name];
  return kept;
}
