import type { JsonObject } from "#/json/json.ts";
import { textAt, withValue } from "#/json/path.ts";
import type { Slot } from "#/spelling/messages.ts";
import { refusal } from "#/spelling/problem.ts";
import type { Index } from "#/store/indices.ts";
import { findRecord, type Handler, type HandlerContext } from "./handler.ts";
import { openSlots } from "./open-slots.ts";

export const listSlots: Handler = (context, { index, id: idInPath, query, path }) => {
  const { spelling, dials } = context;
  const parsed = spelling.parseSlotQuery(query);
  if (!parsed.ok) return parsed;
  const { page, schedule: idInQuery, rangeIn } = parsed.value;
  const id = idInQuery ?? idInPath;
  const schedule = findRecord(context, index, "schedule", id);
  if (!schedule) return refusal("not_found", `There is no schedule ${id} in this index.`);
  const timeZone = timeZoneOf(context, index, schedule);
  const all = availableSlots(context, index, { id, schedule, ...rangeIn(timeZone) });
  const end = page.from + page.size;
  const items = all.slice(page.from, end).map((slot) => {
    const encoded = spelling.encodeSlot(slot);
    if (dials.deviation !== "slot-time-imprecise") return encoded;
    return withValue(encoded, spelling.slotStart, textAt(encoded, spelling.slotStart).slice(0, 19));
  });
  return { body: spelling.encodeList(items, { next: end < all.length ? end : null, size: page.size, path, query }) };
};

/** The slots that are offered, not yet begun, and not taken. */
export function availableSlots(
  context: HandlerContext,
  index: Index,
  { id, schedule, from, to }: { id: string; schedule: JsonObject; from: number; to: number },
): Slot[] {
  const { store, seed, now, spelling } = context;
  if (!spelling.listsClosedSlots && closedReason(context, index, schedule) !== null) return [];
  const timeZone = timeZoneOf(context, index, schedule);
  return openSlots({
    seed,
    schedule: id,
    timeZone,
    from: Math.max(from, now()),
    to,
    unit: spelling.slotMinutes,
  }).filter((slot) => !store.isBooked(id, slot.startAt));
}

/** Why a schedule cannot be booked, itself or by its practitioner; null where it can. */
export function closedReason({ spelling }: HandlerContext, index: Index, schedule: JsonObject): string | null {
  const { records } = spelling;
  const reason = records.schedule?.closedReason(schedule) ?? null;
  const named = records.schedule?.references(schedule).find(({ kind }) => kind === "practitioner");
  const practitioner = named === undefined ? undefined : index.read("practitioner", named.id);
  return reason ?? (practitioner === undefined ? null : (records.practitioner?.closedReason(practitioner) ?? null));
}

function timeZoneOf({ spelling }: HandlerContext, index: Index, schedule: JsonObject): string {
  return spelling.timeZoneOf(schedule, (kind, place) => index.read(kind, place));
}
