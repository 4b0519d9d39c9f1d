import {
  createServiceClient,
  shippedProfile,
  systemClock,
  undiciTransport,
  type CallReport,
  type CircuitOptions,
  type RetryOptions,
  type ServiceClient,
  type ServiceProfile,
  type ServiceRecord,
  type Transport,
} from "@dc/api-client";
import type { ContractReport, ProfileCheckReport } from "@dc/service-check";
import { formatPhone } from "@dc/directory";
import { InvariantError } from "#/runtime/errors.ts";
import { currentCallOrigin, withCallOrigin } from "#/runtime/call-origin.ts";
import { createCallWatch, type CallWatch } from "./call-watch.ts";
import { stoppableTransport } from "./stoppable-transport.ts";

export {
  InvalidCallError,
  ProfileError,
  shippedProfiles,
  type ServiceClient,
  type ServiceProfile,
} from "@dc/api-client";
export type CheckResult = ContractReport["checks"][number];

/**
 * The service for operations: its client, its profile and its call statistics. Read client and profile anew for each
 * call, since another profile may become active in between.
 */
export interface Service {
  readonly client: ServiceClient;
  readonly profile: ServiceProfile;
  /** For the gateway, which sends for itself. */
  readonly apiKey: string;
  /** Makes another way to the service, which its caller closes. */
  openTransport: () => Transport;
  calls: CallWatch;
  now: () => Date;
  /** The API version to request under a profile: that of the settings, else the profile's own. */
  apiVersionBy(profile: ServiceProfile): string;
  /**
   * Builds the client of a profile and returns a function that activates it. Calls under way end with their old client.
   * Throws if no client can be built, such as for a credential that no header can carry.
   */
  prepare(profile: ServiceProfile): () => void;
  /** As `prepare`, with another address, key, version or budget. */
  prepareAccess(access: ServiceAccess): () => void;
  /**
   * Lets no call of background work begin anymore. Its readings under way are given up, its writes have `withinMs` to be
   * answered; after that their outcome is unknown.
   */
  stopWork(withinMs: number): void;
  /** Runs the contract suite with the active profile. */
  probe(options: {
    writes: boolean;
    schedule: string | undefined;
    practitioner: string | undefined;
  }): Promise<ContractReport>;
  /** Reads a few records with another profile. */
  dryRun(
    profile: ServiceProfile,
    options: { ids: { readonly [type: string]: readonly string[] }; index: string | undefined },
  ): Promise<ProfileCheckReport>;
}

/** How a service is called, but for its profile. */
export interface ServiceAccess {
  baseUrl: string;
  apiKey: string;
  /** Without it, the profile's version is used. */
  apiVersion?: string | undefined;
  /** Without it, as many as the profile allows. */
  callsPerMinute?: number | undefined;
}

export interface ServiceOptions extends ServiceAccess {
  profile?: ServiceProfile;
  /** Makes a way to the service; a pool of sockets by default. */
  openTransport?: () => Transport;
  /** Used in place of one that is made. */
  transport?: Transport;
  clock: { now: () => Date };
  retry?: RetryOptions;
  circuit?: CircuitOptions;
  readDeadlineMs?: number;
  writeDeadlineMs?: number;
  onCall?: (report: CallReport) => void;
  onRecord?: (record: ServiceRecord) => void;
}

/** Throws if no client can be built with this profile; opens and sends nothing. */
export function requireBuildable(
  { baseUrl, apiKey }: { baseUrl: string; apiKey: string },
  profile: ServiceProfile,
): void {
  createServiceClient({ baseUrl, apiKey, profile, transport: sendsNothing });
}

/** How long a probe, or a dry run that somebody waits for, tolerates a service that asks to wait. */
const PROBE_WAIT_MS = 120_000;
const DRY_RUN_WAIT_MS = 20_000;

const sendsNothing: Transport = {
  send: () => Promise.reject(new InvariantError("This client only validates the settings and sends nothing.")),
  close: () => Promise.resolve(),
};

/** Opens the service; sends nothing yet. */
export function openService({
  onCall,
  clock: ours,
  openTransport = undiciTransport,
  baseUrl: firstUrl,
  apiKey: firstKey,
  apiVersion: firstVersion,
  callsPerMinute: firstBudget,
  ...options
}: ServiceOptions): Service {
  const calls = createCallWatch();
  const transport = stoppableTransport(options.transport ?? openTransport());
  const clock = { now: () => ours.now().getTime(), after: systemClock.after };
  const tell = (report: CallReport) => {
    calls.record(report);
    onCall?.(report);
  };
  let access: ServiceAccess = {
    baseUrl: firstUrl,
    apiKey: firstKey,
    apiVersion: firstVersion,
    callsPerMinute: firstBudget,
  };
  const clientBy = (profile: ServiceProfile, { baseUrl, apiKey, apiVersion, callsPerMinute }: ServiceAccess) =>
    createServiceClient({
      ...options,
      baseUrl,
      apiKey,
      ...(apiVersion === undefined ? {} : { apiVersion }),
      ...(callsPerMinute === undefined ? {} : { callsPerMinute }),
      profile,
      transport,
      clock,
      onCall: tell,
      isWork: () => currentCallOrigin().kind === "work",
    });
  let profile = options.profile ?? shippedProfile("default", { formatPhone });
  let client = clientBy(profile, access);
  const shared = () => ({
    baseUrl: access.baseUrl,
    apiKey: access.apiKey,
    transport,
    clock,
    onCall: tell,
    ...(access.apiVersion === undefined ? {} : { apiVersion: access.apiVersion }),
  });
  return {
    get client() {
      return client;
    },
    get profile() {
      return profile;
    },
    get apiKey() {
      return access.apiKey;
    },
    openTransport: () => openTransport(),
    calls,
    now: () => ours.now(),
    stopWork: (withinMs) => transport.stopWork(withinMs),
    apiVersionBy: (profile) => access.apiVersion ?? profile.data.apiVersion,
    prepare(next) {
      const built = clientBy(next, access);
      return () => {
        profile = next;
        client = built;
      };
    },
    prepareAccess(next) {
      const built = clientBy(profile, next);
      return () => {
        access = next;
        client = built;
      };
    },
    async probe({ writes, schedule, practitioner }) {
      const { runContractSuite } = await import("@dc/service-check");
      const subjects = {
        ...(schedule === undefined ? {} : { schedule }),
        ...(practitioner === undefined ? {} : { practitioner }),
      };
      return await withCallOrigin({ kind: "probe", name: writes ? "probe with writes" : "probe", id: null }, () =>
        runContractSuite({ ...shared(), waitMs: PROBE_WAIT_MS, profile, probeWrites: writes, ...subjects }),
      );
    },
    async dryRun(profile, { ids, index }) {
      const { checkProfile } = await import("@dc/service-check");
      return await withCallOrigin({ kind: "probe", name: "dry run", id: null }, () =>
        checkProfile({
          ...shared(),
          waitMs: DRY_RUN_WAIT_MS,
          profile,
          ids,
          ...(index === undefined ? {} : { index }),
        }),
      );
    },
  };
}
