const minute = 60_000;
/** By zone; emptied when it is full, since a record may name whatever zone somebody wrote. */
const formats = new Map<string, Intl.DateTimeFormat>();
const FORMATS_KEPT = 200;

/** When the day that begins at this midnight of UTC begins in the zone, in ms since 1970. */
export function midnightIn(timeZone: string, date: number): number {
  return date - offsetAt(date + 12 * 60 * minute, timeZone);
}

/** How many milliseconds the zone is ahead of UTC. Callers pass noon, since clocks change at night. */
function offsetAt(instant: number, timeZone: string): number {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  if (formats.size >= FORMATS_KEPT) formats.clear();
  formats.set(timeZone, format);
  const name = format.formatToParts(instant).find((part) => part.type === "timeZoneName")?.value ?? "GMT";
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  const ahead = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * minute;
  return sign === "-" ? -ahead : ahead;
}
