import type { FieldKind, Operation, RecordKey } from "@dc/directory";
import { sql } from "kysely";
import type { Checking, NotApplied } from "#/store/schema/ledger-tables.ts";
import { type LeaseClock, leaseNow } from "#/store/lease.ts";
import { json } from "#/store/sql/json.ts";
import { oneOf } from "#/store/sql/row-lists.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";
import type { ChangeSetRow } from "./change-sets.ts";
import { type ChangeRow, stateNow } from "./changes.ts";

/** A lost reply that read as before while something stopped the sending: it is sent again once nothing does. */
const isHeldBack = sql<boolean>`(change.state = 'unknown' and coalesce(change.reason ->> 'code', '') = 'held-back-reads-as-before')`;

/** Of a query of changes with their sets: what a worker has to do with them at some time; what is paused only reads lost replies. */
const isOnTheWay = sql<boolean>`(change.state in ('queued', 'sending') or (change.state = 'unknown' and change.try_after is not null)
  or (change_set.paused is null and (change.state in ('held', 'deferred') and change.try_after is not null
      or ${isHeldBack} and not sending_is_stopped(change.connection_id))
    and not exists (select from connection where connection.id = change.connection_id and connection.paused is not null)))`;

/** Since when that is due. */
const dueAt = sql<Date | null>`(case
  when change.state = 'queued' then change_set.send_after else change.try_after end)`;

/** A row that says to be written later than this after now was written before the machine's clock was set back: what it waited for is due. */
export const CLOCK_SET_BACK_MS = 60_000;

/** Sets with something to send or settle now that no other worker holds, in the order of approval. */
export async function selectDueChangeSets(
  db: Database,
  { connectionId, owner, now, clock }: { connectionId: string; owner: string; now: Date; clock: LeaseClock },
): Promise<string[]> {
  const setBack = new Date(now.getTime() + CLOCK_SET_BACK_MS);
  const { rows } = await sql<{ id: string }>`
    select change_set.id from change_set
    where change_set.connection_id = ${connectionId}
      and (change_set.lease_until is null or change_set.lease_until <= ${leaseNow(clock)} or change_set.lease_owner = ${owner})
      and (change_set.withdrawing is not null or change_set.queueing is not null or change_set.going_back is not null or change_set.act is not null or exists (
        select from change where change.change_set_id = change_set.id and ${isOnTheWay}
          and (coalesce(${dueAt} <= ${now}, true) or change.updated_at > ${setBack})
      ))
    order by (select min(change.approval_order) from change where change.change_set_id = change_set.id), change_set.id
    limit 100`.execute(db);
  return rows.map(({ id }) => id);
}

/** Sets with something that would be sent or read at some time, whoever holds them, and that nobody paused. */
export async function selectChangeSetsOnTheWay(db: Database, connectionId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct change_set.id from change join change_set on change_set.id = change.change_set_id
    where change.connection_id = ${connectionId} and change_set.paused is null and (${isOnTheWay} or change_set.queueing is not null)
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
    cross join lateral (select case when change.state = 'sending' then coalesce(change_set.lease_until, change.sent_at) else ${dueAt} end as at) as due
    where change.connection_id = ${connectionId} and due.at is not null and ${isOnTheWay}`.execute(db);
  return rows[0]?.at ?? null;
}

/** The sets of a connection that are being checked, that nobody paused, and that no worker holds. */
export async function selectUnheldChecks(db: Database, connectionId: string, clock: LeaseClock): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from change_set
    where connection_id = ${connectionId} and checking is not null and paused is null and (lease_until is null or lease_until <= ${leaseNow(clock)})
    order by checking ->> 'at', id limit 100`.execute(db);
  return rows.map(({ id }) => id);
}

