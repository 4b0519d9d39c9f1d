import { type Kysely, sql } from "kysely";

/* How many people have to approve the changes of a connection, whether one's own approval counts, and who approved what. */
const statements = [
  `alter table connection add column approvals_required integer not null default 0 check (approvals_required between 0 and 2)`,
  `alter table connection add column own_approval_counts boolean not null default false`,
  `create table approval (
    change_id text not null references change (id) on delete cascade,
    person_id text not null,
    is_own boolean not null,
    given_by json not null,
    given_at timestamptz not null,
    primary key (change_id, person_id)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
