import type { IdShape } from "#/seed/id-codec.ts";
import type { Json } from "#/json/json.ts";
import { valueAt, type Path } from "#/json/path.ts";
import type { ClosedBecause } from "#/seed/facts.ts";
import type { FurtherFact } from "#/seed/further-facts.ts";
import { type RecordKind, recordKinds } from "#/seed/record-kind.ts";
import type { IndexVersionKind } from "#/settings/index-version-kind.ts";
import type { LookUpForm } from "./messages.ts";
import type { ProblemCode } from "./problem.ts";
import type { CallLimits, IdKind } from "./spelling.ts";

/**
 * A spelling as data: every name, format, owner, status and method. The service and its service profile are both
 * derived from it, so that they cannot contradict each other.
 */
export interface Dialect {
  readonly name: string;
  readonly apiVersion: string;
  readonly headers: { readonly apiVersion: string; readonly index: string; readonly requestId: string };
  readonly credential: CredentialDialect;
  readonly ids: Readonly<Record<IdKind, IdShape>>;
  readonly standardIndex: string;
  readonly testIndex: string;
  /** What an index version is to the standard index. */
  readonly indexVersions: IndexVersionKind;
  /** The beginning of every path, such as `/v3`; may be empty. */
  readonly root: string;
  readonly envelope: {
    readonly resource: Path;
    readonly list: Path;
    readonly request: Path;
    /** Undocumented members beside the resource or list. */
    readonly extras: readonly Extra[];
  };
  readonly paging: PagingDialect;
  /** `null`: unknown and empty values are sent, and must be sent, as null. `preserved`: they are sent as they are. */
  readonly emptyValues: "preserved" | "null";
  readonly records: { readonly practitioner: RecordDialect; readonly schedule: RecordDialect } & {
    readonly [K in "place" | "plan"]?: RecordDialect;
  };
  readonly writes: {
    /** Of records, patients, appointments and index versions alike. */
    readonly create: WriteEndpoint;
    /** `whole`: the body is the whole record, not only the members that change. */
    readonly update: WriteEndpoint & { readonly whole: boolean };
    /** The suffix is a part of the path such as `/delete`; empty where the method is enough. */
    readonly remove: WriteEndpoint & { readonly suffix: string; readonly deletedFlag: string };
  };
  readonly readStatus: number;
  readonly lists: {
    /** Where the request for a practitioner's schedules names the practitioner; `none`: they cannot be listed. */
    readonly schedules: "none" | "query" | "path";
    readonly practitioners: boolean;
    /** The query parameter that names the practitioner. */
    readonly practitionerQuery: string;
    /** How that parameter takes several practitioners at once; null where it takes one. */
    readonly several: "repeated" | "comma" | null;
    /** Whether no profile of it speaks of the list of schedules, as the interface does not: who knows of it adds it. */
    readonly isUnsaid?: boolean;
  };
  /** How practitioners are found by a value. */
  readonly lookUps: readonly LookUpForm[];
  readonly slots: SlotDialect;
  readonly patients: PatientDialect;
  readonly appointments: AppointmentDialect;
  readonly indices: IndexDialect;
  readonly errors: ErrorDialect;
  readonly limits: LimitDialect;
  /** Whether the profile also states the defaults. */
  readonly saysDefaults?: true;
  /** Where it is whose days count; of no concern to the service. */
  readonly timeZone?: string;
}

export interface WriteEndpoint {
  readonly method: "POST" | "PUT" | "PATCH" | "DELETE";
  /** 204 is answered without a body. */
  readonly status: number;
}

export interface Extra {
  readonly at: Path;
  /** `{id}` in a string is replaced by the record's id. */
  readonly value: Json;
}

/** How the key is sent; in `Authorization` where no other header is named. */
export type CredentialDialect = {
  readonly header?: string;
  readonly keyPrefixes?: { readonly test: string; readonly live: string };
} & (
  | { readonly composition: "key-as-user" }
  | { readonly composition: "key-as-password"; readonly user: string }
  | { readonly composition: "ready-made"; readonly prefix: string }
);

export function credentialHeader({ header = "Authorization" }: CredentialDialect): string {
  return header;
}

export type PagingDialect =
  | { readonly style: "none" }
  | { readonly style: "offset"; readonly query: string; readonly size: number; readonly sizeQuery: string }
  | {
      readonly style: "cursor" | "link";
      readonly query: string;
      readonly next: Path;
      readonly size: number;
      readonly sizeQuery: string;
    }
  | {
      readonly style: "page";
      readonly query: string;
      readonly more: Path;
      readonly size: number;
      readonly sizeQuery: string;
    };

export interface RecordDialect {
  readonly collection: string;
  readonly id: Path;
  readonly fields: readonly FieldDialect[];
  /** What the record is called where no field of it says so: a template of meanings, as a profile has it. */
  readonly composedName?: string;
  readonly bookable?: BookableDialect;
  readonly changedAt: Path;
  readonly extras: readonly Extra[];
}

