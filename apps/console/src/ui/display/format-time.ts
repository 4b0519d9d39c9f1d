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
export function formatDay(date: Date, now: Date): string {
  const day = `${date.getDate()} ${months[date.getMonth()]}`;
  return date.getFullYear() === now.getFullYear() ? day : `${day} ${date.getFullYear()}`;
}

/** The calendar day of a moment for the reader, as `2026-10-14`. */
export const dayOf = (date: Date): string =>
  [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-");

/** How far away a calendar day such as `2026-10-14` is for the reader: `today`, `in 55 d`, `9 d ago`. */
export function formatDistance(day: string, now: Date): string {
  const days = Math.round((Date.parse(day) - Date.parse(dayOf(now))) / dayMs);
  if (days === 0) return "today";
  return days > 0 ? `in ${days} d` : `${-days} d ago`;
}

const two = (part: number) => String(part).padStart(2, "0");

/** `14 Oct 2026, 10:22:05`, in the reader's own time zone. */
export function formatFullTime(date: Date): string {
  const clock = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
  return `${date.getDate()} ${months[date.getMonth()]} ${date.getFullYear()}, ${clock}`;
}

/** `14 Oct 10:22`. */
export function formatMoment(date: Date, now: Date): string {
  return `${formatDay(date, now)} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
