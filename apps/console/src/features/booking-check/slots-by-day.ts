import type { OpenSlot, OpenSlots } from "@dc/contract";

export interface SidedSlot {
  slot: OpenSlot;
  key: string;
  time: string;
  sides: "both" | "base" | "here";
}

export interface SlotDay {
  day: string;
  label: string;
  slots: SidedSlot[];
}

export const keyOfSlot = ({ startAt, durationMinutes }: OpenSlot) => `${startAt} ${durationMinutes}`;

/** The slots of both sides by day, each with the sides that offer it. */
export function slotsByDay({ base, here }: { base: OpenSlots; here: OpenSlots }, timeZone: string): SlotDay[] {
  const inBase = base.state === "read" ? base.items : [];
  const inIndex = here.state === "read" ? here.items : [];
  const baseKeys = new Set(inBase.map(keyOfSlot));
  const hereKeys = new Set(inIndex.map(keyOfSlot));
  const all = new Map([...inBase, ...inIndex].map((slot) => [keyOfSlot(slot), slot]));
  const day = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
  const label = new Intl.DateTimeFormat("en-GB", { timeZone, weekday: "short", day: "numeric", month: "short" });
  const sided = [...all]
    .toSorted(([, a], [, b]) => Date.parse(a.startAt) - Date.parse(b.startAt))
    .map(([key, slot]): SidedSlot & { at: Date } => {
      const at = new Date(slot.startAt);
      const isBoth = base.state !== "read" || here.state !== "read" || (baseKeys.has(key) && hereKeys.has(key));
      return {
        slot,
        key,
        at,
        time: timeOf(slot, timeZone),
        sides: isBoth ? "both" : hereKeys.has(key) ? "here" : "base",
      };
    });
  return [...Map.groupBy(sided, ({ at }) => day.format(at))].flatMap(([key, slots]) => {
    const [first] = slots;
    return first === undefined ? [] : [{ day: key, label: label.format(first.at), slots }];
  });
}

/** By how many minutes a clock is set back where summer time ends, in whatever zone. */
const setBack = [20, 30, 60, 120];

/** `02:30`, or `02:30 GMT+10` where the clock shows that time twice. */
function timeOf({ startAt }: OpenSlot, timeZone: string): string {
  const at = Date.parse(startAt);
  const shown = { timeZone, hour: "2-digit", minute: "2-digit" } as const;
  const clock = new Intl.DateTimeFormat("en-GB", { ...shown, day: "2-digit", month: "2-digit" });
  const isTwice = setBack
    .flatMap((minutes) => [at - minutes * 60_000, at + minutes * 60_000])
    .some((other) => clock.format(other) === clock.format(at));
  return new Intl.DateTimeFormat("en-GB", { ...shown, ...(isTwice ? { timeZoneName: "shortOffset" } : {}) }).format(at);
}

/** `Mon 23 Nov, 09:30, 30 min`. */
export function wordsOfSlot(slot: OpenSlot, timeZone: string): string {
  const day = new Intl.DateTimeFormat("en-GB", { timeZone, weekday: "short", day: "numeric", month: "short" }).format(
    new Date(slot.startAt),
  );
  return `${day}, ${timeOf(slot, timeZone)}, ${durationOf(slot)}`;
}

export const durationOf = ({ durationMinutes }: OpenSlot) => `${Number(durationMinutes.toFixed(2))} min`;
