const DAY_MS = 86_400_000;
const numberOf = (day: string) => Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS);

/** Business days from the first day of 1970, a Thursday, up to the day with this number. */
const businessDaysUpTo = (day: number) => {
  const fromMonday = day + 3;
  return Math.floor(fromMonday / 7) * 5 + Math.min((((fromMonday % 7) + 7) % 7) + 1, 5);
};

/**
 * How many business days passed from one day (YYYY-MM-DD) to another: Monday to Friday without holidays, the first day not counted,
 * the last one is. 0 where the second is not later.
 */
export function businessDaysBetween(from: string, to: string, holidays: readonly string[]): number {
  if (to <= from) return 0;
  const isCounted = (holiday: string) => holiday > from && holiday <= to && isWeekday(holiday);
  const counted = businessDaysUpTo(numberOf(to)) - businessDaysUpTo(numberOf(from));
  return counted - new Set(holidays.filter(isCounted)).size;
}

function isWeekday(day: string): boolean {
  return businessDaysUpTo(numberOf(day)) > businessDaysUpTo(numberOf(day) - 1);
}
