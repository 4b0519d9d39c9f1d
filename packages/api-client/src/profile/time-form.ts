/**
 * How a time is written in a request: `{from:date}` as a day in the schedule's time zone, `{from:date@America/Chicago}` as a
 * day in that zone, `{from:seconds}` and `{from:milliseconds}` as a number since 1970. Without a form it is an ISO instant.
 */
export const timeFormPattern = String.raw`seconds|milliseconds|date(?:@[A-Za-z0-9_+\-/]+)?`;

/** A time as it is to be written: ISO 8601 with an offset, and whether it is the first that no longer belongs to a range. */
export interface RequestedTime {
  readonly instant: string;
  readonly isEnd: boolean;
}

/**
 * A time in a form; a day in `timeZone` where the form names no zone. The end of a range is rounded up to the next second
 * or day, so that nothing before it is left out; everything else is rounded down. What is no instant stays as it is, such
 * as the placeholder of a request that is only shown.
 */
export function inTimeForm({ instant, isEnd }: RequestedTime, form: string, timeZone: string): string | number {
  const time = Date.parse(instant);
  if (Number.isNaN(time)) return instant;
  if (form === "milliseconds") return time;
  if (form === "seconds") return isEnd ? Math.ceil(time / 1000) : Math.floor(time / 1000);
  const zone = form.slice("date@".length) || timeZone;
  return (isEnd ? dayIn(zone, time - 1).add({ days: 1 }) : dayIn(zone, time)).toString();
}

export function isTimeForm(form: string | undefined): form is string {
  return form !== undefined && (form === "seconds" || form === "milliseconds" || form.startsWith("date"));
}

const writtenInstant = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/i;

/** An instant in ms since 1970; null for a text without an offset, which each machine would read in a zone of its own, and for a day that does not exist. */
export function instantMs(text: string): number | null {
  const day = writtenInstant.exec(text.trim())?.[1];
  if (day === undefined || !isDay(day)) return null;
  const time = Date.parse(text.trim());
  return Number.isNaN(time) ? null : time;
}

/** Whether it is a day, YYYY-MM-DD, of the calendar. */
export function isDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** True when the runtime knows a time zone by this name. */
export function isTimeZone(name: string): boolean {
  try {
    // Temporal would take a whole timestamp for the name of a zone.
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The zone that a form names, if there is no such one. */
export function unknownZone(form: string): string | null {
  const zone = form.slice("date@".length);
  return form.startsWith("date@") && !isTimeZone(zone) ? zone : null;
}

/** Throws a RangeError for a zone that does not exist. */
function dayIn(timeZone: string, time: number): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(timeZone).toPlainDate();
}

/** The day that a time, in ms since 1970, belongs to in a zone. */
export function dayInZone(timeZone: string, time: number): string {
  return dayIn(timeZone, time).toString();
}

/** The first moment of a day in a zone, in ms since 1970; where the clock skips midnight, the first one after it. */
export function startOfDay(day: string, timeZone: string): number {
  return Temporal.PlainDate.from(day).toZonedDateTime({ timeZone }).startOfDay().epochMilliseconds;
}
