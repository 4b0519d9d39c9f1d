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
import { selectPutOff } from "#/store/tables/activity/put-off-entries.ts";
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

/** An entry, and until when it is put off: null where it waits. */
export interface InboxEntryRow extends InboxRow {
  id: string;
  putOff: { until: Date | null } | null;
}

/** What waits for the caller or is put off, newest first, and until when they have seen it. */
export async function inboxRows(context: RequestContext): Promise<{ rows: InboxEntryRow[]; seenAt: Date | null }> {
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
  const putOffs = await selectPutOff(deps.wholeStore.db, of);
  const comesBack = (row: InboxRow) => (putOffs.get(idOf(row))?.until ?? null) !== null;
  const waiting = rows.filter((row) => !isSaid(row) || isNew(row, seenAt) || comesBack(row));
  const entries = waiting.map((row): InboxEntryRow => {
    const id = idOf(row);
    const { cameAt, until } = putOffs.get(id) ?? { cameAt: null, until: null };
    const isPutOff = cameAt !== null && row.at <= cameAt && (until === null || until > now);
    return { ...row, id, putOff: isPutOff ? { until } : null };
  });
  return { rows: entries.toSorted((a, b) => b.at.getTime() - a.at.getTime()), seenAt };
}

/** Of drafts that are gone with their set there may be several in one directory. */
const idOf = ({ kind, change_set_id: set, index_id: index, creation, at }: InboxRow): string =>
  [kind, set ?? creation?.id ?? index, ...(kind === "discarded" ? [at.getTime()] : [])].join(" ");

export const isNew = (
  { at, putOff = null }: InboxRow & { putOff?: InboxEntryRow["putOff"] },
  seenAt: Date | null,
): boolean => putOff === null && (seenAt === null || at > seenAt);
