import type { Waits } from "./profile/schema/profile-schema.ts";
import { shippedProfile, type ServiceProfile } from "./profile/profile.ts";
import { createAppointments, type Appointments } from "./resources/appointments.ts";
import { describeBooking, type BookingOf, type BookingRequests } from "./resources/booking-requests.ts";
import { createIndexReader, type IndexReader } from "./resources/index-reader.ts";
import { createIndexVersions, type IndexVersions } from "./resources/index-versions.ts";
import { createPatients, type Patients } from "./resources/patients.ts";
import { createPractitioners, type Practitioners } from "./resources/practitioners.ts";
import { createRecords, type Records, type ServiceRecord } from "./resources/records.ts";
import { createSchedules, type Schedules } from "./resources/schedules.ts";
import { createRedactor } from "./redaction/redactor.ts";
import { createCaller, type CallReport } from "./transport/caller.ts";
import type { CircuitOptions, CircuitState } from "./transport/circuit.ts";
import { systemClock, type Clock } from "./transport/clock.ts";
import { guardedTransport } from "./transport/guarded-transport.ts";
import { createExchange } from "./transport/exchange.ts";
import type { LimiterOptions } from "./transport/limiter.ts";
import { shareOfWork } from "./transport/pace.ts";
import type { RetryOptions } from "./transport/retry-policy.ts";
import type { Transport } from "./transport/transport.ts";
import { undiciTransport } from "./transport/undici-transport.ts";
import { capabilitiesOf, type Capability } from "./writes/capability.ts";
import { createWrites } from "./writes/create-writes.ts";
import type { WriteAdapter } from "./writes/write-adapter.ts";

/** What a client of the service is made of; only address and key have no default. */
export interface ServiceClientOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly apiVersion?: string;
  readonly profile?: ServiceProfile;
  readonly transport?: Transport;
  readonly clock?: Clock;
  readonly random?: () => number;
  /** Told of every attempt; must not throw. */
  readonly onCall?: (report: CallReport) => void;
  /** Whether the call that begins is one of background work, which leaves a quarter of what calls have to people. */
  readonly isWork?: () => boolean;
  /** Told of every record that was read and fits the profile; must not throw. */
  readonly onRecord?: (record: ServiceRecord) => void;
  readonly readDeadlineMs?: number;
  readonly writeDeadlineMs?: number;
  readonly maxBytes?: number;
  readonly retry?: RetryOptions;
  readonly limiter?: LimiterOptions;
  /** How many calls a minute are made at most, where the profile allows more. */
  readonly callsPerMinute?: number;
  readonly circuit?: CircuitOptions;
}

/** A typed client of the service, in the profile's meanings. */
export interface ServiceClient {
  readonly profile: ServiceProfile;
  readonly practitioners: Practitioners;
  readonly schedules: Schedules;
  readonly records: Records;
  readonly patients: Patients;
  readonly appointments: Appointments;
  readonly indexVersions: IndexVersions;
  readonly writes: WriteAdapter;
  /** The reads of one index, bound to it. */
  inIndex<const I extends string>(index: I): IndexReader<I>;
  /** The requests of the booking procedure as curl, with placeholders; nothing is sent. */
  describeBooking(booking: BookingOf): BookingRequests;
  /** What the service can do, operation by operation, as its profile tells. */
  capabilities(): readonly Capability[];
  /** Whether calls are let through at the moment. */
  health(): { readonly circuit: CircuitState; readonly inFlight: number; readonly limit: number };
  /** How many calls a minute are made at most; null where nothing bounds them. */
  readonly callsPerMinute: number | null;
  /** How many of them background work makes at most. */
  readonly workPerMinute: number | null;
  close(): Promise<void>;
}

function withinBudget(waits: Waits | undefined, budget: number | undefined): Waits | null {
  if (budget === undefined) return waits ?? null;
  return { ...waits, callsPerMinute: Math.min(budget, waits?.callsPerMinute ?? budget) };
}

function mostPerMinute(waits: Waits | null, share = (most: number) => most): number | null {
  const most = Math.min(share(waits?.callsPerMinute ?? Infinity), 60_000 / (waits?.betweenCallsMs ?? 0));
  return Number.isFinite(most) ? Math.max(1, Math.floor(most)) : null;
}

/** Makes a client; throws InvalidCallError for an address or key that cannot be used. */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const profile = options.profile ?? shippedProfile();
  const redactor = createRedactor();
  redactor.addKey(options.apiKey);
  const transport = guardedTransport(options.transport ?? undiciTransport(), redactor);
  const clock = options.clock ?? systemClock;
  const waits = withinBudget(profile.data.waits, options.callsPerMinute);
  const caller = createCaller({
    clock,
    transport,
    retryable: profile.data.retryable,
    waits,
    requestIdHeader: profile.data.headers.requestId?.name ?? null,
    random: options.random ?? Math.random,
    onCall: options.onCall ?? null,
    isWork: options.isWork,
    ...(options.retry === undefined ? {} : { retry: options.retry }),
    ...(options.limiter === undefined ? {} : { limiter: options.limiter }),
    ...(options.circuit === undefined ? {} : { circuit: options.circuit }),
  });
  const exchange = createExchange({
    clock,
    profile,
    caller,
    baseUrl: options.baseUrl,
    apiKey: options.apiKey,
    apiVersion: options.apiVersion ?? profile.data.apiVersion,
    readDeadlineMs: options.readDeadlineMs ?? 10_000,
    writeDeadlineMs: options.writeDeadlineMs ?? 30_000,
    maxBytes: options.maxBytes ?? 4 * 1024 * 1024,
  });
  const records = createRecords(exchange, options.onRecord);
  const schedules = createSchedules(exchange, records);
  return {
    profile,
    records,
    practitioners: createPractitioners(records),
    schedules,
    patients: createPatients(exchange),
    appointments: createAppointments(exchange),
    indexVersions: createIndexVersions(exchange),
    writes: createWrites(exchange),
    inIndex: (index) => createIndexReader(index, records, schedules),
    describeBooking: (booking) => describeBooking(exchange, options.baseUrl, booking),
    capabilities: () => capabilitiesOf(profile),
    health: () => ({ circuit: caller.circuit.state, inFlight: caller.limiter.inFlight, limit: caller.limiter.limit }),
    callsPerMinute: mostPerMinute(waits),
    workPerMinute: mostPerMinute(waits, shareOfWork),
    close: () => transport.close(),
  };
}
