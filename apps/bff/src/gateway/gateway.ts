import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import {
  composeCredential,
  createWireFormat,
  patientOperations,
  type Transport,
  type TransportResponse,
} from "@dc/api-client";
import type { Deps } from "#/context/deps.ts";
import { StoreUnavailableError } from "#/runtime/errors.ts";
import { hashSecret } from "#/runtime/secrets.ts";
import { isProvisional } from "#/store/tables/assigned-ids.ts";
import { selectIndexVersion } from "#/store/tables/index-versions.ts";
import { selectTokenAndRevision } from "#/store/tables/tokens.ts";
import { missingRefusal, plainRefusals } from "#/upstream/refusals.ts";
import { withCallOrigin } from "#/runtime/call-origin.ts";
import { toServiceFailure } from "#/upstream/service-failure.ts";
import { type AnswerKind, forwardResponseHeaders, forwardRequestHeaders } from "./headers.ts";
import { isCreatedHere, type OverrideResult, applyOverrides, serveCreated } from "./apply-overrides.ts";
import type { KnownToken, RecordOverlay } from "#/context/gateway-caches.ts";
import { readCredential } from "./read-credential.ts";
import { sharedDeadlines } from "./shared-deadlines.ts";

export const GATEWAY_PREFIX = "/gateway/v1";
/** Names the changes that were laid over an answer, in the order of approval. */
export const OVERRIDES_HEADER = "Directory-Console-Overrides";
const OWN_BODY = { "content-type": "application/json", "cache-control": "no-store" } as const;

export interface GatewayOptions {
  deps: Deps;
  apiKey: string;
  transport: Transport;
  deadlineMs?: number;
  maxBytes?: number;
}

/** Answers the service's own reads, with the live overrides laid over them. Takes the whole request; nothing of Hono is on this road. */
export type Gateway = (request: IncomingMessage, response: ServerResponse) => void;

/** Who asks. The token is the one that this process remembers: where the store is shared, the store has the last word. */
interface Caller {
  secret: string | undefined;
  token: KnownToken | undefined;
}

interface Answer {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Uint8Array;
}

