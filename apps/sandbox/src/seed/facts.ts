import { hash32 } from "#/random.ts";
import { seedPlace, seedPractitioner, seedSchedule } from "#/seed/generate.ts";
import { plans, type PlanFacts } from "#/seed/plans.ts";

export type RecordKind = "practitioner" | "schedule" | "place" | "plan";

export interface PhoneFacts {
  readonly number: string;
  readonly label?: string;
  readonly extension?: string;
}

/** Of the optional values: undefined is not known and not sent, null and the empty list are sent as they are. */
export interface PractitionerFacts {
  readonly ordinal: number;
  readonly displayName: string;
  readonly preferredName: string | null | undefined;
  readonly phones: readonly PhoneFacts[] | null | undefined;
  readonly practiceAreas: readonly string[] | null | undefined;
  readonly languages: readonly string[] | undefined;
  readonly npi: string | null | undefined;
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

/** The world as the seed gives it: any thing by its ordinal, made when asked for and never kept. */
export interface Facts {
  readonly practitioners: number;
  readonly plans: number;
  practitioner(ordinal: number): PractitionerFacts | undefined;
  schedule(ordinal: number): ScheduleFacts | undefined;
  place(ordinal: number): PlaceFacts | undefined;
  plan(ordinal: number): SeededPlan | undefined;
  /** The ordinals of one practitioner's schedules. */
  schedulesOf(practitioner: number): readonly number[];
}

/** A schedule's ordinal is its practitioner's times this, plus its own place among them. */
export const schedulesEach = 4;
const placesPerGroup = 8;
const practitionersPerGroup = 10;

export function createFacts({ seed, practitioners }: { seed: string; practitioners: number }): Facts {
  const key = hash32(seed);
  const groups = Math.max(1, Math.ceil(practitioners / practitionersPerGroup));
  const scheduleCount = (practitioner: number): number => {
    const roll = hash32(key, "schedules", practitioner) % 100;
    return roll < 25 ? 1 : roll < 65 ? 2 : roll < 88 ? 3 : 4;
  };
  const groupOf = (practitioner: number): number => hash32(key, "group", practitioner) % groups;
  return {
    practitioners,
    plans: plans.length,
    practitioner(ordinal) {
      if (!inside(ordinal, practitioners)) return undefined;
      return seedPractitioner(key, ordinal, groupOf(ordinal));
    },
    schedule(ordinal) {
      const practitioner = Math.floor(ordinal / schedulesEach);
      const own = ordinal % schedulesEach;
      if (!inside(practitioner, practitioners) || own >= scheduleCount(practitioner)) return undefined;
      const first = hash32(key, "place", practitioner) % placesPerGroup;
      const place = groupOf(practitioner) * placesPerGroup + ((first + own) % placesPerGroup);
      return seedSchedule(key, { ordinal, practitioner, place: seedPlace(key, place, groupFor(place)) });
    },
    place(ordinal) {
      return inside(ordinal, groups * placesPerGroup) ? seedPlace(key, ordinal, groupFor(ordinal)) : undefined;
    },
    plan(ordinal) {
      const plan = plans[ordinal];
      return plan && { ordinal, ...plan };
    },
    schedulesOf(practitioner) {
      if (!inside(practitioner, practitioners)) return [];
      return Array.from({ length: scheduleCount(practitioner) }, (_, own) => practitioner * schedulesEach + own);
    },
  };
}

function groupFor(place: number): number {
  return Math.floor(place / placesPerGroup);
}

function inside(ordinal: number, count: number): boolean {
  return Number.isInteger(ordinal) && ordinal >= 0 && ordinal < count;
}
