import { type RawBuilder, sql } from "kysely";
import type { Actor } from "#/store/schema/stored-values.ts";
import { selectDeletionsIn } from "#/store/tables/directories/deletions.ts";
import { overdueCounts } from "#/store/tables/directories/roster-counts.ts";
import type { Today } from "#/store/tables/records/verifications.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";
import { hasEnded, untilDay } from "./evidence.ts";
import { isTakenBack } from "./approvals.ts";
import { isRetried } from "./changes.ts";

/** What waits for one person, in one place: a set, or a directory. */
export interface InboxRow {
  kind:
    | "alarm"
    | "conflict"
    | "failed"
    | "unknown"
    | "creation"
    | "deletion"
    | "taking back"
    | "moved"
    | "not applied"
    | "at rest"
    | "paused"
    | "review"
    | "request"
    | "rejected"
    | "withdrawn"
    | "discarded"
    | "edited"
    | "unscheduled"
    | "claim"
    | "comment"
    | "approved"
    | "overdue"
    | "ended";
  change_set_id: string | null;
  index_id: string | null;
  /** Of what it counts: changes, comments or practitioners. */
  count: number;
  at: Date;
  by: Actor | null;
  words: string | null;
  creation?: { id: string; name: string };
}

export interface InboxOf {
  connectionId: string;
  personId: string;
  /** The person and their tokens. */
  actorIds: readonly string[];
  ownCounts: boolean;
  mayApprove: boolean;
  /** Whose directories they may approve in: of these referrers, or all. */
  approvesFor: "all" | readonly string[];
  mayApply: boolean;
  mayStage: boolean;
  today: Today;
  /** Failures, rejections, withdrawals and comments from before are not told any more. */
  since: Date;
  /** The most entries of each kind. */
  limit: number;
}

/** Of a query of sets with their changes: what a set was not applied for, and nobody settled; of one about no change, each. */
const isNotApplied = sql<boolean>`(change_set.not_applied is not null and change_set.checking is null
  and change.state in ('draft', 'in review', 'approved', 'held')
  and case when json_array_length(change_set.not_applied -> 'changes') = 0
    then (change_set.not_applied ->> 'version')::integer = change_set.version
    else exists (select from json_array_elements(change_set.not_applied -> 'changes') as named
      where named ->> 'id' = change.id and (named ->> 'version')::integer = change.version) end)`;

/** Of a set with its changes: what goes on once nobody pauses it, as it is sent or read before it is applied. */
const isOnItsWay = sql<boolean>`(change.state in ('queued', 'sending')
  or change.state = 'deferred' and coalesce(change.reason ->> 'code', '') <> 'ground-moved'
  or change.state = 'unknown' and (change.try_after is not null or change.reason ->> 'code' = 'held-back-reads-as-before')
  or change_set.checking is not null and change.state in ('draft', 'in review', 'approved', 'held'))`;

