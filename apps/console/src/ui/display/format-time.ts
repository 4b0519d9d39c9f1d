const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** `8 s`, `2 min`, `26 h`, `9 d`: hours up to two days, since a limit is often a day. */
export function formatDuration(ms: number): string {
  const whole = Math.max(0, ms);
  if (whole < minuteMs) return `${Math.floor(whole / 1000)} s`;
  if (whole < hourMs) return `${Math.floor(whole / minuteMs)} min`;
  if (whole < 2 * dayMs) return `${Math.floor(whole / hourMs)} h`;
  return `${Math.floor(whole / dayMs)} d`;
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** `14 Oct`, with the year unless it is this year's: `14 Oct 2025`. */
export function formatDay(at: Date, now: Date): string {
  const day = `${at.getDate()} ${months[at.getMonth()]}`;
  return at.getFullYear() === now.getFullYear() ? day : `${day} ${at.getFullYear()}`;
}

/** The calendar day of a moment for the reader, as `2026-10-14`. */
export const dayOf = (at: Date): string => [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join("-");

/** How far away a calendar day such as `2026-10-14` is for the reader: `today`, `in 55 d`, `9 d ago`. */
export function formatDistance(day: string, now: Date): string {
  const days = Math.round((Date.parse(day) - Date.parse(dayOf(now))) / dayMs);
  if (days === 0) return "today";
  return days > 0 ? `in ${days} d` : `${-days} d ago`;
}

const two = (part: number) => String(part).padStart(2, "0");

/** `14 Oct 2026, 10:22:05`, in the reader's own time zone. */
export function formatFullTime(at: Date): string {
  const clock = `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
  return `${at.getDate()} ${months[at.getMonth()]} ${at.getFullYear()}, ${clock}`;
}

/** `14 Oct 10:22`. */
export function formatMoment(at: Date, now: Date): string {
  return `${formatDay(at, now)} ${two(at.getHours())}:${two(at.getMinutes())}`;
}
