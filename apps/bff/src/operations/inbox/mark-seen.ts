import type { RequestContext } from "#/context/deps.ts";
import { deletePutOffBefore } from "#/store/tables/activity/put-off-entries.ts";
import { upsertInboxSeen } from "#/store/tables/changes/inbox.ts";

/** From now on, what waited in the caller's inbox until then is not new. */
export async function markInboxSeen({ connection, deps, personId }: RequestContext): Promise<void> {
  const of = { connectionId: connection.id, personId, now: deps.clock.now() };
  await upsertInboxSeen(deps.wholeStore.db, of);
  await deletePutOffBefore(deps.wholeStore.db, of);
}