export function createGateway({
  deps,
  apiKey,
  transport,
  deadlineMs = 10_000,
  maxBytes = 4 * 1024 * 1024,
}: GatewayOptions): Gateway {
  const { profile } = deps.service;
  const face = createWireFormat(profile, (id) => isProvisional({ id }));
  const { status: missingStatus } = missingRefusal(profile);
  const credential = composeCredential(profile, apiKey);
  const base = new URL(deps.connection.baseUrl);
  const { origin } = base;
  const prefix = base.pathname.replace(/\/+$/, "");
  const indexHeader = profile.data.headers.index.name.toLowerCase();
  const slots = slotsPattern(profile.data.operations["listOpenSlots"]?.path);
  const knownIndices = new Set<string>();
  const deadline = sharedDeadlines(deadlineMs);
  const laid = new WeakMap<RecordOverlay, { from: Uint8Array; over: OverrideResult }>();

  async function answer(request: IncomingMessage, caller: Caller): Promise<Answer> {
    const url = (request.url ?? "").slice(GATEWAY_PREFIX.length);
    const query = url.indexOf("?");
    const path = query < 0 ? url : url.slice(0, query);
    const indexId = oneHeader(request.headers[indexHeader]) ?? profile.standardIndex;
    const isStandard = indexId === profile.standardIndex;
    if (!(await isLetIn(caller, indexId))) {
      return withHeaders(
        refused(
          "unauthorised",
          "Send an access token of Directory Console as Bearer, or as the user of Basic with an empty password.",
        ),
        {
          "WWW-Authenticate": 'Bearer realm="Directory Console"',
        },
      );
    }
    const target = face.matchRead(url);
    if (request.method !== "GET") {
      const { method = "GET" } = request;
      deps.requests.noteRefused({
        method,
        path: url,
        index: oneHeader(request.headers[indexHeader]) ?? null,
        at: deps.clock.now(),
      });
      return withHeaders(
        ours(
          405,
          "method_not_allowed",
          "The gateway only reads. Writes, patients and appointments go to the service itself.",
        ),
        { Allow: "GET" },
      );
    }
    if (target === null && !slots?.test(path)) {
      const why = whyNotProxied(path);
      if (why !== null) return withHeaders(ours(405, "method_not_allowed", why), { Allow: "" });
      return refused("missing", "There is nothing at this address.");
    }
    if (!isStandard && !(await isKnown(indexId)))
      return refused("unknown-index", "There is no such index version.", profile.data.headers.index.name);

    if (!isStandard && deps.overlay.isBroken(indexId)) await deps.overlay.mend(indexId);
    const overlay = isStandard || target === null ? undefined : deps.overlay.of(indexId, target.type, target.id);
    if (overlay !== undefined && target !== null && isProvisional(target))
      return fromOverlay(serveCreated(profile, face, { ...target, overlay }), {}, 200);
    const kind = isStandard || target === null ? "as it is" : "overridable";
    const got = await pass(request.headers, prefix + url, kind);
    if (overlay !== undefined && target !== null && got.status === missingStatus && isCreatedHere(overlay))
      return fromOverlay(serveCreated(profile, face, { ...target, overlay }), {}, 200);
    if (overlay === undefined || target === null || got.status < 200 || got.status > 299)
      return { status: got.status, headers: forwardResponseHeaders(got, kind), body: got.body };
    const over = remembered(overlay, got.body, target.type);
    if (over.outcome === "untouched")
      return { status: got.status, headers: forwardResponseHeaders(got, kind), body: got.body };
    return fromOverlay(over, forwardResponseHeaders(got, "overridden"), got.status);
  }

  function fromOverlay(over: OverrideResult, headers: OutgoingHttpHeaders, status: number): Answer {
    switch (over.outcome) {
      case "served":
        return {
          status,
          headers: { ...OWN_BODY, ...headers, [OVERRIDES_HEADER]: over.changes.join(", ") },
          body: over.body,
        };
      case "absent":
        return withHeaders(refused("missing", "There is no such record in this index."), {
          [OVERRIDES_HEADER]: over.changes.join(", "),
        });
      case "untouched":
        return refused("missing", "There is no such record in this index.");
      case "lost":
        return ours(
          502,
          "bad_gateway",
          `The override of ${over.field} (change ${over.change}) is approved and not in the service, and the service profile has no ${over.field} any more that could be written: this record cannot be served with it. Put the meaning back into the profile, or withdraw the change.`,
          over.field,
        );
      case "unwritable":
        return ours(
          502,
          "bad_gateway",
          `The overrides of this record cannot be laid over the service's answer: ${over.detail}.`,
        );
    }
  }

  /** The same body under the same changes is the same answer: nothing is parsed twice. */
  function remembered(overlay: RecordOverlay, body: Uint8Array, type: string): OverrideResult {
    const before = laid.get(overlay);
    if (before !== undefined && Buffer.compare(before.from, body) === 0) return before.over;
    const over = applyOverrides(profile, face, { type, overlay, body });
    laid.set(overlay, { from: body, over });
    return over;
  }

  function callerOf(request: IncomingMessage): Caller {
    const secret = readCredential(request.headers.authorization);
    return { secret, token: secret === undefined ? undefined : deps.tokens.find(secret) };
  }

  async function isLetIn({ secret, token }: Caller, indexId: string): Promise<boolean> {
    if (secret === undefined) return false;
    if (deps.store.kind === "embedded") {
      if (token !== undefined) deps.tokens.noteUse(token.id);
      return token !== undefined;
    }
    const asked = { connectionId: deps.connection.id, secretHash: hashSecret(secret), indexId, now: deps.clock.now() };
    const found = await selectTokenAndRevision(deps.store.db, asked);
    if (found === undefined) return false;
    deps.tokens.noteUse(found.tokenId);
    if (found.revision === null) return true;
    knownIndices.add(indexId);
    await deps.overlay.catchUp(indexId, found.revision);
    return true;
  }

  async function isKnown(indexId: string): Promise<boolean> {
    if (knownIndices.has(indexId)) return true;
    if ((await selectIndexVersion(deps.store.db, deps.connection.id, indexId)) === undefined) return false;
    knownIndices.add(indexId);
    return true;
  }

  async function pass(headers: IncomingHttpHeaders, path: string, kind: AnswerKind): Promise<TransportResponse> {
    const sent = forwardRequestHeaders(headers, credential, kind);
    return await transport.send({
      method: "GET",
      origin,
      path,
      headers: sent,
      body: null,
      maxBytes,
      signal: deadline(),
    });
  }

  function ours(status: number, code: string, words: string, field?: string): Answer {
    const requestId = deps.newId("req");
    const shaped = face.errorBody({ status, code, words, requestId, ...(field === undefined ? {} : { field }) });
    const body = Buffer.from(shaped ?? JSON.stringify({ code, message: words, requestId }));
    return { status, headers: { ...OWN_BODY }, body };
  }

  /** An answer in the service's place: its own status and code for the reason. */
  function refused(reason: keyof typeof plainRefusals, words: string, field?: string): Answer {
    const { status, code } = face.refusal(reason, plainRefusals[reason]);
    return ours(status, code, words, field);
  }

  function failed(error: unknown): Answer {
    const failure = toServiceFailure(error);
    if (failure !== undefined)
      return ours(failure.code === "service_timeout" ? 504 : 502, failure.code, failure.detail);
    if (error instanceof StoreUnavailableError) return ours(503, "store_unavailable", error.message);
    deps.log.error({ err: error }, "a gateway request failed");
    return ours(500, "internal", "The console failed here.");
  }

  return (request, response) => {
    const caller = callerOf(request);
    withCallOrigin({ kind: "gateway", name: "gateway", id: caller.token?.id ?? null }, () => answer(request, caller))
      .catch(failed)
      .then(({ status, headers, body }) => {
        if (status !== 304 && status !== 204) headers["content-length"] = body.byteLength;
        response.writeHead(status, headers);
        // As text of one byte a character it leaves in one write with its headers; bytes would take a second one.
        response.end(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("latin1"), "latin1");
      })
      .catch((error: unknown) => {
        deps.log.error({ err: error }, "a gateway answer could not be written");
        response.destroy();
      });
  };

  /** Why a path of the service is not passed through; null for one that is none of its paths. */
  function whyNotProxied(path: string): string | null {
    const [known] = Object.entries(profile.data.operations)
      .map(([name, spelled]) => ({ ...spelled, isPrivate: spelled.private || patientOperations.has(name) }))
      .filter(
        (operation) => operation.path.split("{")[0] !== "/" && path.startsWith(operation.path.split("{")[0] ?? ""),
      )
      .toSorted((a, b) => Number(b.isPrivate) - Number(a.isPrivate));
    if (known === undefined) return null;
    return known.isPrivate || known.method !== "GET"
      ? "Patients and appointments are never passed through here: ask the service itself."
      : "Lists are not passed through here, since overrides are laid over single records. Read each record.";
  }
}

function slotsPattern(template: string | undefined): RegExp | undefined {
  if (template === undefined) return undefined;
  const parts = template.split(/\{[A-Za-z]+\}/).map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${parts.join("[^/]+")}$`);
}

function oneHeader(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

function withHeaders(answer: Answer, headers: OutgoingHttpHeaders): Answer {
  return { ...answer, headers: { ...answer.headers, ...headers } };
}
