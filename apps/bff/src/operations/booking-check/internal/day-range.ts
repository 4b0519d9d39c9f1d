import { isTimeZone } from "#/upstream/booking.ts";

/** Days of a time zone: the first as YYYY-MM-DD, and from which instant until before which one they last. */
export interface DayRange {
  from: string;
  days: number;
  start: string;
  end: string;
  timeZone: string;
  /** False where no such zone is known, and the days are those of UTC. */
  timeZoneKnown: boolean;
}

/** This many days of a zone, beginning with the one named, or with today. */
export function dayRange(
  zone: string | null,
  { from, days, now }: { from?: string | undefined; days: number; now: Date },
): DayRange {
  const timeZoneKnown = zone !== null && isTimeZone(zone);
  const timeZone = timeZoneKnown ? zone : "UTC";
  const first =
    from === undefined
      ? Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate()
      : Temporal.PlainDate.from(from);
  // A day begins at its first instant, which is not midnight where the clock is put forward then.
  const startOf = (day: Temporal.PlainDate) => new Date(day.toZonedDateTime(timeZone).epochMilliseconds).toISOString();
  return {
    from: first.toString(),
    days,
    start: startOf(first),
    end: startOf(first.add({ days })),
    timeZone,
    timeZoneKnown,
  };
}
