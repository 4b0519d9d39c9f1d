import {
  createRedactor,
  guardedTransport,
  isJsonArray,
  isJsonObject,
  recordOperation,
  systemClock,
  undiciTransport,
  type CallReport,
  type Clock,
  type Json,
  type JsonObject,
  type Redactor,
  type ServiceProfile,
  type TemplateValues,
  type Transport,
} from "@dc/api-client";
import { defaultWaitMs } from "./paced-caller.ts";
import { createProbe, type Probe, type ProbeRequest, type ProbeResult, type PutOff } from "./probe.ts";

/** A patient to be looked for; its values appear in no report. */
export interface SoughtPatient {
  readonly name: string;
  readonly dateOfBirth: string;
}

/** Which service is checked, by which profile, and over what. */
export interface ServiceUnderCheck {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly profile: ServiceProfile;
  readonly apiVersion?: string;
  /** A patient to look for; never shown. */
  readonly patient?: SoughtPatient;
  readonly transport?: Transport;
  readonly clock?: Clock;
  /** How long the run waits for a service that puts it off, all waits together; 15 minutes unless said. */
  readonly waitMs?: number;
  /** Told of every attempt; must not throw. */
  readonly onCall?: (report: CallReport) => void;
}

/** What the checks of one run share. */
export interface CheckSession {
  readonly baseUrl: string;
  readonly profile: ServiceProfile;
  readonly apiVersion: string;
  readonly probe: Probe;
  readonly redactor: Redactor;
  readonly patient: SoughtPatient | null;
  /** Ids of records to read, by type; empty where none is known. */
  readonly recordIds: Map<string, string>;
  /** The answers with which the service put a call off. */
  readonly putOff: readonly PutOff[];
  /** Every call so far, in order. */
  readonly calls: ProbeResult[];
  hasOperation(operation: string): boolean;
  /** Sends a request and keeps the call. */
  send(request: ProbeRequest): Promise<ProbeResult>;
  /** Sends a read once per run, however many checks look at its answer. */
  sendCached(request: ProbeRequest): Promise<ProbeResult>;
  /** Reads the record of a type whose id the run knows; null when it knows none. */
  readRecord(type: string, index: string | null): Promise<ProbeResult | null>;
  openSlots(index: string | null): Promise<ProbeResult | null>;
  /** The values of a request for open slots: the schedule, and two weeks from tomorrow. */
  slotValues(): TemplateValues;
  close(): Promise<void>;
}

const dayMs = 86_400_000;

/** An id that a service is most unlikely to have given to anything. */
export function unknownId(profile: ServiceProfile, type: string): string {
  return `${profile.data.records[type]?.idPrefix ?? ""}0contract0`;
}

/** An index version that no developer has. */
export function unknownIndex(profile: ServiceProfile): string {
  return `${profile.data.indexes.prefix}0contract0`;
}

/** The resource of a success as an object; null for anything else. */
export function objectIn(result: ProbeResult): JsonObject | null {
  return result.isSuccess && isJsonObject(result.resource) ? result.resource : null;
}

/** The resource of a success as a list; null for anything else. */
export function listIn(result: ProbeResult): readonly Json[] | null {
  return result.isSuccess && isJsonArray(result.resource) ? result.resource : null;
}

function withoutWords(result: ProbeResult): ProbeResult {
  const { words } = result;
  if (words === null) return result;
  const details = words.details.map((detail) => ({ ...detail, words: null }));
  return { ...result, words: { ...words, words: null, details } };
}

/** Opens a session with a service; it sends one request at a time, and nothing before it is asked to. */
export function openCheckSession(options: ServiceUnderCheck & { readonly otherKey?: string }): CheckSession {
  const { baseUrl, apiKey, profile, otherKey = null } = options;
  const clock = options.clock ?? systemClock;
  const apiVersion = options.apiVersion ?? profile.data.apiVersion;
  const redactor = createRedactor();
  redactor.addKey(apiKey);
  if (otherKey !== null) redactor.addKey(otherKey);
  const transport = guardedTransport(options.transport ?? undiciTransport(), redactor);
  const probe = createProbe({
    profile,
    baseUrl,
    apiKey,
    otherKey,
    apiVersion,
    transport,
    clock,
    waitMs: options.waitMs ?? defaultWaitMs,
    redactor,
    onCall: options.onCall ?? null,
  });
  const cache = new Map<string, Promise<ProbeResult>>();
  const calls: ProbeResult[] = [];
  const recordIds = new Map<string, string>();
  const hasOperation = (operation: string) => Object.hasOwn(profile.data.operations, operation);

  async function send(request: ProbeRequest): Promise<ProbeResult> {
    const answered = await probe.send(request);
    // The service's own words about somebody whom it was asked for may name them.
    const isOfSought = options.patient !== undefined && request.values["name"] === options.patient.name;
    const result = isOfSought ? withoutWords(answered) : answered;
    calls.push(result);
    return result;
  }

  function sendCached(request: ProbeRequest): Promise<ProbeResult> {
    const { operation, values, index = null, identity, apiVersion: version, query } = request;
    const key = JSON.stringify([operation, values, index, identity, version, query?.toString()]);
    const known = cache.get(key);
    if (known !== undefined) return known;
    // An undecided answer is not kept: the next check that needs it asks again.
    const sent = send(request).then((result) => {
      if (result.undecided !== null) cache.delete(key);
      return result;
    });
    cache.set(key, sent);
    return sent;
  }

  // Whole days, so that the request is the same all day long.
  function slotValues(): TemplateValues {
    const tomorrow = (Math.floor(clock.now() / dayMs) + 1) * dayMs;
    return {
      scheduleId: recordIds.get("schedule"),
      from: new Date(tomorrow).toISOString(),
      to: new Date(tomorrow + 14 * dayMs).toISOString(),
      timeZone: "UTC",
    };
  }

  return {
    baseUrl,
    profile,
    apiVersion,
    probe,
    redactor,
    patient: options.patient ?? null,
    recordIds,
    putOff: probe.putOff,
    calls,
    hasOperation,
    send,
    sendCached,
    slotValues,
    async readRecord(type, index) {
      const id = recordIds.get(type);
      return id === undefined ? null : sendCached({ operation: recordOperation("read", type), values: { id }, index });
    },
    async openSlots(index) {
      if (!recordIds.has("schedule") || !hasOperation("listOpenSlots")) return null;
      return sendCached({ operation: "listOpenSlots", values: slotValues(), index });
    },
    // A transport that was given belongs to whoever gave it.
    close: async () => (options.transport === undefined ? transport.close() : undefined),
  };
}
