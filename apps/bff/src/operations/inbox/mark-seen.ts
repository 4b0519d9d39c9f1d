import type { InboxSeenQuery } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { deletePutOffBefore } from "#/store/tables/activity/put-off-entries.ts";
import { upsertInboxSeen } from "#/store/tables/changes/inbox.ts";

/** From now on, what waited in the caller's inbox until then, or until what was on screen, is not new. */
export async function markInboxSeen(
  { connection, deps, personId }: RequestContext,
  { shownUntil }: InboxSeenQuery,
): Promise<void> {
  const now = deps.clock.now();
  const of = { connectionId: connection.id, personId };
  const seenAt = shownUntil === undefined ? now : new Date(Math.min(Date.parse(shownUntil), now.getTime()));
  await upsertInboxSeen(deps.wholeStore.db, { ...of, seenAt });
  await deletePutOffBefore(deps.wholeStore.db, { ...of, now });
}
