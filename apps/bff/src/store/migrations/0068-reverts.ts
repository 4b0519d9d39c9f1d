import { type Kysely, sql } from "kysely";

/* A change set that reverts another one, and which of its changes take back which. */
const statements = [
  `alter table change_set add column reverts_id text references change_set (id) on delete set null`,
  `create index change_set_by_reverted on change_set (reverts_id) where reverts_id is not null`,
  `create table change_revert (
    change_id text not null references change (id) on delete cascade,
    reverted_id text not null references change (id) on delete cascade,
    primary key (change_id, reverted_id)
  )`,
  `create index change_revert_by_reverted on change_revert (reverted_id)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
