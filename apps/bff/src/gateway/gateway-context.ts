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

/** What the steps of every request work with: made once for a profile, so that a request computes none of it again. */
export interface GatewayContext {
  deps: Deps;
  profile: ServiceProfile;
  wire: WireFormat;
  transport: Transport;
  maxBytes: number;
  /** The signal that ends a request that takes too long. */
  deadline: () => AbortSignal;
  /** Our credential at the service, as headers. */
  credential: Readonly<Record<string, string>>;
  /** Where the service is: its origin, and the path before each of its own. */
  origin: string;
  prefix: string;
  indexHeader: string;
  /** The status with which the service answers for a record that it has not got. */
  missingStatus: number;
  /** The address of open slots, where the profile has one. */
  slots: RegExp | undefined;
  knownIndices: Set<string>;
  /** What came of the last body under these very changes, so that an equal one is not parsed again. */
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
