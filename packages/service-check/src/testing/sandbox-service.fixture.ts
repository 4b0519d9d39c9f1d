import { createProfile, fetchTransport, type Clock, type ServiceProfile } from "@dc/api-client";
import { formatPhone } from "@dc/directory";
import { builtInKey, createSandbox, shippedSpellings, type Sandbox, type SandboxOptions } from "@dc/sandbox/app";

const now = Date.UTC(2026, 10, 20, 12);

export const key = builtInKey;
export const otherKey = "test_another_developer";
/** The written spellings, and one that is drawn at random. */
export const spellings = [...shippedSpellings, "seed:7"];

/** A clock whose waits are over at once; deadlines of calls, which are longer, never pass. */
export function createSkippingClock(): Clock {
  let time = now;
  return {
    now: () => time,
    after(delayMs, run) {
      if (delayMs >= 10_000) return () => undefined;
      const timer = setImmediate(() => {
        time += delayMs;
        run();
      });
      return () => clearImmediate(timer);
    },
  };
}

export const clock = createSkippingClock();

/** A sandbox in process whose clock stands still, with what a check of it is given. */
export interface SandboxService {
  readonly sandbox: Sandbox;
  readonly schedule: string;
  readonly profile: ServiceProfile;
  readonly transport: ReturnType<typeof fetchTransport>;
  readonly changeStandardRecord: (subject: { readonly type: string; readonly id: string }) => Promise<void>;
}

export function startSandboxService(options: SandboxOptions = {}): SandboxService {
  const sandbox = createSandbox({
    seed: "checks",
    practitioners: 60,
    writes: true,
    clock: () => now,
    ...options,
  });
  const [, schedule = ""] = sandbox.samples.roster.trim().split("\n");
  return {
    sandbox,
    schedule,
    profile: createProfile(sandbox.profile({ writes: true }), { formatPhone }),
    transport: fetchTransport((url, init) => sandbox.app.request(url, init)),
    changeStandardRecord: async ({ type, id }) => {
      const body = JSON.stringify({ type, id, set: { moved: true }, extra: true });
      const response = await sandbox.control.request("/drift", { method: "POST", body });
      if (!response.ok) throw new Error(await response.text());
    },
  };
}
