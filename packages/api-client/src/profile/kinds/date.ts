import { z } from "zod";
import { numberOf, numberText, type Json } from "#/json/json.ts";
import { keys, plain } from "#/profile/schema/entries.ts";
import { dayInZone, instantMs, isDay, isTimeZone, startOfDay } from "#/profile/time-form.ts";
import { type MeaningKind, plainMeaning } from "./meaning-kind.ts";

const schema = keys({
  kind: z.literal("date"),
  as: z.enum(["day", "instant", "seconds", "milliseconds"]).default("day"),
  zone: z
    .string()
    .refine(isTimeZone, 'must be a time zone, such as "America/Chicago"')
    .default("UTC")
    .meta({ description: "The zone of the days, where the service gives instants or seconds." }),
  ...plain,
});

type DateMeaning = z.output<typeof schema>;

export const date = {
  ...plainMeaning,
  schema,
  spelled({ as }) {
    if (as === "day") return "a day, YYYY-MM-DD";
    return as === "instant" ? "an instant, such as 2019-06-15T00:00:00Z" : `a number of ${as} since 1970`;
  },
  written: () => "a day, YYYY-MM-DD",
  decode: (meaning, raw) => (raw === "" ? null : (dayOf(meaning, raw) ?? undefined)),
  encode({ as, zone }, value) {
    const time = typeof value === "string" && isDay(value) ? startOfDay(value, zone) : null;
    if (time === null) return undefined;
    if (as === "day") return value;
    if (as === "instant") return new Date(time).toISOString();
    return as === "seconds" ? time / 1000 : time;
  },
} as const satisfies MeaningKind<DateMeaning>;

function dayOf({ as, zone }: DateMeaning, raw: Json): string | null {
  if (as === "day") return typeof raw === "string" && isDay(raw) ? raw : null;
  if (as === "instant") {
    const time = typeof raw === "string" ? instantMs(raw) : null;
    return time === null ? null : writtenDay(zone, time);
  }
  const number = Number(numberText(numberOf(raw)) ?? Number.NaN);
  const time = as === "seconds" ? number * 1000 : number;
  return Math.abs(time) <= 8.64e15 ? writtenDay(zone, time) : null;
}

/** A day of the years 1 to 9999, as days are written; null for others, which come of a number in another unit. */
function writtenDay(zone: string, time: number): string | null {
  const day = dayInZone(zone, time);
  return isDay(day) && !day.startsWith("0000") ? day : null;
}
