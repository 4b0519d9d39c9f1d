import {
  createProfile,
  createServiceClient,
  type JsonObject,
  ProfileError,
  shippedProfile,
  shippedProfiles,
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
import type { ContractReport, DryRun } from "@dc/api-client/contract-suite";
import { formatPhone } from "@dc/directory";
import { SettingError } from "#/errors.ts";
import { causedBy } from "./call-cause.ts";
import { createCallWatch, type CallWatch } from "./call-watch.ts";

export { ProfileError, shippedProfiles, type ServiceClient, type ServiceProfile } from "@dc/api-client";
export type CheckResult = ContractReport["checks"][number];

/**
 * The service as the operations see it: its client, its profile, and how the recent calls went. Client and profile are those in
 * force: ask for them each time, since another profile may take their place between two calls.
 */
export interface Service {
  readonly client: ServiceClient;
  readonly profile: ServiceProfile;
  calls: CallWatch;
  now: () => Date;
  /** The API version that is asked for under a profile: that of the settings, else the profile's own. */
  apiVersionBy(profile: ServiceProfile): string;
  /** Every call from now on goes by this profile; calls on their way end by the one that they began with. */
  use(profile: ServiceProfile): void;
  /** Runs the contract suite by the profile in force. */
  probe(options: {
    writes: boolean;
    schedule: string | undefined;
    practitioner: string | undefined;
  }): Promise<ContractReport>;
  /** Reads a few records by another profile. */
  dryRun(
    profile: ServiceProfile,
    options: { ids: { readonly [type: string]: readonly string[] }; index: string | undefined },
  ): Promise<DryRun>;
}

export interface ServiceOptions {
  baseUrl: string;
  apiKey: string;
  /** Without it, the profile says which. */
  apiVersion?: string;
  profile?: ServiceProfile;
  transport?: Transport;
  clock: { now: () => Date };
  retry?: RetryOptions;
  circuit?: CircuitOptions;
  readDeadlineMs?: number;
  writeDeadlineMs?: number;
  onCall?: (report: CallReport) => void;
  onRecord?: (record: ServiceRecord) => void;
}

/** Opens the service; nothing is sent yet. */
export function openService({ onCall, clock: ours, ...options }: ServiceOptions): Service {
  const calls = createCallWatch();
  const transport = options.transport ?? undiciTransport();
  const clock = { now: () => ours.now().getTime(), after: systemClock.after };
  const tell = (report: CallReport) => onCall?.(report);
  const clientBy = (profile: ServiceProfile) =>
    createServiceClient({
      ...options,
      profile,
      transport,
      clock,
      onCall: (report) => {
        calls.note(report);
        tell(report);
      },
    });
  let profile = options.profile ?? openProfile(undefined);
  let client = clientBy(profile);
  const { baseUrl, apiKey } = options;
  const shared = {
    baseUrl,
    apiKey,
    transport,
    clock,
    onCall: tell,
    ...(options.apiVersion === undefined ? {} : { apiVersion: options.apiVersion }),
  };
  return {
    get client() {
      return client;
    },
    get profile() {
      return profile;
    },
    calls,
    now: () => ours.now(),
    apiVersionBy: (other) => options.apiVersion ?? other.data.apiVersion,
    use(next) {
      profile = next;
      client = clientBy(next);
    },
    async probe({ writes, schedule, practitioner }) {
      const { runContractSuite } = await import("@dc/api-client/contract-suite");
      const subjects = {
        ...(schedule === undefined ? {} : { schedule }),
        ...(practitioner === undefined ? {} : { practitioner }),
      };
      return await causedBy({ kind: "probe", name: writes ? "probe with writes" : "probe", id: null }, () =>
        runContractSuite({ ...shared, profile, probeWrites: writes, ...subjects }),
      );
    },
    async dryRun(other, { ids, index }) {
      const { dryRunProfile } = await import("@dc/api-client/contract-suite");
      return await causedBy({ kind: "probe", name: "dry run", id: null }, () =>
        dryRunProfile({ ...shared, profile: other, ids, ...(index === undefined ? {} : { index }) }),
      );
    },
  };
}

/** The profile of a settings file, or the default one. Throws a SettingError that points at what is wrong. */
export function openProfile(
  file: { path: string; content: unknown } | undefined,
  shipped: "default" | "with-writes" = "default",
): ServiceProfile {
  if (file === undefined) return shippedProfile(shipped, { formatPhone });
  try {
    return createProfile(file.content, { formatPhone });
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error;
    throw new SettingError(
      "SERVICE_PROFILE",
      `${file.path}: ${error.problems.map(({ pointer, message }) => `${pointer || "/"} ${message}`).join("; ")}`,
      {
        cause: error,
      },
    );
  }
}

/** Judges what somebody wrote as a profile; throws ProfileError with the pointer of each wrong key. */
export function judgeProfile(content: unknown): ServiceProfile {
  return createProfile(content, { formatPhone });
}

/** A profile as the settings give it: with the file's content, or the one that ships. */
export interface SettingsProfile {
  profile: ServiceProfile;
  content: JsonObject;
  isGiven: boolean;
}

export function settingsProfile(
  file: { path: string; content: unknown } | undefined,
  shipped: "default" | "with-writes" = "default",
): SettingsProfile {
  const profile = openProfile(file, shipped);
  return {
    profile,
    content: asContent(file === undefined ? shippedProfiles[shipped] : file.content),
    isGiven: file !== undefined,
  };
}

// It was judged to be a profile just before, so it is an object; a copy out of JSON is nobody else's.
function asContent(content: unknown): JsonObject {
  return JSON.parse(JSON.stringify(content)) as JsonObject;
}
