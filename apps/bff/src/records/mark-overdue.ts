import type { RecordAt } from "#/store/sql/among-records.ts";
import type { Deps } from "#/context/deps.ts";
import { todayOf } from "#/context/today.ts";
import { markOverdue, selectMarkedOverdue, updateMarkedOverdue } from "#/store/tables/records/verifications.ts";

/** The name of this background task. */
export const OVERDUE = "overdue entries";

const AT_ONCE = 500;

/** Whether what is overdue may be another by now: it is another day, or to be asked again after other days. */
export async function isMarkedOverdue(deps: Deps): Promise<boolean> {
  const { by, now } = await selectMarkedOverdue(deps.store.db, {
    connectionId: deps.connection.id,
    today: todayOf(deps),
  });
  return by === now;
}

/** Marks which entries of rosters are overdue today, for their order by need; verifying marks its own at once. */
export async function markOverdueEntries(deps: Deps, signal: AbortSignal): Promise<void> {
  const { db } = deps.store;
  const place = { connectionId: deps.connection.id, today: todayOf(deps) };
  const { now } = await selectMarkedOverdue(db, place);
  let after: RecordAt | null = null;
  do {
    after = await markOverdue(db, { ...place, after, limit: AT_ONCE });
    if (signal.aborted) return;
  } while (after !== null);
  await updateMarkedOverdue(db, place.connectionId, now);
}
