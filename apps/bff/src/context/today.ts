import type { Today } from "#/store/tables/records/verifications.ts";
import type { Deps } from "./deps.ts";

/** Which day it is for the connection, by which everybody counts what is overdue. */
export function todayOf({ clock, service: { profile } }: Pick<Deps, "clock" | "service">): Today {
  return { today: profile.dayAt(clock.now()), timeZone: profile.timeZone };
}

/** When an hour of a day begins for the connection; where the clock is put forward over it, the first moment after it. */
export function startOfHour(
  { service: { profile } }: Pick<Deps, "service">,
  { day, hour }: { day: string; hour: number },
): Date {
  const plainTime = Temporal.PlainTime.from({ hour });
  const { epochMilliseconds } = Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: profile.timeZone, plainTime });
  return new Date(epochMilliseconds);
}
