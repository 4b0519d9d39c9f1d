import type { Today } from "#/store/tables/records/verifications.ts";
import type { Deps } from "./deps.ts";

interface InZone {
  service: { profile: Pick<Deps["service"]["profile"], "dayAt" | "timeZone"> };
}

/** Which day it is for the connection, by which everybody counts what is overdue. */
export function todayOf({ clock, service: { profile } }: Pick<Deps, "clock"> & InZone): Today {
  return { today: profile.dayAt(clock.now()), timeZone: profile.timeZone };
}

/**
 * When an hour of a day begins for the connection: of an hour that comes twice the first one begins it; where the clock is put
 * forward over its beginning, the first moment after that.
 */
export function startOfHour({ service: { profile } }: InZone, { day, hour }: { day: string; hour: number }): Date {
  const { timeZone } = profile;
  const said = Temporal.PlainDate.from(day).toPlainDateTime({ hour });
  const at = said.toZonedDateTime(timeZone);
  const isSkipped = !at.toPlainDateTime().equals(said);
  const change = isSkipped
    ? said.toZonedDateTime(timeZone, { disambiguation: "earlier" }).getTimeZoneTransition("next")
    : null;
  return new Date((change ?? at).epochMilliseconds);
}
