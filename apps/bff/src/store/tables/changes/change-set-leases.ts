import { sql } from "kysely";
import type { Database } from "#/store/sql/transaction.ts";
import type { ChangeRow } from "./changes.ts";

/** Of a query of changes with their sets: what a worker has to do with them at some time; a paused set only reads lost replies. */
const isOnTheWay = sql<boolean>`(change.state in ('queued', 'sending') or (change.state = 'unknown' and change.try_after is not null)
  or (change_set.paused is null and change.state in ('held', 'deferred') and change.try_after is not null))`;

/** Since when that is due. */
const dueAt = sql<Date | null>`(case
  when change.state = 'queued' then change_set.send_after else change.try_after end)`;

/** Sets with something to send or settle now that no other worker holds, in the order of approval. */
export async function selectDueChangeSets(
  db: Database,
  { connectionId, owner, now }: { connectionId: string; owner: string; now: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select change_set.id from change_set
    where change_set.connection_id = ${connectionId}
      and (change_set.lease_until is null or change_set.lease_until <= ${now} or change_set.lease_owner = ${owner})
      and (change_set.withdrawing is not null or exists (
        select from change where change.change_set_id = change_set.id and ${isOnTheWay} and coalesce(${dueAt} <= ${now}, true)
      ))
    order by (select min(change.approval_order) from change where change.change_set_id = change_set.id), change_set.id
    limit 100`.execute(db);
  return rows.map(({ id }) => id);
}

/** Sets with something that would be sent or read at some time, whoever holds them, and that nobody paused. */
export async function selectChangeSetsOnTheWay(db: Database, connectionId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct change_set.id from change join change_set on change_set.id = change.change_set_id
    where change.connection_id = ${connectionId} and change_set.paused is null and ${isOnTheWay}
    order by change_set.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** When this worker has something to do next; null if nothing waits for a time. Another one's set is not due before its lease. */
export async function selectNextDueAt(
  db: Database,
  { connectionId, owner }: { connectionId: string; owner: string },
): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(greatest(due.at, case when change_set.lease_owner <> ${owner} then change_set.lease_until end)) as at
    from change join change_set on change_set.id = change.change_set_id
    cross join lateral (select case when change.state = 'sending' then change_set.lease_until else ${dueAt} end as at) as due
    where change.connection_id = ${connectionId} and due.at is not null and ${isOnTheWay}`.execute(db);
  return rows[0]?.at ?? null;
}

/** How far the sending of a set is. */
export interface Progress {
  /** Changes that were sent, or found in the index. */
  sent: number;
  /** Changes that a worker still moves. */
  left: number;
  /** How many were sent since a moment, and when the first of these was. */
  sentSince: number;
  firstSince: Date | null;
  /** The one that is tried next, with what it waits for. */
  next: Pick<ChangeRow, "try_after" | "reason" | "because"> | null;
  /** Those that are on their way now. */
  underWay: string[];
}

export async function selectProgress(db: Database, changeSetId: string, since: Date): Promise<Progress> {
  const isWaiting = sql`(state = 'unknown' and try_after is not null
    or state = 'deferred' and coalesce(reason ->> 'code', '') <> 'ground-moved')`;
  const { rows } = await sql<{
    sent: number;
    left: number;
    sent_since: number;
    first_since: Date | null;
    under_way: string[] | null;
  }>`
    select count(*) filter (where state in ('applied', 'failed', 'reverted') or (state = 'unknown' and try_after is null)) as sent,
      count(*) filter (where state in ('queued', 'sending') or ${isWaiting}) as left,
      count(*) filter (where sent_at > ${since} and state <> 'sending') as sent_since,
      min(sent_at) filter (where sent_at > ${since}) as first_since,
      array_agg(id order by sent_at) filter (where state = 'sending') as under_way
    from change where change_set_id = ${changeSetId}`.execute(db);
  const [row] = rows;
  const waiting = await sql<Pick<ChangeRow, "try_after" | "reason" | "because">>`
    select try_after, reason, because from change where change_set_id = ${changeSetId} and ${isWaiting}
    order by try_after nulls last limit 1`.execute(db);
  return {
    sent: Number(row?.sent ?? 0),
    left: Number(row?.left ?? 0),
    sentSince: Number(row?.sent_since ?? 0),
    firstSince: row?.first_since ?? null,
    next: waiting.rows[0] ?? null,
    underWay: row?.under_way ?? [],
  };
}
