import type { RequestContext } from "#/context/deps.ts";
import { todayOf } from "#/context/today.ts";
import { reachIn } from "#/context/reach.ts";
import { selectApprovalSettings } from "#/store/tables/changes/approval-settings.ts";
import {
  type InboxRow,
  selectInbox,
  selectInboxSeen,
  selectUnknownIndexVersions,
} from "#/store/tables/changes/inbox.ts";
import { selectTokenIdsOf } from "#/store/tables/people/tokens.ts";

const DAYS_TOLD = 14;
const MOST_OF_KIND = 100;
const said: ReadonlySet<InboxRow["kind"]> = new Set([
  "comment",
  "rejected",
  "withdrawn",
  "discarded",
  "edited",
  "unscheduled",
]);

/** What waits for the caller, newest first, and until when they have seen it. */
export async function inboxRows(context: RequestContext): Promise<{ rows: InboxRow[]; seenAt: Date | null }> {
  const { connection, deps, personId } = context;
  const now = deps.clock.now();
  const of = { connectionId: connection.id, personId };
  const approves = reachIn(context, "approve");
  const { ownCounts } = await selectApprovalSettings(deps.store.db, connection.id);
  const rows = await selectInbox(deps.store.db, {
    ...of,
    actorIds: [personId, ...(await selectTokenIdsOf(deps.wholeStore.db, personId))],
    ownCounts,
    mayApprove: approves !== "none",
    approvesFor: approves === "none" ? [] : approves,
    mayApply: reachIn(context, "apply") !== "none",
    mayStage: reachIn(context, "stage") !== "none",
    today: todayOf(deps),
    since: new Date(now.getTime() - DAYS_TOLD * 86_400_000),
    limit: MOST_OF_KIND,
  });
  if (reachIn(context, "settle") !== "none")
    rows.push(...(await selectUnknownIndexVersions(deps.store.db, connection.id)));
  const seenAt = await selectInboxSeen(deps.wholeStore.db, of);
  // What somebody only said waits until it was seen; all else until it is done.
  const isSaid = ({ kind }: InboxRow) => said.has(kind);
  const waiting = rows.filter((row) => !isSaid(row) || isNew(row, seenAt));
  return { rows: waiting.toSorted((a, b) => b.at.getTime() - a.at.getTime()), seenAt };
}

export const isNew = ({ at }: InboxRow, seenAt: Date | null): boolean => seenAt === null || at > seenAt;
