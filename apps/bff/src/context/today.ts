import type { Today } from "#/store/tables/records/verifications.ts";
import type { Deps } from "./deps.ts";

/** Which day it is for the connection, by which everybody counts what is overdue. */
export function todayOf({ clock, service: { profile } }: Pick<Deps, "clock" | "service">): Today {
  return { today: profile.dayAt(clock.now()), timeZone: profile.timeZone };
}
