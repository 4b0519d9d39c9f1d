import type { IdShape } from "#/identifier.ts";
import type { Json, JsonObject } from "#/json.ts";
import type { Facts, FactsOf, RecordKind } from "#/seed/facts.ts";
import type { Random } from "#/random.ts";

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
  readPatient(body: Json): Read<NewPatient>;
  readAppointment(body: Json): Read<NewAppointment>;
  readIndex(body: Json): Read<{ name: string }>;

  spellRecord(kind: RecordKind, record: JsonObject): Json;
  spellDeleted(kind: RecordKind | "index", id: string): Json;
  spellSlots(slots: readonly Slot[]): Json;
  spellPatients(patients: readonly Patient[]): Json;
  spellPatient(patient: Patient): Json;
  spellAppointment(appointment: Appointment): Json;
  spellIndex(index: { id: string; name: string; createdAt: string }): Json;
  spellProblem(problem: Problem, requestId: string): SpelledProblem;

  /** The time zone in which a schedule record's working hours are meant. */
  timeZoneOf(schedule: JsonObject): string;
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
  | { readonly name: "record.read" | "record.create" | "record.update" | "record.delete"; readonly kind: RecordKind }
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
  /** A body that creates a record, checked field by field; the id is put in by `finish`. */
  readNew(body: Json): Read<JsonObject>;
  /** The next state of `current` under a body that updates it. */
  readChange(body: Json, current: JsonObject): Read<JsonObject>;
  finish(record: JsonObject, id: string, at: string): JsonObject;
  references(record: JsonObject): readonly Reference[];
  /** The same record after one plausible change of the outside world. */
  drift(record: JsonObject, random: Random, facts: Facts, idOf: IdOf): JsonObject;
}

export type IdOf = (kind: RecordKind, ordinal: number) => string;

export interface Reference {
  readonly kind: RecordKind;
  readonly id: string;
  readonly field: string;
}

export type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: Problem };

export type ProblemCode =
  | "bad_request"
  | "unauthorized"
  | "standard_index_read_only"
  | "test_index_permanent"
  | "not_found"
  | "index_not_found"
  | "slot_taken"
  | "slot_not_offered"
  | "unknown_reference"
  | "rate_limited"
  | "internal"
  | "unavailable";

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

export interface SlotQuery {
  readonly from: number;
  readonly to: number;
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
