import { sql } from "kysely";
import type { Database, Transaction } from "#/store/sql/transaction.ts";
import { isWithdrawableLive } from "./changes.ts";

/** Of changes joined with their sets: those that a standing request takes back. One at rest moves no more once it is settled. */
export const isTakenBack = sql<boolean>`(change_set.taking_back is not null and ${isWithdrawableLive}
  and (change_set.taking_back ->> 'keepsHeld' = 'false' or change.state <> 'held')
  and (change_set.taking_back ->> 'as' = 'withdraw' or change.reason ->> 'code' = 'ground-moved')
  and (change_set.taking_back ->> 'changeIds' is null
    or jsonb_exists((change_set.taking_back -> 'changeIds')::jsonb, change.id)))`;

/** The changes that somebody asks to be taken back, counted by set and index version. */
export async function selectTakenBack(
  db: Database | Transaction,
  changeSetIds: readonly string[],
): Promise<{ change_set_id: string; index_id: string; changes: number }[]> {
  if (changeSetIds.length === 0) return [];
  const { rows } = await sql<{ change_set_id: string; index_id: string; changes: number }>`
    select change.change_set_id, change.index_id, count(*)::integer as changes
    from change join change_set on change_set.id = change.change_set_id
    where change.change_set_id in (${sql.join([...changeSetIds])}) and ${isTakenBack}
    group by change.change_set_id, change.index_id`.execute(db);
  return rows;
}

/** The sets of a connection in which somebody confirmed that changes are taken back. */
export async function selectSetsTakenBackBy(
  db: Database,
  { connectionId, personId }: { connectionId: string; personId: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from change_set where connection_id = ${connectionId} and taking_back is not null
      and exists (select 1 from json_array_elements(taking_back -> 'confirmed') as confirmed
        where confirmed -> 'by' ->> 'id' = ${personId})`.execute(db);
  return rows.map(({ id }) => id);
}
