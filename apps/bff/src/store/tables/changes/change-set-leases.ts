import { sql } from "kysely";
import type { Database } from "#/store/sql/transaction.ts";

/** Sets with something to send or settle now that no other worker holds, in the order of approval. */
export async function selectDueChangeSets(
  db: Database,
  { connectionId, owner, now }: { connectionId: string; owner: string; now: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select change_set.id from change_set
    where change_set.connection_id = ${connectionId}
      and (change_set.lease_until is null or change_set.lease_until <= ${now} or change_set.lease_owner = ${owner})
      and exists (
        select from change where change.change_set_id = change_set.id and (
          change.state = 'sending'
          or (change.state = 'queued' and change_set.send_after <= ${now})
          or (change.state in ('held', 'deferred', 'unknown') and change.try_after <= ${now})
        )
      )
    order by (select min(change.approval_order) from change where change.change_set_id = change_set.id), change_set.id
    limit 100`.execute(db);
  return rows.map(({ id }) => id);
}

/** Sets with something that is queued, or would be tried at some time, whoever holds them. */
export async function selectChangeSetsOnTheWay(db: Database, connectionId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct change_set_id as id from change
    where connection_id = ${connectionId}
      and (state = 'queued' or (state in ('held', 'deferred', 'unknown') and try_after is not null))
    order by id`.execute(db);
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
    cross join lateral (select case
      when change.state = 'queued' then change_set.send_after
      when change.state = 'sending' then change_set.lease_until
      else change.try_after end as at) as due
    where change.connection_id = ${connectionId} and due.at is not null
      and change.state in ('queued', 'sending', 'held', 'deferred', 'unknown')`.execute(db);
  return rows[0]?.at ?? null;
}
