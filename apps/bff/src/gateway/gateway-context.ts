import {
  composeCredential,
  createWireFormat,
  type WireFormat,
  type ServiceProfile,
  type Transport,
} from "@dc/api-client";
import type { RecordOverlay } from "#/context/gateway-caches.ts";
import type { Deps } from "#/context/deps.ts";
import { isProvisional } from "#/store/tables/assigned-ids.ts";
import { missingRefusal } from "#/upstream/refusals.ts";
import type { OverrideResult } from "./apply-overrides.ts";
import { sharedDeadlines } from "./shared-deadlines.ts";

export interface GatewayOptions {
  deps: Deps;
  apiKey: string;
  transport: Transport;
  deadlineMs?: number;
  maxBytes?: number;
}

/** What all steps of a request use. Built once for a profile, so that no request computes it again. */
export interface GatewayContext {
  deps: Deps;
  profile: ServiceProfile;
  wire: WireFormat;
  transport: Transport;
  maxBytes: number;
  /** The signal that aborts a request that takes too long. */
  deadline: () => AbortSignal;
  /** Our credential for the service, as headers. */
  credential: Readonly<Record<string, string>>;
  /** The origin of the service, and the path prefix of its endpoints. */
  origin: string;
  prefix: string;
  indexHeader: string;
  /** The status with which the service answers for a missing record. */
  missingStatus: number;
  /** Matches the path of open slots, if the profile has one. */
  slots: RegExp | undefined;
  knownIndices: Set<string>;
  /** The last body and its result under these changes, so that an equal body is not parsed again. */
  results: WeakMap<RecordOverlay, { body: Uint8Array; result: OverrideResult }>;
}

export function createGatewayContext({
  deps,
  apiKey,
  transport,
  deadlineMs = 10_000,
  maxBytes = 4 * 1024 * 1024,
}: GatewayOptions): GatewayContext {
  const { profile } = deps.service;
  const base = new URL(deps.connection.baseUrl);
  return {
    deps,
    profile,
    wire: createWireFormat(profile, (id) => isProvisional({ id })),
    transport,
    maxBytes,
    deadline: sharedDeadlines(deadlineMs),
    credential: composeCredential(profile, apiKey),
    origin: base.origin,
    prefix: base.pathname.replace(/\/+$/, ""),
    indexHeader: profile.data.headers.index.name.toLowerCase(),
    missingStatus: missingRefusal(profile).status,
    slots: slotsPattern(profile.data.operations["listOpenSlots"]?.path),
    knownIndices: new Set(),
    results: new WeakMap(),
  };
}

function slotsPattern(template: string | undefined): RegExp | undefined {
  if (template === undefined) return undefined;
  const parts = template.split(/\{[A-Za-z]+\}/).map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${parts.join("[^/]+")}$`);
}
