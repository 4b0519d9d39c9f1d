/**
 * How a time is written in a request: `{from:date}` as a day in the schedule's time zone, `{from:date@America/Chicago}` as a
 * day in that zone, `{from:seconds}` and `{from:milliseconds}` as a number since 1970. Without a form it is an ISO instant.
 */
export const timeFormPattern = String.raw`seconds|milliseconds|date(?:@[A-Za-z0-9_+\-/]+)?`;

const formats = new Map<string, Intl.DateTimeFormat>();

/** An ISO instant in a form; a day in `timeZone` where the form names no zone. Undefined for what is no instant. */
export function inTimeForm(instant: string, form: string, timeZone: string): string | number | undefined {
  const time = Date.parse(instant);
  if (Number.isNaN(time)) return undefined;
  if (form === "seconds") return Math.floor(time / 1000);
  if (form === "milliseconds") return time;
  return dayIn(form.slice("date@".length) || timeZone, time);
}

export function isTimeForm(form: string | undefined): form is string {
  return form !== undefined && (form === "seconds" || form === "milliseconds" || form.startsWith("date"));
}

/** The zone that a form names, if there is no such one. */
export function unknownZone(form: string): string | null {
  const zone = form.slice("date@".length);
  if (!form.startsWith("date@")) return null;
  try {
    formatIn(zone);
    return null;
  } catch {
    return zone;
  }
}

function dayIn(timeZone: string, time: number): string {
  const parts = formatIn(timeZone).formatToParts(time);
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
  return `${of("year")}-${of("month")}-${of("day")}`;
}

/** Throws a RangeError for a zone that does not exist. */
function formatIn(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
  formats.set(timeZone, made);
  return made;
}
