import {
  isJsonArray,
  isJsonObject,
  recordOperation,
  valueAt,
  type Clock,
  type Json,
  type JsonObject,
  type ServiceProfile,
  type TemplateValues,
} from "@dc/api-client";
import type { Probe, ProbeCall, Probed } from "./probe.ts";
import type { Shroud } from "./shroud.ts";

/** A patient to be looked for; its values appear in no report. */
export interface SuitePatient {
  readonly name: string;
  readonly dateOfBirth: string;
}

/** What the checks of one run share. */
export interface Suite {
  readonly profile: ServiceProfile;
  readonly probe: Probe;
  readonly clock: Clock;
  readonly shroud: Shroud;
  readonly patient: SuitePatient | null;
  readonly hasOtherKey: boolean;
  readonly probesWrites: boolean;
  readonly moveBase: ((subject: { readonly type: string; readonly id: string }) => Promise<void>) | null;
  /** Ids of records to read, by type; empty where none is known. */
  readonly subjects: Map<string, string>;
  /** Every call so far, in order. */
  readonly calls: Probed[];
  readonly cleanUps: (() => Promise<void>)[];
  readonly left: string[];
  has(operation: string): boolean;
  /** Sends, and keeps the call. */
  send(call: ProbeCall): Promise<Probed>;
  /** Sends a read once per run, however many checks look at it. */
  once(call: ProbeCall): Promise<Probed>;
  /** Reads the record of a type that the run was given; null when there is none. */
  readSubject(type: string, index: string | null): Promise<Probed | null>;
  openSlots(index: string | null): Promise<Probed | null>;
  /** What open slots are asked for with. */
  slotValues(): TemplateValues;
  /** A short range of days from tomorrow on, the same all day long. */
  slotRange(): { readonly from: string; readonly to: string };
}

const dayMs = 86_400_000;

/** An id that a service is most unlikely to have given to anything. */
export function unlikelyId(profile: ServiceProfile, type: string): string {
  return `${profile.data.records[type]?.idPrefix ?? ""}0contract0`;
}

/** An index version that no developer has. */
export function unlikelyIndex(profile: ServiceProfile): string {
  return `${profile.data.indexes.prefix}0contract0`;
}

/** The resource of a success as an object; null for anything else. */
export function objectOf(probed: Probed): JsonObject | null {
  return probed.isSuccess && isJsonObject(probed.resource) ? probed.resource : null;
}

/** The resource of a success as a list; null for anything else. */
export function listOf(probed: Probed): readonly Json[] | null {
  return probed.isSuccess && isJsonArray(probed.resource) ? probed.resource : null;
}

/** The id of a raw record, where the profile says that it stands. */
export function idIn(profile: ServiceProfile, type: string, raw: Json): Json | undefined {
  return valueAt(raw, profile.data.records[type]?.id ?? "/id");
}

/** The same as text, whether it is spelled as text or as a number; null when there is none. */
export function idTextIn(profile: ServiceProfile, type: string, raw: Json): string | null {
  const id = idIn(profile, type, raw);
  return typeof id === "string" || typeof id === "number" ? String(id) : null;
}

/** Makes what the checks share. */
export function createSuite(
  parts: Pick<
    Suite,
    "profile" | "probe" | "clock" | "shroud" | "patient" | "hasOtherKey" | "probesWrites" | "moveBase"
  >,
): Suite {
  const { profile, probe, clock } = parts;
  const kept = new Map<string, Promise<Probed>>();
  const calls: Probed[] = [];
  const subjects = new Map<string, string>();

  async function send(call: ProbeCall): Promise<Probed> {
    const probed = await probe.send(call);
    calls.push(probed);
    return probed;
  }

  function once(call: ProbeCall): Promise<Probed> {
    const key = JSON.stringify([
      call.operation,
      call.values,
      call.index ?? null,
      call.identity,
      call.apiVersion,
      call.query?.toString(),
    ]);
    const known = kept.get(key);
    if (known !== undefined) return known;
    const sent = send(call);
    kept.set(key, sent);
    return sent;
  }

  function slotRange() {
    const tomorrow = (Math.floor(clock.now() / dayMs) + 1) * dayMs;
    return { from: new Date(tomorrow).toISOString(), to: new Date(tomorrow + 14 * dayMs).toISOString() };
  }

  function slotValues(): TemplateValues {
    return { scheduleId: subjects.get("schedule"), ...slotRange() };
  }

  return {
    ...parts,
    subjects,
    calls,
    cleanUps: [],
    left: [],
    has: (operation) => Object.hasOwn(profile.data.operations, operation),
    send,
    once,
    slotRange,
    slotValues,
    async readSubject(type, index) {
      const id = subjects.get(type);
      return id === undefined ? null : once({ operation: recordOperation("read", type), values: { id }, index });
    },
    async openSlots(index) {
      if (!subjects.has("schedule") || !Object.hasOwn(profile.data.operations, "listOpenSlots")) return null;
      return once({ operation: "listOpenSlots", values: slotValues(), index });
    },
  };
}