/** Where a record says whether it can be booked. The service refuses bookings of what cannot. */
export interface BookableDialect {
  readonly at: Path;
  /** What stands there where it can be booked. */
  readonly yes: true | string | null;
  /** What stands there where it cannot; null for the code of the reason, and `missing` where nothing does. */
  readonly no: false | null | "missing";
  /** Where the code of the reason is, where it stands by itself. */
  readonly reason: Path | null;
  readonly codes: Readonly<Record<ClosedBecause, string>>;
}

/** A value of the generated data, whatever it is called on the wire. */
export type FactName =
  | "displayName"
  | "givenName"
  | "familyName"
  | "suffix"
  | "preferredName"
  | "phones"
  | "practiceAreas"
  | "languages"
  | "npi"
  | "salutation"
  | "practitioner"
  | "place"
  | "name"
  | "plans"
  | "timeZone"
  | "visitReasons"
  | "city"
  | "payer"
  | "kind"
  | FurtherFact;

/** A value as it stands on the wire. */
export type Scalar = string | number | boolean;

/** How a further fact is written. */
export type FurtherForm =
  | { readonly kind: "boolean"; readonly yes: Scalar; readonly no: Scalar }
  | { readonly kind: "choice"; readonly codes: Readonly<Record<string, Scalar>> }
  | { readonly kind: "number"; readonly as: "number" | "text" }
  | { readonly kind: "date"; readonly as: "day" | "instant" | "seconds" | "milliseconds"; readonly zone: string }
  | { readonly kind: "word" | "words" | "ids" }
  /** An object by language, or a list of objects with these members. */
  | { readonly kind: "languages"; readonly members: { readonly language: string; readonly text: string } | null }
  | AddressForm;

/** An object with the parts of an address: the lines of the street as one text, a list, or a member for each. */
export interface AddressForm {
  readonly kind: "address";
  readonly street: string | readonly string[];
  readonly lines: "text" | "list";
  readonly city: string;
  readonly state: string;
  readonly postalCode: string;
  readonly country: string;
}

/** The members of the parts that have one line. */
export const plainParts = ["city", "state", "postalCode", "country"] as const;

export interface FieldDialect {
  readonly fact: FactName;
  readonly at: Path;
  /** A value without which the service creates no record, and what a profile fills in where nobody gives one. */
  readonly creationDefault?: string;
  readonly ids?: IdForm;
  /** One plan is kept instead of a list of them. */
  readonly single?: true;
  readonly phones?: PhoneForm;
  readonly further?: FurtherForm;
  /** Whether a profile gives the meaning a label of its own. */
  readonly isLabelled?: true;
  /** Whether only the service changes it. */
  readonly isReadOnly?: true;
  /** What a profile calls the meaning, where it is not the usual name. */
  readonly meaning?: string;
}

/**
 * How the id in a reference or a set is written: as a string, as a member of an object, or `mixed`, some in the one and
 * some in the other form; `written` is how its clients write one. A reference may be `expanded`: an object in every answer,
 * and a string in every request.
 */
export type IdForm =
  | { readonly form: "id" }
  | {
      readonly form: "object" | "mixed" | "expanded";
      readonly id: Path;
      readonly extra?: { readonly name: string; readonly value: Json };
      readonly written?: "id" | "object";
    };

export type PhoneFormat = "digits" | "e164" | "international" | "national";

/** What the service asks of the phones that are written. */
export interface PhoneDemands {
  /** The one format of numbers that it takes; what is there already stays as it is. */
  readonly format?: PhoneFormat;
  /** Parts that are not there are empty texts, never missing or null. */
  readonly absentParts?: "text";
  /** Where there are no phones an empty list stands, never nothing or null. */
  readonly empty?: "list";
}

/** How phones are written, as a list or (`text`, `object`) one alone. The mark is the text before an extension, such as `ext.`, in a number that includes it. */
export type PhoneForm = PhoneDemands &
  (
    | {
        readonly form: "objects" | "object";
        readonly number: string;
        readonly extension: string | { readonly mark: string };
        readonly label: string | null;
        readonly extra?: { readonly name: string; readonly value: Json };
      }
    | { readonly form: "texts" | "text"; readonly mark: string }
  );

export interface SlotDialect {
  readonly path: string;
  /** Whether slots of what cannot be booked are listed, too. */
  readonly listsClosed?: boolean;
  /** The query parameter that names the schedule, where the path does not. */
  readonly scheduleQuery: string | null;
  readonly from: string;
  readonly to: string;
  /** How both ends are written: as instants, as days in the schedule's zone or in a named one, or as a number since 1970. */
  readonly times: "instant" | "date" | `date@${string}` | "seconds" | "milliseconds";
  readonly startAt: Path;
  readonly duration: Path;
  readonly unit: "hours" | "minutes" | "seconds";
  readonly as: "number" | "text";
}

