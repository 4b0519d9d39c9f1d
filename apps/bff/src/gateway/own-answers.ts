import type { OutgoingHttpHeaders } from "node:http";
import {
  indexVersionOperations,
  type OwnError,
  patientOperations,
  recordOperation,
  type TransportResponse,
} from "@dc/api-client";
import { StoreUnavailableError } from "#/runtime/errors.ts";
import { defaultRefusals } from "#/upstream/refusals.ts";
import { toServiceFailure } from "#/upstream/service-failure.ts";
import type { OverrideResult } from "./apply-overrides.ts";
import type { Caller } from "./authorise.ts";
import type { GatewayContext } from "./gateway-context.ts";
import { type AnswerKind, forwardResponseHeaders } from "./headers.ts";

/** Names the changes that were laid over an answer, in the order of approval. */
export const OVERRIDES_HEADER = "Directory-Console-Overrides";
/** The id of the request, which its lines in the log have too. `X-Request-Id` may be the service's own. */
export const REQUEST_ID_HEADER = "Directory-Console-Request-Id";
const OWN_BODY = { "content-type": "application/json", "cache-control": "no-store" } as const;

export interface Answer {
  status: number;
  headers: OutgoingHttpHeaders;
  /** The bytes, or what makes them with the id of the request. */
  body: Uint8Array | ((requestId: string) => Uint8Array);
}

/** The service's own answer, with those of its headers that may pass. */
export function passedOn(gateway: GatewayContext, got: TransportResponse, kind: AnswerKind): Answer {
  return { status: got.status, headers: forwardResponseHeaders(got, kind, gateway), body: got.body };
}

/** An error of the gateway, in the service's error format and with its vocabulary if the profile describes them. */
function errorAnswer({ wire }: GatewayContext, status: number, error: Omit<OwnError, "requestId" | "status">): Answer {
  const answer = error.isPlain === true ? error : { ...error, ...wire.vocabulary(status) };
  const { code, words } = answer;
  const body = (requestId: string) =>
    Buffer.from(
      wire.errorBody({ status, requestId, ...answer }) ?? JSON.stringify({ code, message: words, requestId }),
    );
  return { status, headers: { ...OWN_BODY }, body };
}

/** A refusal in place of the service, with its status and code for the reason. */
export function refusal(
  gateway: GatewayContext,
  reason: keyof typeof defaultRefusals,
  words: string,
  field?: string,
): Answer {
  const { status, ...vocabulary } = gateway.wire.refusal(reason, defaultRefusals[reason]);
  return errorAnswer(gateway, status, {
    words,
    isPlain: true,
    ...(field === undefined ? {} : { fields: [field] }),
    ...vocabulary,
  });
}

/** A request whose framing could be understood otherwise by somebody else on its way; its connection is closed. */
export function badRequest(gateway: GatewayContext, words: string): Answer {
  return withHeaders(errorAnswer(gateway, 400, { code: "malformed_request", words }), { Connection: "close" });
}

/** Of a token that was sent is not told which of these it is. */
export function notAuthorised(gateway: GatewayContext, { secret }: Caller): Answer {
  const words =
    secret === undefined
      ? "Send an access token of Directory Console as Bearer, or as the user of Basic with an empty password."
      : "This access token is unknown, expired or revoked, or lacks the scope gateway, or its owner may not read.";
  return withHeaders(refusal(gateway, "unauthorised", words), {
    "WWW-Authenticate": 'Bearer realm="Directory Console"',
  });
}

export function methodNotAllowed(gateway: GatewayContext, words: string, allow: string): Answer {
  return withHeaders(errorAnswer(gateway, 405, { code: "method_not_allowed", words }), { Allow: allow });
}

