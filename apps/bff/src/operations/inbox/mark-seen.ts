import type { RequestContext } from "#/context/deps.ts";
import { upsertInboxSeen } from "#/store/tables/changes/inbox.ts";

/** From now on, what waited in the caller's inbox until then is not new. */
export async function markInboxSeen({ connection, deps, personId }: RequestContext): Promise<void> {
  await upsertInboxSeen(deps.wholeStore.db, { connectionId: connection.id, personId, now: deps.clock.now() });
}
