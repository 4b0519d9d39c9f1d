import { reasonText, journalText } from "@dc/directory";
import { type ActivityPage, type ActivityQuery, JournalEntry } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { type JournalRow, selectActivity } from "#/store/tables/activity.ts";
import { cutPage } from "#/store/sql/keyset.ts";

/** A page of the journal, newest first, without a total count. */
export async function listActivity(
  { connection, deps }: RequestContext,
  { indexId, subject, cursor, limit }: ActivityQuery,
): Promise<ActivityPage> {
  const rows = await selectActivity(deps.store.db, { connectionId: connection.id, indexId, subject, cursor, limit });
  const { items, nextCursor } = cutPage(rows, limit, (row) => [row.seq]);
  return { items: items.map(describeEntry), nextCursor, total: null };
}

function describeEntry({
  seq,
  at,
  actor,
  action,
  subject,
  sentence,
  message,
  index_id,
  index_name,
  before,
  after,
  why,
  why_message,
  request_id,
}: JournalRow): JournalEntry {
  return JournalEntry.parse({
    seq,
    at: at.toISOString(),
    actor,
    action,
    subject,
    sentence: message === null ? (sentence ?? `${actor.name}: ${action.replace(/[.-]/g, " ")}`) : journalText(message),
    indexId: index_id,
    indexName: index_name,
    before,
    after,
    why: why_message === null ? why : reasonText(why_message),
    requestId: request_id,
  });
}
