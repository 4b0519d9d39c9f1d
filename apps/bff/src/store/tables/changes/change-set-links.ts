import { sql } from "kysely";
import type { Database, Transaction } from "#/store/sql/transaction.ts";

/** One change set that reverts another one, was split off from it, or retries what failed of it. */
export interface ChangeSetLink {
  id: string;
  how: "reverts" | "split from" | "retries";
  otherId: string;
}

/** What links these sets with others, either way, oldest first; only what is there, and the caller sees. */
export async function selectChangeSetLinks(
  db: Database | Transaction,
  ids: readonly string[],
): Promise<ChangeSetLink[]> {
  if (ids.length === 0) return [];
  const among = sql.join([...ids]);
  const { rows } = await sql<{ id: string; how: ChangeSetLink["how"]; other_id: string }>`
    select linked.id, linked.how, linked.other_id from (
      select id, 'reverts' as how, reverts_id as other_id, created_at from change_set where reverts_id is not null and not opening
      union all
      select id, 'split from', split_from_id, created_at from change_set where split_from_id is not null and not opening
      union all
      select id, 'retries', retry_of_id, created_at from change_set where retry_of_id is not null and not opening
    ) as linked
    join change_set as other on other.id = linked.other_id and not other.opening
    where linked.id in (${among}) or linked.other_id in (${among})
    order by linked.created_at, linked.id`.execute(db);
  return rows.map(({ id, how, other_id: otherId }) => ({ id, how, otherId }));
}
