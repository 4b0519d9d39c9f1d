import type { WaitingCounts } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { todayOf } from "#/context/today.ts";
import { inboxRows, isNew } from "#/views/inbox-rows.ts";
import { selectWaitingCounts } from "#/store/tables/changes/work-counts.ts";

/** How much waits for a person, as far as the caller sees it. */
export async function getWaitingCounts(context: RequestContext): Promise<WaitingCounts> {
  const { connection, deps } = context;
  const counts = await selectWaitingCounts(deps.store.db, connection.id, todayOf(deps));
  const { rows, seenAt } = await inboxRows(context);
  const inbox = rows.filter(({ putOff }) => putOff === null).length;
  return { ...counts, inbox, inboxNew: rows.filter((row) => isNew(row, seenAt)).length };
}
