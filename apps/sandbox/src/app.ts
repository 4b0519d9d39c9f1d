import { setTimeout as sleep } from "node:timers/promises";
import { join } from "node:path";
import type { Hono } from "hono";
import { createControl } from "#/control/control.ts";
import { createCounters, type Counters } from "#/http/request-counters.ts";
import { writeDocumentation } from "#/documentation/documentation.ts";
import type { Deviation } from "#/faults/deviations.ts";
import type { Latency, Dials } from "#/settings/dials.ts";
import { createFaults, type Faults } from "#/faults/faults.ts";
import { randomId } from "#/seed/id-codec.ts";
import type { JsonObject } from "#/json/json.ts";
import { createRandom } from "#/seed/random.ts";
import { createSamples, type Samples } from "#/seed/samples.ts";
import { createFacts } from "#/seed/create-facts.ts";
import { createService, type ServiceEnv } from "#/http/service.ts";
import { createSpelling } from "#/spelling/create-spelling.ts";
import type { IndexVersionKind } from "#/settings/index-version-kind.ts";
import { findDialect } from "#/spelling/dialects/find-dialect.ts";
import { profileOf } from "#/profile/profile.ts";
import type { IdKind, Spelling } from "#/spelling/spelling.ts";
import type { Ledger } from "#/store/ledger.ts";
import { createStore } from "#/store/store.ts";

export { builtInKey } from "#/store/caller.ts";
export { deviations, type Deviation } from "#/faults/deviations.ts";
export { shippedSpellings } from "#/spelling/dialects/find-dialect.ts";
export { testedSeeds } from "#/spelling/dialects/tested-seeds.ts";
export { indexVersionKinds, type IndexVersionKind } from "#/settings/index-version-kind.ts";
export type { LedgerEntry } from "#/store/ledger.ts";

export interface SandboxOptions {
  readonly seed?: string | number;
  readonly practitioners?: number;
  readonly writes?: boolean;
  readonly spelling?: string;
  /** What index versions are, whatever the spelling says. */
  readonly indexVersions?: IndexVersionKind | undefined;
  readonly latencyMs?: Latency;
  readonly deviation?: Deviation;
  /** Milliseconds since 1970. */
  readonly clock?: () => number;
  /** State is stored in its folder `sandbox/`; without a directory, in memory only. */
  readonly dataDir?: string;
  readonly newId?: (kind: IdKind, spelling: Spelling) => string;
}

export interface Sandbox {
  /** The service. A reset fault rejects the call with `ConnectionReset`; behind a real socket it resets the connection. */
  readonly app: Hono<ServiceEnv>;
  readonly control: Hono;
  readonly ledger: Ledger;
  readonly samples: Samples;
  readonly dials: Dials;
  readonly faults: Faults;
  readonly counters: Counters;
  /** Connections of the server that listens; none in process. */
  readonly sockets: { open: number };
  /** The service profile of its spelling, with its write operations or as documented. */
  profile(options: { readonly writes: boolean }): JsonObject;
  /** The page that the service's own authors would write. Its examples are sent to the service, and some of them write. */
  documentation(options: { readonly baseUrl: string }): Promise<string>;
  close(): void;
}

/** The whole simulated service, in process; throws a `SettingError` that names the setting it cannot start with. */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const seed = String(options.seed ?? 1);
  const now = options.clock ?? Date.now;
  const dialect = findDialect(options.spelling ?? "default", options.indexVersions);
  const spelling = createSpelling(dialect);
  const facts = createFacts({ seed, practitioners: options.practitioners ?? 5000 });
  const directory = options.dataDir === undefined ? undefined : join(options.dataDir, "sandbox");
  const store = createStore({ seed, facts, spelling, directory, now });
  const newId = (kind: IdKind): string => options.newId?.(kind, spelling) ?? randomId(spelling.ids[kind]);
  const dials: Dials = {
    latencyMs: options.latencyMs ?? 0,
    writes: options.writes ?? false,
    deviation: options.deviation ?? null,
  };
  const context = { spelling, store, facts, seed, now, newId, dials };
  const faults = createFaults();
  const counters = createCounters(now);
  const sockets = { open: 0 };
  const random = createRandom(seed, "latency");
  const samples = createSamples(facts, store.base.idOf);
  const wait = (ms: number): Promise<void> => sleep(ms);
  const app = createService({ context, faults, counters, random, wait });
  return {
    app,
    control: createControl({ context, dialect, faults, counters, samples, sockets }),
    ledger: store.ledger,
    samples,
    dials,
    faults,
    counters,
    sockets,
    profile: (variant) => profileOf(dialect, variant),
    documentation: async ({ baseUrl }) =>
      await writeDocumentation({
        dialect,
        send: (path, init) => app.request(path, init),
        baseUrl,
        writes: dials.writes,
        now,
        samples,
      }),
    close: () => store.close(),
  };
}
