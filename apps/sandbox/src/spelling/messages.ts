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
  readonly practitioner?: string;
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
