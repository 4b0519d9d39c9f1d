import { sql } from "kysely";
import type { Deps } from "#/runtime/context.ts";

/** Sets in which something is to be sent or settled now, and that no other worker holds; what was approved first comes first. */
export async function dueChangeSets(deps: Deps, owner: string): Promise<string[]> {
  const now = deps.clock.now();
  const { rows } = await sql<{ id: string }>`
    select change_set.id from change_set
    where change_set.connection_id = ${deps.connection.id}
      and (change_set.lease_until is null or change_set.lease_until <= ${now} or change_set.lease_owner = ${owner})
      and exists (
        select from change where change.change_set_id = change_set.id and (
          change.state = 'sending'
          or (change.state = 'approved' and change_set.send_after <= ${now})
          or (change.state in ('held', 'deferred', 'unknown') and change.try_after <= ${now})
        )
      )
    order by (select min(change.approval_order) from change where change.change_set_id = change_set.id), change_set.id
    limit 100`.execute(deps.store.db);
  return rows.map(({ id }) => id);
}

/** When the next thing is to be done; null when nothing waits for a moment. */
export async function nextDueAt(deps: Deps): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(case
      when change.state = 'approved' then change_set.send_after
      when change.state = 'sending' then change_set.lease_until
      else change.try_after end) as at
    from change join change_set on change_set.id = change.change_set_id
    where change.connection_id = ${deps.connection.id} and change.state in ('approved', 'sending', 'held', 'deferred', 'unknown')`.execute(
    deps.store.db,
  );
  return rows[0]?.at ?? null;
}
