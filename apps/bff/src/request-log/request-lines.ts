import type { CallReport, ServiceProfile, TransportRequest, TransportResponse } from "@dc/api-client";
import { IndexId } from "@dc/contract";
import type { RecordKey } from "@dc/directory";
import type { CallOrigin } from "#/runtime/call-origin.ts";
import type { NewServiceRequest } from "#/store/tables/connections/requests.ts";
import type { RecordRead } from "#/upstream/records/mixed-reads.ts";
import { operationOf } from "#/upstream/operation-of.ts";

/** A call as the log stores it, with the record that it read if further reads may follow from it. */
export interface RequestLine {
  request: NewServiceRequest;
  read: RecordRead | null;
  /** The unparsed body of the record. */
  body?: Uint8Array | undefined;
}

/** The line of a call by the client. */
export function reportedLine(
  profile: ServiceProfile,
  { operation, path, method, index, outcome, status, attempt, at, durationMs, requestId }: CallReport,
  origin: CallOrigin,
): RequestLine {
  const request = {
    at: new Date(at),
    method,
    operation,
    path,
    index_id: index,
    outcome,
    status,
    duration_ms: Math.round(durationMs),
    attempt,
    service_request_id: requestId,
    ...columnsOf(origin),
  };
  return lineOf(profile, request, operationOf(profile, method, path).record);
}

/** The line of a write that the gateway refused. */
export function refusedLine(
  profile: ServiceProfile,
  { method, path, index, at }: { method: string; path: string; index: string | null; at: Date },
  origin: CallOrigin,
): RequestLine {
  const { operation, shownPath } = operationOf(profile, method, path);
  const request = {
    at,
    method,
    operation,
    path: shownPath,
    index_id: index === null ? null : shownIndex(profile, index),
    outcome: "refused" as const,
    status: null,
    duration_ms: 0,
    attempt: 1,
    service_request_id: null,
    ...columnsOf(origin),
  };
  return lineOf(profile, request, null);
}

/** A request as the gateway forwarded it. */
export interface ForwardedRequest {
  request: TransportRequest;
  profile: ServiceProfile;
  /** The path prefix before the operation's path. */
  prefix: string;
  at: Date;
  origin: CallOrigin;
}

export interface ForwardedOutcome {
  outcome: NewServiceRequest["outcome"];
  answer: TransportResponse | null;
  tookMs: number;
}

export function forwardedLine(
  { request, profile, prefix, at, origin }: ForwardedRequest,
  { outcome, answer, tookMs }: ForwardedOutcome,
): RequestLine {
  const { requestId, index } = profile.data.headers;
  const known = operationOf(profile, request.method, request.path.slice(prefix.length));
  const id = requestId === undefined ? undefined : answer?.headers[requestId.name.toLowerCase()];
  const line = {
    at,
    method: request.method,
    operation: known.operation,
    path: known.shownPath,
    index_id: request.headers[index.name.toLowerCase()] ?? null,
    outcome,
    status: answer?.status ?? null,
    duration_ms: Math.round(tookMs),
    attempt: 1,
    service_request_id: (Array.isArray(id) ? id[0] : id) ?? null,
    ...columnsOf(origin),
  };
  return lineOf(profile, line, known.record, answer?.body);
}

/** One line that stands for dropped calls. */
export function droppedLine(kind: "gateway" | "other", calls: number, now: Date): RequestLine {
  const request: NewServiceRequest = {
    at: now,
    method: "",
    operation: null,
    path: "",
    index_id: null,
    outcome: "not-kept",
    status: null,
    duration_ms: 0,
    attempt: 1,
    service_request_id: null,
    cause_kind: kind === "gateway" ? "gateway" : "work",
    cause_name: kind === "gateway" ? "gateway" : "the console",
    cause_id: null,
    mixed_path: null,
    mixed_index_id: null,
    calls,
  };
  return { request, read: null };
}

function lineOf(
  profile: ServiceProfile,
  request: NewServiceRequest,
  record: RecordKey | null,
  body?: Uint8Array,
): RequestLine {
  const { cause_kind: kind, cause_id: trace, at, index_id, path, status } = request;
  const isFollowed =
    record !== null && trace !== null && kind !== "work" && kind !== "probe" && status !== null && status < 300;
  if (!isFollowed) return { request, read: null };
  const read = { record, trace, at: at.getTime(), indexId: index_id ?? profile.standardIndex, path };
  return { request, read, body };
}

function columnsOf({ kind, name, id }: CallOrigin) {
  return { cause_kind: kind, cause_name: name, cause_id: id, mixed_path: null, mixed_index_id: null, calls: 1 };
}

/** A caller can send anything as an index. */
function shownIndex({ data: { indexes } }: ServiceProfile, index: string): string {
  return index.startsWith(indexes.prefix) && IndexId.safeParse(index).success ? index : "***";
}
