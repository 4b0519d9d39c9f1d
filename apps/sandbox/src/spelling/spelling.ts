import type { IdShape } from "#/seed/id-codec.ts";
import type { Json, JsonObject } from "#/json/json.ts";
import type { Facts, FactsOf, IdOf, RecordKind } from "#/seed/facts.ts";
import type { Random } from "#/seed/random.ts";

/**
 * One way to spell the service. Stores, handlers and the control API know kinds and meanings; every name of a path,
 * header or field, every envelope, status and error body, and which record owns which value, is said here alone.
 */
export interface Spelling {
  readonly name: string;
  readonly headers: { readonly apiVersion: string; readonly index: string; readonly requestId: string };
  readonly apiVersions: readonly string[];
  readonly ids: Readonly<Record<IdKind, IdShape>>;
  readonly standardIndex: string;
  readonly testIndex: string;
  readonly routes: readonly RouteSpelling[];
  readonly records: Partial<{ readonly [K in RecordKind]: RecordSpelling<K> }>;

  /** The key inside an Authorization header, or undefined when the scheme or its shape is wrong. */
  keyOf(authorization: string): string | undefined;

  readNoQuery(query: URLSearchParams): Read<null>;
  readSlotQuery(query: URLSearchParams): Read<SlotQuery>;
  readPatientQuery(query: URLSearchParams): Read<PatientQuery>;
  readListQuery(kind: RecordKind, query: URLSearchParams): Read<ListQuery>;
  readPatient(body: Json): Read<NewPatient>;
  readAppointment(body: Json): Read<NewAppointment>;
  readIndex(body: Json): Read<{ name: string }>;

  spellRecord(kind: RecordKind, record: Json): Json;
  spellDeleted(kind: RecordKind | "index", id: string): Json;
  /** A list of spelled things, and the way to its next page where the spelling pages lists. */
  spellList(items: readonly Json[], page?: NextPage): Json;
  spellSlot(slot: Slot): JsonObject;
  spellFoundPatient(patient: Patient): JsonObject;
  spellPatient(patient: Patient): Json;
  spellAppointment(appointment: Appointment): Json;
  spellIndex(index: { id: string; name: string | null; createdAt: string }): Json;
  spellProblem(problem: Problem, requestId: string): SpelledProblem;

  /** Where a slot says when it begins. */
  readonly slotStart: readonly string[];
  /** The time zone in which a schedule record's working hours are meant; it may be another record that says it. */
  timeZoneOf(schedule: JsonObject, read: (kind: RecordKind, id: string) => JsonObject | undefined): string;
}

export type IdKind = RecordKind | "index" | "patient" | "appointment";

export interface RouteSpelling {
  readonly operation: Operation;
  readonly method: string;
  /** With `{id}` where the id of the record or index stands. */
  readonly path: string;
  readonly status: number;
  /** `written`: taken, and the standard index is refused. */
  readonly index: "taken" | "written" | "refused";
  /** Offered only while the dial for writes is on. */
  readonly dialled?: true;
}

export type Operation =
  | {
      readonly name: "record.read" | "record.list" | "record.create" | "record.update" | "record.delete";
      readonly kind: RecordKind;
    }
  | {
      readonly name:
        | "slots.list"
        | "patient.find"
        | "patient.create"
        | "appointment.create"
        | "index.create"
        | "index.delete";
    };

export interface RecordSpelling<K extends RecordKind> {
  /** The record as the seed gives it. */
  write(subject: FactsOf<K>, facts: Facts, idOf: IdOf): JsonObject;
  /** The outermost names that a record of this spelling may have: those that a change may say, and those that `finish` alone sets. */
  readonly members: { readonly known: ReadonlySet<string>; readonly own: ReadonlySet<string> };
  /** A body that creates a record, checked field by field; the id is put in by `finish`. */
  readNew(body: Json): Read<JsonObject>;
  /** The next state of `current` under a body that updates it. */
  readChange(body: Json, current: JsonObject): Read<JsonObject>;
  finish(record: JsonObject, id: string, at: string): JsonObject;
  references(record: JsonObject): readonly Reference[];
  /** The same record after one plausible change of the outside world. */
  drift(record: JsonObject, random: Random, facts: Facts, idOf: IdOf): JsonObject;
}

export interface Reference {
  readonly kind: RecordKind;
  readonly id: string;
  readonly field: string;
}

export type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: Problem };

export const problemCodes = [
  "bad_request",
  "unauthorized",
  "standard_index_read_only",
  "test_index_permanent",
  "not_found",
  "index_not_found",
  "index_of_another",
  "slot_taken",
  "slot_not_offered",
  "unknown_reference",
  "rate_limited",
  "internal",
  "unavailable",
] as const;

export type ProblemCode = (typeof problemCodes)[number];

export interface Problem {
  readonly code: ProblemCode;
  readonly message: string;
  readonly field?: string;
}

export interface SpelledProblem {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: Json;
}

/** The part of a list that is asked for, by the position where it begins. */
export interface Page {
  readonly from: number;
  readonly size: number;
}

/** Where the next page begins, null after the last, and the request that it follows. */
export interface NextPage {
  readonly next: number | null;
  readonly size: number;
  readonly path: string;
  readonly query: URLSearchParams;
}

export interface SlotQuery {
  readonly from: number;
  readonly to: number;
  /** The schedule's id where the query names it, not the path. */
  readonly schedule?: string;
  readonly page: Page;
}

export interface ListQuery {
  readonly practitioner?: string;
  readonly page: Page;
}

export interface Slot {
  readonly startAt: number;
  readonly minutes: number;
}

export interface PatientQuery {
  readonly dob: string;
  readonly name: string;
}

export interface NewPatient {
  readonly firstName: string;
  readonly lastName: string;
  readonly dob: string;
  readonly insurance: Reference;
}

export interface Patient {
  readonly id: string;
  readonly owner: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly dob: string;
  readonly insurance: string;
}

export interface NewAppointment {
  readonly schedule: Reference;
  readonly patient: { readonly id: string; readonly field: string };
  readonly startAt: number;
  readonly startField: string;
  readonly minutes: number;
}

export interface Appointment {
  readonly id: string;
  readonly schedule: string;
  readonly patient: string;
  readonly startAt: number;
  readonly minutes: number;
  readonly status: "booked" | "simulated";
}

export function refuse(code: ProblemCode, message: string, field?: string): { ok: false; problem: Problem } {
  return { ok: false, problem: field === undefined ? { code, message } : { code, message, field } };
}
