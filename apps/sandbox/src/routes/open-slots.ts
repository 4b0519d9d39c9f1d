import { createRandom, hash32 } from "#/seed/random.ts";
import type { Slot } from "#/spelling/messages.ts";
import { midnightIn } from "#/seed/time-zone.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const durations = [15, 20, 30, 30, 45, 60];

/** The slots that a schedule offers within its working hours; some are left out as taken. The same for every request. */
export function openSlots({
  seed,
  schedule,
  timeZone,
  from,
  to,
  unit,
}: {
  seed: string;
  schedule: string;
  timeZone: string;
  from: number;
  to: number;
  /** Slots are a multiple of so many minutes long. */
  unit: number;
}): Slot[] {
  const hours = createRandom(seed, "habits", schedule);
  const minutes = Math.ceil(hours.pick(durations) / unit) * unit;
  const opens = 7 + hours.below(4);
  const closes = opens + 6 + hours.below(4);
  const saturdays = hours.chance(0.2);
  const slots: Slot[] = [];
  for (let date = Math.floor(from / day) * day - day; date < to + day; date += day) {
    const weekday = new Date(date).getUTCDay();
    if (weekday === 0 || (weekday === 6 && !saturdays)) continue;
    const midnight = midnightIn(timeZone, date);
    for (let startMinute = opens * 60; startMinute + minutes <= closes * 60; startMinute += minutes) {
      const startAt = midnight + startMinute * minute;
      if (startAt < from || startAt >= to) continue;
      if (hash32(seed, "open", schedule, date / day, startMinute) % 10 < 4) slots.push({ startAt, minutes });
    }
  }
  return slots;
}
