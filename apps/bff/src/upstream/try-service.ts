import { systemClock, type Transport } from "@dc/api-client";
import type { ProfileCheckReport } from "@dc/service-check";
import { withCallOrigin } from "#/runtime/call-origin.ts";
import type { ServiceAccess, ServiceProfile } from "./service.ts";

const WAIT_MS = 20_000;

/** Reads a few records of a service that no connection uses yet, or with another key. Documented reads alone are made. */
export async function tryService({
  baseUrl,
  apiKey,
  apiVersion,
  profile,
  transport,
  clock,
  ids,
}: ServiceAccess & {
  profile: ServiceProfile;
  /** Closed by its caller. */
  transport: Transport;
  clock: { now: () => Date };
  ids: { readonly [type: string]: readonly string[] };
}): Promise<{ report: ProfileCheckReport; failure: null } | { report: null; failure: string; isAnswered: boolean }> {
  const { checkProfile, ServiceCheckError } = await import("@dc/service-check");
  try {
    const report = await withCallOrigin({ kind: "probe", name: "connection test", id: null }, () =>
      checkProfile({
        baseUrl,
        apiKey,
        ...(apiVersion === undefined ? {} : { apiVersion }),
        profile,
        transport,
        clock: { now: () => clock.now().getTime(), after: systemClock.after },
        waitMs: WAIT_MS,
        ids,
      }),
    );
    return { report, failure: null };
  } catch (error) {
    if (!(error instanceof ServiceCheckError)) throw error;
    return { report: null, failure: withFullStop(error.message), isAnswered: error.tried === null };
  }
}

function withFullStop(sentence: string): string {
  return /[.?!]$/.test(sentence) ? sentence : `${sentence}.`;
}
