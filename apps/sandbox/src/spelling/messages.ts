import type { RecordKind } from "#/seed/facts.ts";

/** A record that a request or another record refers to. */
export interface Reference {
  readonly kind: RecordKind;
  readonly id: string;
  /** The dotted path of the member that holds the id. */
  readonly field: string;
}

/** The part of a list that is requested. */
export interface Page {
  readonly from: number;
  readonly size: number;
}

/** Where the page after this one begins, null on the last page, and the request that the link to it repeats. */
export interface NextPage {
  readonly next: number | null;
  readonly size: number;
  readonly path: string;
  readonly query: URLSearchParams;
}

export interface ListQuery {
  readonly practitioners?: readonly string[];
  readonly page: Page;
}

/** A way to find practitioners by a value. */
export interface LookUpForm {
  readonly fact: "npi" | "displayName";
  /** `exact`: exactly this value. `text`: the value, or the name in whatever parts, has each of its words, in whatever case. */
  readonly match: "exact" | "text";
  /** A list of whole records; one whole record, and an error for none; or a list of ids with names. */
  readonly gives: "records" | "record" | "parts";
  /** `{id}` stands for the value, where no query parameter has it. */
  readonly path: string;
  readonly query: string | null;
  /** A parameter that is always the same, and tells look-ups of one path apart. */
  readonly fixed: { readonly name: string; readonly value: string } | null;
}

export interface LookUpQuery {
  readonly lookUp: LookUpForm;
  /** The value, where the query has it and not the path. */
  readonly value?: string;
  readonly page: Page;
}

export interface SlotQuery {
  /** The range in ms since 1970, for a schedule in that time zone. */
  readonly rangeIn: (timeZone: string) => { readonly from: number; readonly to: number };
  /** The schedule's id, where the query names it and not the path. */
  readonly schedule?: string;
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

interface Person {
  readonly firstName: string;
  readonly lastName: string;
  readonly dob: string;
}

export interface NewPatient extends Person {
  readonly insurance: Reference;
}

export interface Patient extends Person {
  readonly id: string;
  readonly owner: string;
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
