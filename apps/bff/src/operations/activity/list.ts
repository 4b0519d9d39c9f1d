import { reasonText, journalText } from "@dc/directory";
import { type ActivityPage, type ActivityQuery, JournalEntry } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import type { Secrets } from "#/runtime/secrets.ts";
import { reachIn } from "#/context/reach.ts";
import { type JournalRow, selectActivity } from "#/store/tables/activity/activity.ts";
import { selectJournalHead } from "#/store/tables/activity/journal-segments.ts";
import { cutPage, readNumber } from "#/store/sql/keyset.ts";

/** A page of the journal, newest first, without a total count. */
export async function listActivity(
  context: RequestContext,
  { cursor, limit, ...filter }: ActivityQuery,
): Promise<ActivityPage> {
  const { connection, deps } = context;
  const rows = await selectActivity(deps.store.db, {
    ...filter,
    connectionId: connection.id,
    withRefused: seesRefused(context),
    before: readNumber(deps.secrets, cursor, "entry"),
    limit,
  });
  const { items, nextCursor } = cutPage(rows, limit, ({ seq }) => [deps.secrets.hideNumber(Number(seq), "entry")]);
  const tell = entriesFor(context);
  const head = await selectJournalHead(deps.store.db);
  return {
    items: items.map(tell),
    nextCursor,
    total: null,
    sealedTo: head?.number ?? null,
  };
}

/** Who tried what they may not is for those who give the roles. */
export function seesRefused(context: RequestContext): boolean {
  return reachIn(context, "people") === "all";
}

/** Describes entries with what the caller may see of them. */
export function entriesFor(context: RequestContext): (row: JournalRow) => JournalEntry {
  const showsAddress = reachIn(context, "people") === "all";
  const { secrets } = context.deps;
  return (row) => ({
    ...describeEntry(secrets, row),
    // The numbers between one's own tell how much others do.
    number: context.reach === "all" ? row.sealed_seq : null,
    address: showsAddress ? row.address : null,
  });
}

function describeEntry(
  secrets: Secrets,
  {
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
  }: JournalRow,
): JournalEntry {
  return JournalEntry.parse({
    id: secrets.hideNumber(Number(seq), "entry"),
    number: null,
    at: at.toISOString(),
    actor,
    action,
    subject,
    sentence: message === null ? (sentence ?? `${actor.name}: ${action.replace(/[.-]/g, " ")}`) : journalText(message),
    indexId: index_id,
    indexName: index_name,
    before,
    // The entry of the decision that was undone.
    after: hasDecision(after) ? { ...after, decision: secrets.hideNumber(after.decision, "entry") } : after,
    why: why_message === null ? why : reasonText(why_message),
    requestId: request_id,
    address: null,
  });
}

function hasDecision(after: unknown): after is { decision: number } {
  return typeof after === "object" && after !== null && "decision" in after && typeof after.decision === "number";
}