/** Those of these sets that were not applied, and of which that is not settled. */
export async function selectNotApplied(
  db: Database | Transaction,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select distinct change_set.id from change_set join change on change.change_set_id = change_set.id
    where change_set.id = any(${[...ids]}::text[]) and ${isNotApplied}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/**
 * What waits for somebody, by the states of sets, changes, overrides and alarms as they are: an entry is there until what it
 * tells is done. A set without reviewers is to be reviewed by everybody who may, once nothing of it is edited any more.
 */
export async function selectInbox(db: Database, of: InboxOf): Promise<InboxRow[]> {
  const { connectionId, personId, ownCounts, mayApprove, mayApply, mayStage, today, since, limit } = of;
  const own = sql`${[...of.actorIds]}::text[]`;
  const isOwn = (table: string) => sql`${sql.ref(`${table}.created_by`)} ->> 'id' = any(${own})`;
  const isMine = sql`(coalesce(change_set.owner, change_set.created_by) ->> 'id' = any(${own}))`;
  // Whoever decided that a change holds on what is there now is an author of it, and does not approve it.
  const isAuthor = sql`(${isOwn("change")} or exists (select 1 from json_array_elements(change.settled_by) as settled
    where settled ->> 'id' = any(${own})))`;
  // What is said about one change is for whoever staged that one; what is said about the set, for whoever staged any of it.
  const isAboutOwn = sql`case when exists (select 1 from review_comment_change as about where about.comment_id = comment.id)
    then exists (select 1 from review_comment_change as about join change on change.id = about.change_id
      where about.comment_id = comment.id and ${isOwn("change")})
    else exists (select 1 from change where change.change_set_id = change_set.id and ${isOwn("change")}) end`;
  // Applied with a later day, or at an hour that has not come.
  const isScheduledByOwn = sql`coalesce(change_set.schedule -> 'by' ->> 'id' = any(${own}), false)`;
  const takesPart = sql`(${isMine} or ${isOwn("change_set")}
    or exists (select 1 from change_set_reviewer as asked where asked.change_set_id = change_set.id and asked.person_id = ${personId})
    or exists (select 1 from review_comment as said where said.change_set_id = change_set.id and ${isOwn("said")}))`;
  const isApproved =
    of.approvesFor === "all"
      ? sql`true`
      : sql`coalesce(index_version.referrer_id = any(${[...of.approvesFor]}::text[]), false)`;
  const nothing = { by: sql`null::json`, words: sql`null::text` };
  const stopped = (kind: InboxRow["kind"], isStopped: RawBuilder<unknown>) =>
    sql`select ${sql.lit(kind)} as kind, change.change_set_id, null::text as index_id, count(*)::integer as count,
        max(change.updated_at) as at, ${nothing.by} as by, ${nothing.words} as words
      from change join change_set on change_set.id = change.change_set_id
      where change.connection_id = ${connectionId} and ${isStopped}
        and (${isMine} or change_set.applied_by ->> 'id' = any(${own}))
      group by change.change_set_id`;
  const compared = (kind: InboxRow["kind"], fields: RawBuilder<unknown>, since: RawBuilder<unknown>) =>
    sql`select ${sql.lit(kind)} as kind, null::text as change_set_id, summary.index_id, sum(${fields})::integer as count,
        max(coalesce(${since}, compared_at)) as at, ${nothing.by} as by, ${nothing.words} as words
      from record_summary as summary join index_version on index_version.connection_id = summary.connection_id
        and index_version.id = summary.index_id and index_version.archived_at is null
      where summary.connection_id = ${connectionId} and ${mayStage} and ${fields} > 0
        and conflict + base_moved + outside > 0
      group by summary.index_id`;
  const kinds = [
    sql`select 'alarm' as kind, alarm.change_set_id, alarm.index_id, 1 as count, alarm.raised_at as at,
        ${nothing.by} as by, ${nothing.words} as words
      from alarm where alarm.connection_id = ${connectionId} and alarm.resumed_at is null`,
    stopped(
      "failed",
      sql`change.state = 'failed' and change.updated_at > ${since}
        and not ${isRetried("change")}`,
    ),
    stopped("at rest", sql`change.state = 'deferred' and change.reason ->> 'code' = 'ground-moved'`),
    sql`select 'paused' as kind, change_set.id as change_set_id, null::text as index_id, waiting.changes as count,
        (pause.said ->> 'at')::timestamptz as at, pause.said -> 'by' as by, ${nothing.words} as words
      from change_set join connection on connection.id = change_set.connection_id
      cross join lateral (select coalesce(change_set.paused, connection.paused) as said) as pause
      cross join lateral (select count(*)::integer as changes from change
        where change.change_set_id = change_set.id and ${isOnItsWay}) as waiting
      where change_set.connection_id = ${connectionId} and pause.said is not null and waiting.changes > 0
        and not (pause.said -> 'by' ->> 'id' = any(${own})) and (${isMine} or change_set.applied_by ->> 'id' = any(${own}))`,
    sql`select 'taking back' as kind, change.change_set_id, null::text as index_id, count(*)::integer as count,
        max((change_set.taking_back ->> 'at')::timestamptz) as at, (array_agg(change_set.taking_back -> 'by'))[1] as by,
        max(change_set.taking_back ->> 'reason') as words
      from change join change_set on change_set.id = change.change_set_id
      join index_version on index_version.connection_id = change.connection_id and index_version.id = change.index_id
      where change.connection_id = ${connectionId} and ${isTakenBack}
        and not exists (select 1 from json_array_elements(change_set.taking_back -> 'confirmed') as confirmed
          where confirmed -> 'by' ->> 'id' = ${personId})
      group by change.change_set_id having bool_and(${isApproved})`,
    stopped(
      "unknown",
      sql`change.state = 'unknown' and change.try_after is null
        and coalesce(change.reason ->> 'code', '') <> 'held-back-reads-as-before'
        and not exists (select 1 from alarm_change as raised where raised.change_id = change.id)`,
    ),
    compared("conflict", sql`conflict`, sql`conflict_since`),
    compared("moved", sql`base_moved + outside`, sql`greatest(base_moved_since, outside_since)`),
    sql`select 'not applied' as kind, change.change_set_id, null::text as index_id, count(*)::integer as count,
        max((change_set.not_applied ->> 'at')::timestamptz) as at, ${nothing.by} as by,
        max(change_set.not_applied ->> 'detail') as words
      from change join change_set on change_set.id = change.change_set_id
      where change.connection_id = ${connectionId} and ${isNotApplied}
        and (${isMine} or change_set.not_applied -> 'by' ->> 'id' = any(${own}))
      group by change.change_set_id`,
    sql`select 'review' as kind, change.change_set_id, null::text as index_id, count(*)::integer as count, max(change.updated_at) as at,
        (array_agg(change.created_by))[1] as by, ${nothing.words} as words
      from change join change_set on change_set.id = change.change_set_id
      where change.connection_id = ${connectionId} and change.state = 'in review' and change_set.queueing is null and ${mayApprove}
        and (${ownCounts} or not ${isAuthor})
        and not exists (select 1 from change as edited where edited.change_set_id = change_set.id and edited.state = 'draft')
        and not exists (select 1 from approval where approval.change_id = change.id and approval.person_id = ${personId})
        and not exists (select 1 from review_comment_change as asked join review_comment as said on said.id = asked.comment_id
          where asked.change_id = change.id and said.asks and asked.answered_at is null and ${isOwn("said")})
        and (not exists (select 1 from change_set_reviewer as asked where asked.change_set_id = change_set.id)
          or exists (select 1 from change_set_reviewer as asked where asked.change_set_id = change_set.id and asked.person_id = ${personId}))
      group by change.change_set_id`,
    sql`select 'request' as kind, change.change_set_id, null::text as index_id, count(distinct change.id)::integer as count,
        max(comment.created_at) as at, (array_agg(comment.created_by order by comment.created_at desc))[1] as by,
        (array_agg(comment.words order by comment.created_at desc))[1] as words
      from review_comment as comment join review_comment_change as asked on asked.comment_id = comment.id
      join change on change.id = asked.change_id join change_set on change_set.id = change.change_set_id
      where comment.connection_id = ${connectionId} and comment.asks and asked.answered_at is null
        and not (${isOwn("comment")}) and change.state in ('draft', 'in review', 'approved') and (${isMine} or ${isOwn("change")})
      group by change.change_set_id`,
    sql`select 'rejected' as kind, change.change_set_id, null::text as index_id, count(*)::integer as count,
        max(change.updated_at) as at, ${nothing.by} as by,
        (array_agg(change.reason -> 'params' ->> 'words' order by change.updated_at desc))[1] as words
      from change join change_set on change_set.id = change.change_set_id
      where change.connection_id = ${connectionId} and change.state = 'rejected' and change.updated_at > ${since}
        and not coalesce(change.reason -> 'params' ->> 'personId' = any(${own}), false)
        and (${isMine} or ${isOwn("change")})
      group by change.change_set_id`,
    sql`select 'withdrawn' as kind, change.change_set_id, null::text as index_id, count(*)::integer as count,
        max(change.updated_at) as at, (array_agg(change.withdrawn -> 'by' order by change.updated_at desc))[1] as by,
        (array_agg(change.withdrawn ->> 'why' order by change.updated_at desc))[1] as words
      from change join change_set on change_set.id = change.change_set_id
      where change.connection_id = ${connectionId} and change.state = 'withdrawn' and change.updated_at > ${since}
        and not (change.withdrawn -> 'by' ->> 'id' = any(${own}))
        and (${isMine} or ${isOwn("change")} or change_set.applied_by ->> 'id' = any(${own}) or ${isScheduledByOwn})
      group by change.change_set_id`,
    sql`select 'discarded' as kind, change_set.id as change_set_id, journal.index_id,
        sum((author ->> 'changes')::integer)::integer as count, max(journal.at) as at,
        (array_agg(journal.actor order by journal.at desc))[1] as by,
        (array_agg(journal.after ->> 'name' order by journal.at desc))[1] as words
      from journal cross join lateral json_array_elements(journal.after -> 'of') as author
      left join change_set on change_set.id = journal.after ->> 'changeSetId'
      where journal.connection_id = ${connectionId} and journal.at > ${since}
        and journal.action in ('change.discard', 'change-set.discard', 'change-set.take-theirs')
        and not exists (select from change as restored where restored.id = journal.subject)
        and author ->> 'id' = any(${own}) and not (journal.actor ->> 'id' = any(${own}))
      group by change_set.id, case when change_set.id is null then journal.seq end, journal.index_id`,
    sql`select 'edited' as kind, change_set.id as change_set_id, null::text as index_id, count(*)::integer as count, max(journal.at) as at,
        (array_agg(journal.actor order by journal.at desc))[1] as by, ${nothing.words} as words
      from journal cross join lateral json_array_elements(journal.after -> 'of') as author
      join change_set on change_set.id = journal.after ->> 'changeSetId'
      where journal.connection_id = ${connectionId} and journal.at > ${since} and journal.action = 'change.replace'
        and not exists (select from change as restored where restored.id = journal.subject)
        and author ->> 'id' = any(${own}) and not (journal.actor ->> 'id' = any(${own}))
      group by change_set.id`,
    sql`select 'unscheduled' as kind, change_set.id as change_set_id, null::text as index_id, count(distinct change.id)::integer as count,
        max(journal.at) as at, (array_agg(journal.actor order by journal.at desc))[1] as by, ${nothing.words} as words
      from journal join change_set on change_set.id = journal.subject and change_set.schedule is null
      join change on change.change_set_id = change_set.id and change.state in ('draft', 'in review', 'approved')
      where journal.connection_id = ${connectionId} and journal.at > ${since} and journal.action = 'change-set.unschedule'
        and journal.before -> 'by' ->> 'id' = any(${own}) and not (journal.actor ->> 'id' = any(${own}))
        and change_set.checking is null
      group by change_set.id`,
    sql`select 'claim' as kind, null::text as change_set_id, claim.index_id, count(*)::integer as count, max(claim.created_at) as at,
        json_build_object('kind', 'link', 'id', (array_agg(claim.share_link_id order by claim.created_at desc, claim.id))[1],
          'name', (array_agg(claim.said_by order by claim.created_at desc, claim.id))[1]) as by,
        (array_agg(claim.words order by claim.created_at desc, claim.id))[1] as words
      from claim where claim.connection_id = ${connectionId} and claim.outcome is null and ${mayStage} group by claim.index_id`,
    sql`select 'comment' as kind, comment.change_set_id, null::text as index_id, count(*)::integer as count,
        max(comment.created_at) as at, (array_agg(comment.created_by order by comment.created_at desc))[1] as by,
        (array_agg(comment.words order by comment.created_at desc))[1] as words
      from review_comment as comment join change_set on change_set.id = comment.change_set_id
      where comment.connection_id = ${connectionId} and not comment.asks and comment.created_at > ${since}
        and not (${isOwn("comment")}) and (${takesPart} or ${isAboutOwn})
      group by comment.change_set_id`,
    sql`select 'approved' as kind, change.change_set_id, null::text as index_id, count(*)::integer as count, max(change.updated_at) as at,
        ${nothing.by} as by, ${nothing.words} as words
      from change join change_set on change_set.id = change.change_set_id
      where change.connection_id = ${connectionId} and change.state = 'approved' and ${mayApply} and ${isMine} and change_set.checking is null and change_set.queueing is null
        and change_set.going_back is null and change_set.schedule is null and not change_set.opening
        and not exists (select 1 from change as open where open.change_set_id = change_set.id and open.state in ('draft', 'in review'))
      group by change.change_set_id having not bool_or(${isNotApplied})`,
    sql`select 'overdue' as kind, null::text as change_set_id, due.index_id, sum(due.entries)::integer as count,
        (min(due_on) + 1)::timestamptz as at, ${nothing.by} as by, ${nothing.words} as words
      from ${overdueCounts(connectionId, today)} group by due.index_id`,
    sql`select 'ended' as kind, null::text as change_set_id, override.index_id, count(distinct override.change_id)::integer as count,
        (min(${untilDay}) + 1)::timestamptz as at, ${nothing.by} as by, ${nothing.words} as words
      from override join change on change.id = override.change_id join evidence on evidence.id = change.evidence_id
      join index_version on index_version.connection_id = override.connection_id and index_version.id = override.index_id
        and index_version.archived_at is null
      where override.connection_id = ${connectionId} and evidence.connection_id = ${connectionId} and ${mayStage} and ${hasEnded(today)} group by override.index_id`,
  ];
  const limited = kinds.map(
    (query) => sql`select * from (select * from (${query}) as of_kind order by at desc limit ${limit}) as newest`,
  );
  const { rows } = await sql<InboxRow>`${sql.join(limited, sql` union all `)}`.execute(db);
  return rows;
}

/** The index versions of which it is not known whether they were created, or deleted, and what a person has to say. */
export async function selectUnknownIndexVersions(db: Database, connectionId: string): Promise<InboxRow[]> {
  const unknown = { change_set_id: null, count: 1, words: null };
  const creations = await db
    .selectFrom("creation")
    .select(["id", "name", "sent_at", "created_by"])
    .where("connection_id", "=", connectionId)
    .where("state", "=", "unknown")
    .execute();
  const deletions = await selectDeletionsIn(db, connectionId, "unknown");
  return [
    ...creations.map(({ id, name, sent_at: at, created_by: by }) => {
      return { ...unknown, kind: "creation" as const, index_id: null, creation: { id, name }, at, by };
    }),
    ...deletions.map(({ index_id, sent_at: sentAt, created_at: askedAt, created_by: by }) => {
      return { ...unknown, kind: "deletion" as const, index_id, at: sentAt ?? askedAt, by };
    }),
  ];
}

/** Until when somebody has seen their inbox; null before the first time. */
export async function selectInboxSeen(
  db: Database,
  { connectionId, personId }: Pick<InboxOf, "connectionId" | "personId">,
): Promise<Date | null> {
  const row = await db
    .selectFrom("inbox_visit")
    .select("seen_at")
    .where("connection_id", "=", connectionId)
    .where("person_id", "=", personId)
    .executeTakeFirst();
  return row?.seen_at ?? null;
}

/** What was seen stays so. */
export async function upsertInboxSeen(
  db: Database,
  { connectionId, personId, seenAt }: { connectionId: string; personId: string; seenAt: Date },
): Promise<void> {
  await db
    .insertInto("inbox_visit")
    .values({ connection_id: connectionId, person_id: personId, seen_at: seenAt })
    .onConflict((conflict) =>
      conflict.columns(["connection_id", "person_id"]).doUpdateSet((row) => ({
        seen_at: row.fn<Date>("greatest", [row.ref("inbox_visit.seen_at"), row.ref("excluded.seen_at")]),
      })),
    )
    .execute();
}
