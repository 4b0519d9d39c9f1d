import { hash } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { ServedLookUp, ServedRead, TransportResponse } from "@dc/api-client";
import type { RecordOverlay } from "#/context/gateway-caches.ts";
import { crossOriginHeaders, preflightHeaders } from "#/runtime/cross-origin.ts";
import { withCallOrigin } from "#/runtime/call-origin.ts";
import { isProvisional } from "#/store/tables/records/assigned-ids.ts";
import {
  applyOverrides,
  deletedBy,
  isCreatedHere,
  otherRecord,
  type OverrideResult,
  serveCreated,
} from "./apply-overrides.ts";
import { authorise, type Authorised, type Caller, callerOf } from "./authorise.ts";
import { createGatewayContext, type GatewayContext, type GatewayOptions } from "./gateway-context.ts";
import { type AnswerKind, forwardRequestHeaders, guardHeaders, isJson } from "./headers.ts";
import { misframing } from "./misframing.ts";
import {
  type Answer,
  badRequest,
  failureAnswer,
  methodNotAllowed,
  notAuthorised,
  notProxiedReason,
  overriddenAnswer,
  passedOn,
  refusal,
  REQUEST_ID_HEADER,
  unusableAnswer,
} from "./own-answers.ts";
import { serveLookUp, severalValues } from "./serve-look-up.ts";

export { OVERRIDES_HEADER } from "./own-answers.ts";

export const GATEWAY_PREFIX = "/gateway/v1";

/** About 1.5 MB. */
const MOST_KNOWN_BODIES = 10_000;

/** Whether a request is for the gateway; whatever else resembles its addresses is answered like any unknown one. */
export function isForGateway({ url }: IncomingMessage): boolean {
  return url?.startsWith(`${GATEWAY_PREFIX}/`) === true;
}

/**
 * Answers reads of the service's API with the live overrides applied. Handles Node's request directly, without Hono,
 * for speed.
 */
export type Gateway = (request: IncomingMessage, response: ServerResponse) => void;

/** The steps of a request: authorise the caller, match the path, read from the service, apply the overrides. */
export function createGateway(options: GatewayOptions): Gateway {
  const gateway = createGatewayContext(options);
  const { log } = gateway.deps;
  return (request, response) => {
    const requestId = gateway.deps.newId("req");
    const caller = callerOf(gateway, request.headers.authorization);
    withCallOrigin({ kind: "gateway", name: "gateway", id: caller.token?.id ?? null, requestId }, () =>
      answer(gateway, request, { caller, requestId }),
    )
      .catch((error: unknown) => failureAnswer(gateway, error, requestId))
      .then((answered) => writeAnswer(response, answered, requestId))
      .catch((error: unknown) => {
        log.error({ err: error, requestId }, "a gateway answer could not be written");
        response.destroy();
      });
  };
}

async function answer(
  gateway: GatewayContext,
  request: IncomingMessage,
  { caller, requestId }: { caller: Caller; requestId: string },
): Promise<Answer> {
  const { deps, profile } = gateway;
  const misframed = misframing(request);
  if (misframed !== null) return badRequest(gateway, misframed);
  const url = (request.url ?? "").slice(GATEWAY_PREFIX.length);
  const askedIndex = oneHeader(request.headers[gateway.indexHeader]);
  const indexId = askedIndex ?? profile.standardIndex;
  const { origin } = request.headers;
  if (origin !== undefined && isPreflight(request) && (await deps.tokens.allowsOrigin(origin))) {
    const headers = preflightHeaders(origin, request.headers["access-control-request-headers"], "GET, HEAD");
    return { status: 204, headers, body: new Uint8Array() };
  }
  const authorised = await authorise(gateway, caller, indexId);
  if (authorised === undefined) return notAuthorised(gateway, caller);
  const answered = await answerAuthorised(gateway, request, { url, askedIndex, authorised }).catch((error: unknown) =>
    failureAnswer(gateway, error, requestId),
  );
  if (origin === undefined || !authorised.allowedOrigins.includes(origin)) return answered;
  return { ...answered, headers: { ...crossOriginHeaders(origin), ...answered.headers } };
}

function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === "OPTIONS" && headers["access-control-request-method"] !== undefined;
}

interface AuthorisedRequest {
  /** Below the gateway's prefix. */
  url: string;
  askedIndex: string | undefined;
  authorised: Authorised;
}

async function answerAuthorised(
  gateway: GatewayContext,
  request: IncomingMessage,
  { url, askedIndex, authorised }: AuthorisedRequest,
): Promise<Answer> {
  const { deps, profile } = gateway;
  const indexId = askedIndex ?? profile.standardIndex;
  const isStandard = indexId === profile.standardIndex;
  // Node sends the answer to HEAD without its body.
  const { method = "GET" } = request;
  if (method !== "GET" && method !== "HEAD") {
    deps.requests.logRefused({ method, path: url, index: askedIndex ?? null, at: deps.clock.now() });
    const words = "The gateway is read-only. Send writes, patients and appointments to the service itself.";
    return methodNotAllowed(gateway, words, "GET, HEAD");
  }
  const read = isForGateway(request) ? gateway.wire.matchServed(url) : null;
  if (read === null) {
    const reason = notProxiedReason(gateway, url);
    return reason === null
      ? refusal(gateway, "missing", "No resource exists at this address.")
      : methodNotAllowed(gateway, reason, "");
  }
  if (read.kind === "several-values") return severalValues(gateway, read.lookUp);
  if (!isStandard && !(await authorised.knowsIndex(indexId)))
    return refusal(gateway, "unknown-index", "Index version not found.", profile.data.headers.index.name);
  if (!isStandard && deps.overlay.isBroken(indexId)) await deps.overlay.repair(indexId);
  if (isStandard) return await forwardUntouched(gateway, request.headers, read);
  if (read.kind === "look-up")
    return await serveLookUp(gateway, read, deps.overlay.ofType(indexId, read.lookUp.type), (target) =>
      forward(gateway, request.headers, { target }, "overridable"),
    );
  const overlay = deps.overlay.of(indexId, read.type, read.id);
  if (read.kind === "slots") {
    const changes = overlay === undefined ? null : deletedBy(profile, overlay);
    return changes === null
      ? await forwardUntouched(gateway, request.headers, read)
      : overriddenAnswer(gateway, { outcome: "absent", changes }, { headers: {}, status: 404 });
  }
  return await forwardRecord(gateway, request.headers, { read, overlay });
}

