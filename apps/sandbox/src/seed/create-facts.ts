import { hash32 } from "./random.ts";
import type { Facts } from "./facts.ts";
import { furtherValue } from "./further-facts.ts";
import { seedPlace, seedPractitioner, seedSchedule } from "./generate.ts";
import { plans } from "./plans.ts";

/** The most schedules of a practitioner. A schedule's ordinal is its practitioner's times this, plus its position. */
export const mostSchedules = 4;
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
    places: groups * placesPerGroup,
    plans: plans.length,
    further: (fact, ordinal) => furtherValue(key, fact, ordinal, { practitioners, places: groups * placesPerGroup }),
    practitioner(ordinal) {
      if (!isBelow(ordinal, practitioners)) return undefined;
      return seedPractitioner(key, ordinal, groupOf(ordinal));
    },
    schedule(ordinal) {
      const practitioner = Math.floor(ordinal / mostSchedules);
      const position = ordinal % mostSchedules;
      if (!isBelow(practitioner, practitioners) || position >= scheduleCount(practitioner)) return undefined;
      const first = hash32(key, "place", practitioner) % placesPerGroup;
      const place = groupOf(practitioner) * placesPerGroup + ((first + position) % placesPerGroup);
      return seedSchedule(key, { ordinal, practitioner, place: seedPlace(key, place, groupOfPlace(place)) });
    },
    place(ordinal) {
      return isBelow(ordinal, groups * placesPerGroup) ? seedPlace(key, ordinal, groupOfPlace(ordinal)) : undefined;
    },
    plan(ordinal) {
      const plan = plans[ordinal];
      return plan && { ordinal, ...plan };
    },
    schedulesOf(practitioner) {
      if (!isBelow(practitioner, practitioners)) return [];
      return Array.from(
        { length: scheduleCount(practitioner) },
        (_, position) => practitioner * mostSchedules + position,
      );
    },
  };
}

function groupOfPlace(place: number): number {
  return Math.floor(place / placesPerGroup);
}

function isBelow(ordinal: number, count: number): boolean {
  return Number.isInteger(ordinal) && ordinal >= 0 && ordinal < count;
}
