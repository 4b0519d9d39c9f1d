import { openSlots } from "./open-slots.ts";
import { fail, findRecord, type Handler, type House } from "./handler.ts";
import type { JsonObject } from "#/json/json.ts";
import { textAt, withValue } from "#/json/path.ts";
import type { Slot } from "#/spelling/spelling.ts";
import type { Index } from "#/store/indices.ts";

export const listSlots: Handler = (house, { index, id: idOfPath, query, path }) => {
  const { spelling, dials } = house;
  const read = spelling.readSlotQuery(query);
  if (!read.ok) return read;
  const { page, schedule: idOfQuery, ...range } = read.value;
  const id = idOfQuery ?? idOfPath;
  const schedule = findRecord(house, index, "schedule", id);
  if (!schedule) return fail("not_found", `There is no schedule ${id} in this index.`);
  const all = slotsOf(house, index, { id, schedule, ...range });
  const end = page.from + page.size;
  const items = all.slice(page.from, end).map((slot) => {
    const spelled = spelling.spellSlot(slot);
    if (dials.deviation !== "slot-time-loose") return spelled;
    return withValue(spelled, spelling.slotStart, textAt(spelled, spelling.slotStart).slice(0, 19));
  });
  return { body: spelling.spellList(items, { next: end < all.length ? end : null, size: page.size, path, query }) };
};

/** What can be booked now: offered, not yet begun, and not taken. */
export function slotsOf(
  house: House,
  index: Index,
  { id, schedule, from, to }: { id: string; schedule: JsonObject; from: number; to: number },
): Slot[] {
  const timeZone = house.spelling.timeZoneOf(schedule, (kind, place) => index.read(kind, place));
  return openSlots({ seed: house.seed, schedule: id, timeZone, from: Math.max(from, house.now()), to }).filter(
    (slot) => !house.store.isBooked(id, slot.startAt),
  );
}
