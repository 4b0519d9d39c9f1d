import type { Json, JsonObject } from "#/json/json.ts";
import type { Facts, FactsOf, IdOf, RecordKind } from "#/seed/facts.ts";
import type { IdShape } from "#/seed/id-codec.ts";
import type { Random } from "#/seed/random.ts";
import type { IndexVersionKind } from "#/settings/index-version-kind.ts";
import type {
  Appointment,
  ListQuery,
  LookUpForm,
  LookUpQuery,
  NewAppointment,
  NewPatient,
  NextPage,
  Page,
  Patient,
  PatientQuery,
  Reference,
  Slot,
  SlotQuery,
} from "./messages.ts";
import type { Problem, Result } from "./problem.ts";

/**
 * How the service is expressed on the wire. Stores, handlers and the control API work with kinds and meanings; a
 * spelling alone knows the names of paths, headers and fields, envelopes, statuses, error bodies, and which record
 * holds which value.
 */
export interface Spelling extends RequestParser, ResponseEncoder {
  readonly name: string;
  readonly headers: { readonly apiVersion: string; readonly index: string; readonly requestId: string };
  readonly apiVersions: readonly string[];
  readonly ids: Readonly<Record<IdKind, IdShape>>;
  readonly standardIndex: string;
  readonly testIndex: string;
  /** The header in which requests have their key. */
  readonly credentialHeader: string;
  readonly callLimits: CallLimits;
  readonly indexVersions: IndexVersionKind;
  /** Which index versions a list shows. */
  readonly listedIndices: "none" | "own" | "all";
  readonly routes: readonly Route[];
  readonly records: Partial<{ readonly [K in RecordKind]: RecordSpelling<K> }>;

  /** The value of a practitioner that a look-up goes by, as the record has it. */
  lookedUpValue(record: JsonObject, fact: LookUpForm["fact"]): string | null;
  /** Whether slots of what cannot be booked are listed, too. */
  readonly listsClosedSlots: boolean;
  /** Slots are a multiple of so many minutes long, since durations are whole numbers of their unit. */
  readonly slotMinutes: number;
  /** The path of a slot's start time. */
  readonly slotStart: readonly string[];
  /** The time zone of a schedule's working hours; another record may hold it. */
  timeZoneOf(schedule: JsonObject, read: (kind: RecordKind, id: string) => JsonObject | undefined): string;
}

/** How many requests of one key the service takes. */
export interface CallLimits {
  /** In any minute; null where there is no limit. */
  readonly callsPerMinute: number | null;
  /** How long to wait from one request to the next. */
  readonly betweenCallsMs?: number;
}

export type IdKind = RecordKind | "index" | "patient" | "appointment";

export interface RequestParser {
  /** The key in the header of the credential; undefined when the scheme or its format is wrong. */
  keyOf(authorization: string): string | undefined;
  parseEmptyQuery(query: URLSearchParams): Result<null>;
  parseSlotQuery(query: URLSearchParams): Result<SlotQuery>;
  parsePatientQuery(query: URLSearchParams): Result<PatientQuery>;
  parsePageQuery(query: URLSearchParams): Result<Page>;
  parseListQuery(kind: RecordKind, query: URLSearchParams): Result<ListQuery>;
  parseLookUp(path: string, query: URLSearchParams): Result<LookUpQuery>;
  parsePatient(body: Json): Result<NewPatient>;
  parseAppointment(body: Json): Result<NewAppointment>;
  parseIndex(body: Json): Result<{ name: string }>;
}

export interface ResponseEncoder {
  encodeRecord(record: Json): Json;
  encodeDeleted(kind: RecordKind | "index", id: string): Json;
  /** A find that is no more than an id and a name. */
  encodePart(record: JsonObject): JsonObject;
  /** A list of encoded items, with a pointer to its next page where the spelling pages lists. */
  encodeList(items: readonly Json[], page?: NextPage): Json;
  encodeSlot(slot: Slot): JsonObject;
  /** A patient as an item of a list. */
  encodeListedPatient(patient: Patient): JsonObject;
  encodePatient(patient: Patient): Json;
  encodeAppointment(appointment: Appointment): Json;
  encodeIndex(index: { id: string; name: string | null; createdAt: string }): Json;
  /** An index version as an item of a list. */
  encodeListedIndex(index: { id: string; name: string; createdAt: string }): JsonObject;
  encodeProblem(problem: Problem, requestId: string, now: number): EncodedProblem;
}

export interface EncodedProblem {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: Json;
}

export interface Route {
  readonly operation: Operation;
  readonly method: string;
  /** With `{id}` in the place of the record's or index's id. */
  readonly path: string;
  readonly status: number;
  /** How the index header is treated; `written` refuses the standard index. */
  readonly index: "accepted" | "written" | "refused";
  /** Available only while writes are switched on. */
  readonly requiresWrites?: true;
}

export type Operation =
  | {
      readonly name:
        | "record.read"
        | "record.list"
        | "record.find"
        | "record.create"
        | "record.update"
        | "record.delete";
      readonly kind: RecordKind;
    }
  | {
      readonly name:
        | "slots.list"
        | "patient.find"
        | "patient.create"
        | "appointment.create"
        | "index.create"
        | "index.read"
        | "index.list"
        | "index.delete";
    };

export interface RecordSpelling<K extends RecordKind> {
  /** The record that the generated data gives. */
  encodeFacts(facts: FactsOf<K>, source: Facts, idOf: IdOf): JsonObject;
  /** The top-level names of a record: those that a change may set, and those that the service sets itself. */
  readonly members: { readonly writable: ReadonlySet<string>; readonly managed: ReadonlySet<string> };
  /** The content of a create request, checked field by field, without the members that the service sets. */
  parseNew(body: Json): Result<JsonObject>;
  /** The content of `current` after an update request. */
  parseUpdate(body: Json, current: JsonObject): Result<JsonObject>;
  /** The top-level members that an update request writes; null where it writes the whole record. */
  writtenMembers(body: Json): readonly string[] | null;
  /** The record with its id, the time of the change any missing extra members; whether it can be booked stays as `before` says, since no client decides that. */
  complete(record: JsonObject, id: string, changedAt: string, before?: JsonObject): JsonObject;
  /** Why the record cannot be booked, in words; null where it can be, or does not say. */
  closedReason(record: JsonObject): string | null;
  references(record: JsonObject): readonly Reference[];
  /** The record after one plausible change, as the base data drifts. */
  drift(record: JsonObject, random: Random, source: Facts, idOf: IdOf): JsonObject;
}
