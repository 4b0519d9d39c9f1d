import { openSlots } from "#/open-slots.ts";
import { fail, type Handler, type House } from "#/routes/handler.ts";
import type { JsonObject } from "#/json.ts";
import type { Slot } from "#/spelling/spelling.ts";

export const listSlots: Handler = (house, { index, id, query }) => {
  const read = house.spelling.readSlotQuery(query);
  if (!read.ok) return read;
  const schedule = index.read("schedule", id);
  if (!schedule) return fail("not_found", `There is no schedule ${id} in this index.`);
  return { body: house.spelling.spellSlots(slotsOf(house, { id, schedule, ...read.value })) };
};

/** What can be booked now: offered, not yet begun, and not taken. */
export function slotsOf(
  house: House,
  { id, schedule, from, to }: { id: string; schedule: JsonObject; from: number; to: number },
): Slot[] {
  const timeZone = house.spelling.timeZoneOf(schedule);
  return openSlots({ seed: house.seed, schedule: id, timeZone, from: Math.max(from, house.now()), to }).filter(
    (slot) => !house.store.isBooked(id, slot.startAt),
  );
}