/** The units in which a service has durations. */
export const minutesPer: Readonly<Record<SlotDialect["unit"], number>> = { seconds: 1 / 60, minutes: 1, hours: 60 };

export interface PatientDialect {
  readonly path: string;
  readonly dobQuery: string;
  readonly nameQuery: string;
  readonly id: Path;
  readonly firstName: Path;
  readonly lastName: Path;
  readonly dob: Path;
  readonly insurance: Path;
  /** Whether some patients have the id of their insurance by itself, without the object in which it is sent. */
  readonly isInsuranceMixed?: true;
}

export interface AppointmentDialect {
  readonly path: string;
  readonly id: Path;
  readonly schedule: Path;
  readonly patient: Path;
  readonly startAt: Path;
  readonly duration: Path;
  readonly status: Path;
  readonly statusValues: { readonly booked: string; readonly simulated: string };
}

export interface IndexDialect {
  readonly path: string;
  readonly id: Path;
  readonly name: Path;
  readonly createdAt: Path;
  /** Whether one index version can be read by its id. */
  readonly reads: boolean;
  /** Which of them are listed: none, the caller's own, or the standard and the test index too. */
  readonly lists: "none" | "own" | "all";
}

export interface ErrorDialect {
  /** Where the type of an error is, where it has one beside the code. */
  readonly type?: Path;
  /** Where the code is; null where only the details have it. */
  readonly code: Path | null;
  readonly message: Path;
  /** Where the code is said in general words, where that is beside the message. */
  readonly title: Path | null;
  readonly field: Path | null;
  /** Where everything that is wrong is listed, and what an entry has where; null where only the first is said. */
  readonly details: DetailsDialect | null;
  readonly requestId: Path;
  readonly codes: Readonly<Record<ProblemCode, string>>;
  readonly statuses: Readonly<Record<ProblemCode, number>>;
}

/** Whether a problem of the index version has the code and status of any bad request, and is told by the field alone. */
export function isToldByField(
  { codes, statuses }: Pick<ErrorDialect, "codes" | "statuses">,
  code: ProblemCode,
): boolean {
  const isOfIndex = code === "index_not_found" || code === "index_of_another";
  return isOfIndex && codes[code] === codes.bad_request && statuses[code] === statuses.bad_request;
}

/** How many requests the service takes, and where it says how long to wait. */
export interface LimitDialect extends CallLimits {
  /** A header or a member of the error's body; `Retry-After` where it is null. */
  readonly wait:
    | { readonly header: string; readonly as: WaitForm }
    | { readonly body: Path; readonly as: WaitForm }
    | null;
}

export type WaitForm = "seconds" | "milliseconds" | "instant" | "unix-seconds";

export interface DetailsDialect {
  readonly at: Path;
  readonly field: Path;
  readonly words: Path;
  readonly code: Path | null;
  /** Of which errors; all without it. */
  readonly statuses?: readonly number[];
}

/** A form of phones that are objects. */
export type PhoneObjectForm = Extract<PhoneForm, { number: string }>;

export function isPhoneObject(form: PhoneForm | undefined): form is PhoneObjectForm {
  return form?.form === "objects" || form?.form === "object";
}

/** The id in a reference, or in one element of a set, in whichever form it is. */
export function idIn(value: Json | undefined, { ids }: FieldDialect): Json | undefined {
  if (ids === undefined || ids.form === "id" || (ids.form !== "object" && typeof value === "string")) return value;
  return valueAt(value, ids.id);
}

/** The elements of a set, or the one element that is kept in place of a list. */
export function elementsIn(value: Json | undefined, { single }: FieldDialect): readonly Json[] {
  if (single === undefined) return Array.isArray(value) ? value : [];
  return value === undefined || value === null ? [] : [value];
}

const nameFacts: readonly FactName[] = ["displayName", "givenName", "familyName", "suffix"];

/** The fields that say what a practitioner is called: one, or one for each part. */
export function nameFieldsOf({ fields }: RecordDialect): readonly FieldDialect[] {
  return fields.filter(({ fact }) => nameFacts.includes(fact));
}

/** The kinds of record that a dialect has, in the order of its profile. */
export function kindsOf(dialect: Dialect): readonly RecordKind[] {
  return recordKinds.filter((kind) => dialect.records[kind] !== undefined);
}

/** The extra members of the record with this id, as entries for `objectAt`. */
export function extraEntries(extras: readonly Extra[], id: string): [Path, Json][] {
  return extras.map(({ at, value }) => [at, typeof value === "string" ? value.replaceAll("{id}", id) : value]);
}

/** The path of a kind's collection. */
export function collectionPath(dialect: Dialect, kind: RecordKind): string {
  return `${dialect.root}/${dialect.records[kind]?.collection ?? kind}`;
}