/** The sets of a connection that are to be applied by now, the one first whose hour came first. */
export async function selectDueSchedules(
  db: Database,
  { connectionId, now }: { connectionId: string; now: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from change_set
    where connection_id = ${connectionId} and schedule is not null and checking is null and act is null and opening = false
      and (schedule ->> 'at')::timestamptz <= ${now}
      and exists (select from change where change.change_set_id = change_set.id and change.state in ('draft', 'in review', 'approved'))
    order by (schedule ->> 'at')::timestamptz, id limit 100`.execute(db);
  return rows.map(({ id }) => id);
}

/** Whether one of these sets is being checked, or the rows of what goes back of it, or was decided about, did not all follow. */
export async function isAnyChecking(db: Database | Transaction, ids: Iterable<string>): Promise<boolean> {
  const row = await db
    .selectFrom("change_set")
    .select("id")
    .where("id", "=", oneOf(ids))
    .where((where) =>
      where.or((["checking", "going_back", "act"] as const).map((column) => where(column, "is not", null))),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** What ends the work on a check of this set, wherever it is done. */
export function withoutCheckLease({ fencing }: Pick<ChangeSetRow, "fencing">) {
  return { lease_owner: null, lease_until: null, fencing: fencing + 1 };
}

/** Begins, updates or ends a check; who begins one ends a pause of before. The set stays as it is, and so does its version. */
export async function updateCheck(
  trx: Transaction,
  id: string,
  {
    checking,
    notApplied = null,
    isNew = false,
  }: { checking: Checking | null; notApplied?: NotApplied | null; isNew?: boolean },
): Promise<void> {
  await trx
    .updateTable("change_set")
    .set({
      checking: checking === null ? null : json(checking),
      not_applied: notApplied === null ? null : json(notApplied),
      ...(isNew ? { paused: null } : {}),
    })
    .where("id", "=", id)
    .execute();
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
  const isWaiting = sql`(state = 'unknown' and try_after is not null or ${isHeldBack}
    or state = 'deferred' and coalesce(reason ->> 'code', '') <> 'ground-moved')`;
  const { rows } = await sql<{
    sent: number;
    left: number;
    sent_since: number;
    first_since: Date | null;
    under_way: string[] | null;
  }>`
    select count(*) filter (where state in ('applied', 'failed', 'reverted') or (state = 'unknown' and try_after is null and not ${isHeldBack})) as sent,
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

/** Changes of an index version that are sent or held alike; one that creates a record, or names a new one, is a kind by itself. */
export interface KindToSend {
  key: string;
  indexId: string;
  recordType: string;
  field: string | null;
  kind: FieldKind | null;
  op: Operation["op"];
  /** The kind of the deletion of their record in the same set; null where there is none. */
  deletion: string | null;
  /** A live change of a later set deletes their record. */
  isDeletedLater: boolean;
  changes: number;
  /** The id of one of them. */
  example: string;
}

/** Records of an index version that have changes of the same kinds. */
export interface RecordsToSend {
  indexId: string;
  kinds: string[];
  records: number;
  /** The first of them in the order of sending, and its place. */
  first: RecordKey;
  place: number;
}

/** How many changes hold from a later day. */
export interface ToApplyLater {
  day: string;
  changes: number;
}

/**
 * What is still to be sent of a set, by kind and by record, but for what rests until a person settles it, and for what holds
 * from a later day, which is counted by day. A record is created whole, on the latest day that one of its changes names.
 */
export async function selectToSend(
  db: Database,
  { connectionId, changeSetId, today }: { connectionId: string; changeSetId: string; today: string },
): Promise<{ kinds: KindToSend[]; records: RecordsToSend[]; later: ToApplyLater[] }> {
  const { rows } = await sql<{
    kinds: KindToSend[] | null;
    records: RecordsToSend[] | null;
    later: ToApplyLater[] | null;
  }>`
    with dated as materialized (
      select change.id, coalesce(max(evidence.from_day) filter (where change.record_id like 'new\\_%')
          over (partition by change.index_id, change.record_type, change.record_id), evidence.from_day) as from_day
      from change join change_set on change_set.id = change.change_set_id
      left join evidence on evidence.id = coalesce(change.evidence_id, change_set.evidence_id)
      where change.change_set_id = ${changeSetId} and change.state in ('draft', 'in review', 'approved')
    ), waiting as (
      select * from dated where from_day > ${today}::date
    ), by_day as (
      select to_char(from_day, 'YYYY-MM-DD') as day, count(*) as changes from waiting group by from_day order by from_day
    ), deleting as materialized (
      select change.index_id, change.record_type, change.record_id, max(change.approval_order) as place from change
      where change.connection_id = ${connectionId} and change.change_set_id <> ${changeSetId} and change.operation ->> 'op' = 'delete'
        and (change.index_id, change.record_type, change.record_id) in (select own.index_id, own.record_type, own.record_id
          from change as own where own.change_set_id = ${changeSetId} and own.approval_order is not null)
        and ${stateNow} in ('sending', 'unknown', 'held', 'deferred')
      group by change.index_id, change.record_type, change.record_id
    ), keyed as (
      select id, index_id, record_type, record_id, field, kind, op, coalesce(approval_order, staged_order) as place,
        concat_ws(' ', record_type, op, field, kind,
          case when op = 'create' or record_id like 'new\\_%' or written like '%new\\_%' then id end) as key,
        field is not null and coalesce(approval_order < (select deleting.place from deleting where deleting.index_id = change.index_id
          and deleting.record_type = change.record_type and deleting.record_id = change.record_id), false) as deleted_later
      from (
        select *, operation ->> 'op' as op, operation::text as written from change where change_set_id = ${changeSetId}
          and state in ('draft', 'in review', 'approved', 'queued', 'held', 'deferred')
          and (state <> 'deferred' or coalesce(reason ->> 'code', '') <> 'ground-moved')
          and not exists (select from waiting where waiting.id = change.id)
      ) as change
    ), beside as (
      select *, case when field is not null then max(key) filter (where op = 'delete')
          over (partition by index_id, record_type, record_id) end as deletion from keyed
    ), planned as materialized (
      select id, index_id, record_type, record_id, field, kind, op, place, deletion, deleted_later,
        concat_ws(' beside ', key, deletion, case when deleted_later then 'a later deletion' end) as key
      from beside
    ), of_kind as (
      select index_id as "indexId", key, min(record_type) as "recordType", min(field) as field, min(kind) as kind, min(op) as op,
        min(deletion) as deletion,
        bool_or(deleted_later) as "isDeletedLater", count(*) as changes, min(id) as example
      from planned group by index_id, key
    ), record as (
      select index_id, record_type, record_id, array_agg(distinct key) as kinds, min(place) as place
      from planned group by index_id, record_type, record_id
    ), alike as (
      select index_id as "indexId", kinds, count(*) as records, min(place) as place,
        (array_agg(json_build_object('type', record_type, 'id', record_id) order by place))[1] as first
      from record group by index_id, kinds
    )
    select (select json_agg(of_kind) from of_kind) as kinds, (select json_agg(alike) from alike) as records,
      (select json_agg(by_day) from by_day) as later`.execute(db);
  return { kinds: rows[0]?.kinds ?? [], records: rows[0]?.records ?? [], later: rows[0]?.later ?? [] };
}