/** Why an address of the service is not forwarded; null for what is no address of the service. */
export function notProxiedReason({ profile }: GatewayContext, url: string): string | null {
  const [path = "", query = ""] = url.split("?");
  const operations = Object.entries(profile.data.operations).map(([name, spelled]) => ({ name, ...spelled }));
  const isPrivate = operations
    .filter((operation) => operation.private || patientOperations.has(operation.name))
    .map((operation) => (operation.path.split("{")[0] ?? "").replace(/\/$/, ""))
    .some((beginning) => beginning !== "" && (path === beginning || path.startsWith(`${beginning}/`)));
  if (isPrivate) return "The gateway does not serve patients or appointments. Ask the service itself.";
  const fitting = operations.filter((operation) => plainly(operation.path).test(path));
  const lookUps = new Map(profile.lookUps().map(({ operation, match }) => [operation, match]));
  const reads = new Set(["listOpenSlots", ...profile.recordTypes.map((type) => recordOperation("read", type))]);
  const asked = new URLSearchParams(query);
  const isAsked = (operation: { query: object }) => Object.keys(operation.query).every((name) => asked.has(name));
  const isServed = (operation: { name: string; query: object }) =>
    reads.has(operation.name) ||
    (lookUps.get(operation.name) === "exact" && (!operation.name.startsWith("list") || isAsked(operation)));
  // Such an address is served, if its ids are of the right form.
  if (fitting.some((operation) => isServed(operation) && operation.path.includes("{"))) return null;
  const others = fitting.filter(
    (operation) =>
      !isServed(operation) && (!lookUps.has(operation.name) || operation.name.startsWith("list") || isAsked(operation)),
  );
  if (others.length === 0) return null;
  if (others.some(({ name }) => indexVersionOperations.has(name)))
    return "The gateway serves what is in an index version, not index versions themselves. Ask the service itself.";
  if (others.every(({ name }) => lookUps.get(name) === "text"))
    return "The gateway does not serve searches by text, because what fits a text is the service's choice. Look the record up by an exact value, or read it by its id.";
  return others.some(({ method }) => method === "GET")
    ? "The gateway does not serve whole lists, because what overrides add and take away cannot be told page by page. List by a reference, or read each record by its id."
    : "The service profile has nothing to read at this address, only writes, which the gateway does not take. Ask the service itself.";
}

/** Matches what a template makes of plain ids. */
function plainly(template: string): RegExp {
  const parts = template.split(/\{[A-Za-z]+\}/).map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${parts.join("[A-Za-z0-9_~-][A-Za-z0-9._~-]*")}$`);
}

/** The response for the result of applying overrides. */
export function overriddenAnswer(
  gateway: GatewayContext,
  result: OverrideResult,
  { headers, status }: { headers: OutgoingHttpHeaders; status: number },
): Answer {
  switch (result.outcome) {
    case "served":
      return {
        status,
        headers: { ...OWN_BODY, ...headers, [OVERRIDES_HEADER]: result.changes.join(", ") },
        body: result.body,
      };
    case "absent":
      return withHeaders(refusal(gateway, "missing", "Record not found in this index version."), {
        [OVERRIDES_HEADER]: result.changes.join(", "),
      });
    case "untouched":
      return refusal(gateway, "missing", "Record not found in this index version.");
    case "lost":
      return errorAnswer(gateway, 502, {
        code: "bad_gateway",
        words: `The override of ${result.field} (change ${result.change}) is approved but not in the service, and the service profile no longer has a writable ${result.field}, so this record cannot be served with it. Restore the meaning in the profile, or withdraw the change.`,
        fields: [result.field],
      });
    case "incomplete":
      return errorAnswer(gateway, 502, {
        code: "bad_gateway",
        words: `This ${result.type} was created here and is not in the service, and lacks what creation requires by the service profile: ${result.fields.join(", ")}. Set it, or withdraw the creation.`,
        fields: result.fields,
      });
    case "another record":
      return unusableAnswer(
        gateway,
        `The service did not answer with the record that was asked for: ${result.detail}.`,
      );
    case "unwritable":
      return unusableAnswer(
        gateway,
        `The overrides of this record cannot be laid over the service's answer: ${result.detail}.`,
      );
  }
}

/** The service answered, and its answer cannot be served. */
export function unusableAnswer(gateway: GatewayContext, words: string): Answer {
  return errorAnswer(gateway, 502, { code: "bad_gateway", words });
}

/** What cannot be answered with the overrides in it is not answered at all. */
export function notImplemented(gateway: GatewayContext, words: string, field: string): Answer {
  return errorAnswer(gateway, 501, { code: "not_implemented", words, fields: [field] });
}

/** The response for an error. Errors that are not the service's are logged, and messages of internal ones are not sent. */
export function failureAnswer(gateway: GatewayContext, error: unknown, requestId: string): Answer {
  const failure = toServiceFailure(error);
  if (failure !== undefined) {
    const status = failure.code === "service_timeout" ? 504 : 502;
    return errorAnswer(gateway, status, { code: failure.code, words: failure.detail });
  }
  if (error instanceof StoreUnavailableError) {
    const { code, message: words } = error;
    gateway.deps.log.error({ err: error, requestId }, "the store failed");
    return withHeaders(errorAnswer(gateway, 503, { code, words }), { "Retry-After": "2" });
  }
  gateway.deps.log.error({ err: error, requestId }, "a gateway request failed");
  return errorAnswer(gateway, 500, { code: "internal", words: "An internal error occurred." });
}

function withHeaders(answer: Answer, headers: OutgoingHttpHeaders): Answer {
  return { ...answer, headers: { ...answer.headers, ...headers } };
}
