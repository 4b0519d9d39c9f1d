import type { Counts, FurtherFact, FurtherValue } from "./further-facts.ts";
import type { PlanFacts } from "./plans.ts";
import type { RecordKind } from "./record-kind.ts";

export type { RecordKind } from "./record-kind.ts";

/** The id of the record of a kind with this ordinal. */
export type IdOf = (kind: RecordKind, ordinal: number) => string;

export interface PhoneFacts {
  readonly number: string;
  readonly label?: string;
  readonly extension?: string;
}

/** A name in parts. Everybody has a family name, which is the only one of a person with a single name. */
export interface NameFacts {
  readonly given: string | null | undefined;
  readonly family: string;
  readonly suffix: string | null | undefined;
}

/** Why a practitioner or a schedule cannot be booked. */
export type ClosedBecause = "onLeave" | "panelFull" | "retired";

/** An optional value that is undefined is left out of the record; null and the empty list are sent as they are. */
export interface PractitionerFacts {
  readonly ordinal: number;
  readonly displayName: string;
  /** The same name in parts, for a service that keeps it so. */
  readonly name: NameFacts;
  readonly preferredName: string | null | undefined;
  readonly phones: readonly PhoneFacts[] | null | undefined;
  readonly practiceAreas: readonly string[] | null | undefined;
  readonly languages: readonly string[] | undefined;
  readonly npi: string | null | undefined;
  readonly salutation: string;
  /** Null where bookings are taken. */
  readonly closedBecause: ClosedBecause | null;
  readonly changedAt: string;
}

export interface ScheduleFacts {
  readonly ordinal: number;
  readonly practitioner: number;
  readonly place: number;
  readonly name: string;
  readonly plans: readonly number[] | null;
  readonly timeZone: string;
  readonly visitReasons: readonly string[] | undefined;
  /** Null where bookings are taken. */
  readonly closedBecause: ClosedBecause | null;
  readonly changedAt: string;
}

export interface PlaceFacts {
  readonly ordinal: number;
  readonly name: string;
  readonly city: string;
  readonly country: string;
  readonly timeZone: string;
  readonly phones: readonly PhoneFacts[];
}

export interface SeededPlan extends PlanFacts {
  readonly ordinal: number;
}

interface FactsByKind {
  practitioner: PractitionerFacts;
  schedule: ScheduleFacts;
  place: PlaceFacts;
  plan: SeededPlan;
}

export type FactsOf<K extends RecordKind> = FactsByKind[K];

/** The generated data, before any spelling: each item is generated from its ordinal at every read, and not stored. */
export interface Facts extends Counts {
  readonly plans: number;
  practitioner(ordinal: number): PractitionerFacts | undefined;
  schedule(ordinal: number): ScheduleFacts | undefined;
  place(ordinal: number): PlaceFacts | undefined;
  plan(ordinal: number): SeededPlan | undefined;
  /** A value that only some spellings have; null where it is not known. */
  further(fact: FurtherFact, ordinal: number): FurtherValue | null;
  /** The ordinals of one practitioner's schedules. */
  schedulesOf(practitioner: number): readonly number[];
}
