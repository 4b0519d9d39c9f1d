const MORNING_HOUR = 8;

/** The morning of a day from today on. */
export function morningIn(days: number, now: Date): string {
  const morning = new Date(now);
  // A day may have 23 or 25 hours.
  morning.setDate(now.getDate() + days);
  morning.setHours(MORNING_HOUR, 0, 0, 0);
  return morning.toISOString();
}
