import { type Kysely, sql } from "kysely";

/*
 * Whose a change set is, what it is for and who is to review it; what is said about it, and what is asked to be changed;
 * and until when each person has seen their inbox. A comment keeps the index versions that it was about: who does not see
 * them must not read it, also once their changes have left the set.
 */
const statements = [
  `alter table change_set add column purpose text`,
  `alter table change_set add column owner json`,
  `create table change_set_reviewer (
    change_set_id text not null references change_set (id) on delete cascade,
    person_id text not null,
    person json not null,
    asked_at timestamptz not null,
    primary key (change_set_id, person_id)
  )`,
  `create index change_set_reviewer_by_person on change_set_reviewer (person_id)`,
  `create table review_comment (
    id text primary key,
    connection_id text not null,
    change_set_id text not null references change_set (id) on delete cascade,
    index_ids text[] not null,
    words text not null,
    asks boolean not null,
    created_by json not null,
    created_at timestamptz not null
  )`,
  `create index review_comment_by_set on review_comment (change_set_id, created_at)`,
  `create index review_comment_by_time on review_comment (connection_id, created_at)`,
  `create table review_comment_change (
    comment_id text not null references review_comment (id) on delete cascade,
    change_id text not null references change (id) on delete cascade,
    answered_as text,
    answered_by json,
    answered_at timestamptz,
    primary key (comment_id, change_id)
  )`,
  `create index review_comment_change_by_change on review_comment_change (change_id)`,
  `create table inbox_visit (
    connection_id text not null references connection (id),
    person_id text not null references person (id),
    seen_at timestamptz not null,
    primary key (connection_id, person_id)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
