import type { Overview } from "@dc/contract";
import { businessDaysBetween } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { selectVerificationSettings } from "#/store/tables/connections/connection.ts";
import { selectDaysToReaders } from "#/store/tables/directories/overview.ts";

/** Within so many business days a reported change is to be with readers. */
const IN_TIME_DAYS = 2;
const COUNTED_DAYS = 30;

/** How long changes that became live lately took from the day on which they were reported. */
export async function timeToReaders({
  clock,
  connection,
  service: { profile },
  store: { db },
}: Pick<Deps, "clock" | "connection" | "service" | "store">): Promise<Overview["toReaders"]> {
  const now = clock.now();
  const { holidays } = await selectVerificationSettings(db, connection.id);
  const rows = await selectDaysToReaders(db, {
    connectionId: connection.id,
    timeZone: profile.timeZone,
    since: new Date(now.getTime() - COUNTED_DAYS * 86_400_000),
    now,
  });
  const counts = { inTime: 0, later: 0, mostDays: 0 };
  for (const { reported, live, changes } of rows) {
    const days = businessDaysBetween(reported, live, holidays);
    counts[days > IN_TIME_DAYS ? "later" : "inTime"] += changes;
    counts.mostDays = Math.max(counts.mostDays, days);
  }
  return counts;
}
