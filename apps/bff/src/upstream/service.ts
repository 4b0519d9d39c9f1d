import {
  createProfile,
  createServiceClient,
  ProfileError,
  shippedProfile,
  systemClock,
  type CallReport,
  type CircuitOptions,
  type RetryOptions,
  type ServiceClient,
  type ServiceProfile,
  type Transport,
} from "@dc/api-client";
import { formatPhone } from "@dc/directory";
import { SettingError } from "#/errors.ts";
import { createCallWatch, type CallWatch } from "./call-watch.ts";

export type { ServiceClient, ServiceProfile } from "@dc/api-client";

/** The service as the operations see it: its client, its profile, and how the recent calls went. */
export interface Service {
  client: ServiceClient;
  profile: ServiceProfile;
  calls: CallWatch;
  now(): Date;
}

export interface ServiceOptions {
  baseUrl: string;
  apiKey: string;
  apiVersion: string;
  profile?: ServiceProfile;
  transport?: Transport;
  clock: { now(): Date };
  retry?: RetryOptions;
  circuit?: CircuitOptions;
  readDeadlineMs?: number;
  writeDeadlineMs?: number;
  onCall?: (report: CallReport) => void;
}

/** Opens the service; nothing is sent yet. */
export function openService({ onCall, clock, ...options }: ServiceOptions): Service {
  const profile = options.profile ?? openProfile(undefined);
  const calls = createCallWatch();
  const client = createServiceClient({
    ...options,
    profile,
    clock: { now: () => clock.now().getTime(), after: (delayMs, run) => systemClock.after(delayMs, run) },
    onCall: (report) => {
      calls.note(report);
      onCall?.(report);
    },
  });
  return { client, profile, calls, now: () => clock.now() };
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
