import {
  composeCredential,
  createRedactor,
  createWireFormat,
  guardedTransport,
  type WireFormat,
  type ServiceProfile,
  type Transport,
} from "@dc/api-client";
import type { RecordOverlay } from "#/context/gateway-caches.ts";
import type { Deps } from "#/context/deps.ts";
import { isProvisional } from "#/store/tables/records/assigned-ids.ts";
import { missingRefusal } from "#/upstream/refusals.ts";
import type { OverrideResult } from "./apply-overrides.ts";
import type { AnswerNames, RequestNames } from "./headers.ts";
import { sharedDeadlines } from "./shared-deadlines.ts";

export interface GatewayOptions {
  deps: Deps;
  apiKey: string;
  /** The way to the service; closed by who opened it. */
  transport: Transport;
  deadlineMs?: number;
  maxBytes?: number;
}

/** What all steps of a request use. Built once for a profile, so that no request computes it again. */
export interface GatewayContext extends AnswerNames, RequestNames {
  deps: Deps;
  profile: ServiceProfile;
  wire: WireFormat;
  transport: Transport;
  maxBytes: number;
  /** The signal that aborts a request that takes too long. */
  deadline: () => AbortSignal;
  /** The origin of the service, and the path prefix of its endpoints. */
  origin: string;
  prefix: string;
  indexHeader: string;
  /** The status with which the service answers for a missing record. */
  missingStatus: number;
  knownIndices: Set<string>;
  /** The last body and its result under these changes, so that an equal body is not parsed again. */
  results: WeakMap<RecordOverlay, { body: Uint8Array; result: OverrideResult }>;
  /** Which bodies were found to be which records: type, id and SHA-256 of the body, the oldest first. */
  knownBodies: Set<string>;
}

export function createGatewayContext({
  deps,
  apiKey,
  transport,
  deadlineMs = 10_000,
  maxBytes = 4 * 1024 * 1024,
}: GatewayOptions): GatewayContext {
  const { profile } = deps.service;
  const redactor = createRedactor();
  redactor.addKey(apiKey);
  // The guard comes first, so that neither log nor statistics see an answer that holds the key.
  const watched = deps.service.calls.watching(guardedTransport(transport, redactor), deps.clock.now);
  const base = new URL(deps.connection.baseUrl);
  return {
    deps,
    profile,
    wire: createWireFormat(profile, (id) => isProvisional({ id })),
    transport: deps.requests.withLogging(watched, {
      profile: () => profile,
      baseUrl: deps.connection.baseUrl,
      now: deps.clock.now,
    }),
    maxBytes,
    deadline: sharedDeadlines(deadlineMs),
    credential: composeCredential(profile, apiKey),
    origin: base.origin,
    prefix: base.pathname.replace(/\/+$/, ""),
    indexHeader: profile.data.headers.index.name.toLowerCase(),
    profileHeaders: new Set(
      [profile.data.headers.index, profile.data.headers.apiVersion].map(({ name }) => name.toLowerCase()),
    ),
    variedBy: `${profile.data.headers.index.name}, Authorization, Origin`,
    requestIdHeader: profile.data.headers.requestId?.name.toLowerCase() ?? null,
    missingStatus: missingRefusal(profile).status,
    knownIndices: new Set(),
    results: new WeakMap(),
    knownBodies: new Set(),
  };
}