/** Forwards the standard index, and open slots, without changing the service's answer. */
async function forwardUntouched(
  gateway: GatewayContext,
  headers: IncomingHttpHeaders,
  read: ServedRead | ServedLookUp,
): Promise<Answer> {
  const target = read.kind !== "look-up" && isProvisional(read) ? null : read.target;
  if (target === null) return refusal(gateway, "missing", "Record not found in this index version.");
  return passedOn(gateway, await forward(gateway, headers, { target }, "as it is"), "as it is");
}

interface RecordRequest {
  read: ServedRead;
  /** undefined if the record has no overrides. */
  overlay: RecordOverlay | undefined;
}

/** Forwards a record of any other index and applies the live overrides to the answer. */
async function forwardRecord(
  gateway: GatewayContext,
  headers: IncomingHttpHeaders,
  { read, overlay }: RecordRequest,
): Promise<Answer> {
  const { type, id } = read;
  const created = (of: RecordOverlay) =>
    overriddenAnswer(gateway, serveCreated(gateway.profile, gateway.wire, { type, id, overlay: of }), {
      headers: {},
      status: 200,
    });
  if (isProvisional(read))
    return overlay === undefined
      ? refusal(gateway, "missing", "Record not found in this index version.")
      : created(overlay);
  const got = await forward(gateway, headers, read, "overridable");
  if (overlay !== undefined && got.status === gateway.missingStatus && isCreatedHere(overlay)) return created(overlay);
  // The request was not conditional, and redirects are not followed: neither answer is the record.
  if (got.status >= 300 && got.status < 400)
    return unusableAnswer(gateway, `The service answered with status ${got.status} instead of the record.`);
  const result = overrideAnswer(gateway, { read, overlay }, got);
  if (result === null || result.outcome === "untouched") return passedOn(gateway, got, "overridable");
  return overriddenAnswer(gateway, result, passedOn(gateway, got, "overridden"));
}

/** The answer with the overrides applied; null if the service's answer stays as it is. */
function overrideAnswer(
  gateway: GatewayContext,
  { read: { type, id }, overlay }: RecordRequest,
  { status, headers, body }: TransportResponse,
): OverrideResult | null {
  if (status < 200 || status > 299) return null;
  const contentType = headers["content-type"];
  if (!isJson(contentType))
    return overlay === undefined
      ? null
      : { outcome: "unwritable", detail: `the service's answer is not JSON but ${contentTypeText(contentType)}` };
  return overlay === undefined
    ? otherRecordOnce(gateway, { type, id, body })
    : overrideOnce(gateway, overlay, { type, id, body });
}

function contentTypeText(contentType: string | string[] | undefined): string {
  if (contentType === undefined || contentType === "") return "of no content type";
  return `"${String(contentType).slice(0, 100)}"`;
}

/** Reuses the last result for the same body under the same changes, so that it is not parsed twice. */
function overrideOnce(
  { profile, wire, results }: GatewayContext,
  overlay: RecordOverlay,
  { type, id, body }: { type: string; id: string; body: Uint8Array },
): OverrideResult {
  const before = results.get(overlay);
  if (before !== undefined && Buffer.compare(before.body, body) === 0) return before.result;
  const result = applyOverrides(profile, wire, { type, id, overlay, body });
  results.set(overlay, { body, result });
  return result;
}

/** Checks an answer without overrides; bytes that were the record before are neither parsed nor checked again. */
function otherRecordOnce(
  { profile, wire, knownBodies }: GatewayContext,
  { type, id, body }: { type: string; id: string; body: Uint8Array },
): OverrideResult | null {
  const key = `${type} ${id} ${hash("sha256", body, "base64")}`;
  if (knownBodies.has(key)) return null;
  const other = otherRecord(profile, wire, { type, id, body });
  if (other !== null) return other;
  const [oldest] = knownBodies.size < MOST_KNOWN_BODIES ? [] : knownBodies;
  if (oldest !== undefined) knownBodies.delete(oldest);
  knownBodies.add(key);
  return null;
}

async function forward(
  gateway: GatewayContext,
  headers: IncomingHttpHeaders,
  { target }: { target: string },
  kind: AnswerKind,
): Promise<TransportResponse> {
  const { transport, origin, prefix, maxBytes, deadline } = gateway;
  return await transport.send({
    method: "GET",
    origin,
    path: prefix + target,
    headers: forwardRequestHeaders(headers, gateway, kind),
    body: null,
    maxBytes,
    signal: deadline(),
  });
}

function writeAnswer(response: ServerResponse, { status, headers, body: made }: Answer, requestId: string): void {
  const body = typeof made === "function" ? made(requestId) : made;
  Object.assign(headers, guardHeaders);
  headers[REQUEST_ID_HEADER] = requestId;
  if (status !== 304 && status !== 204) headers["content-length"] = body.byteLength;
  response.writeHead(status, headers);
  // Written as latin1 text, the body leaves in one write with its headers; bytes would take a second one.
  response.end(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("latin1"), "latin1");
}

function oneHeader(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
