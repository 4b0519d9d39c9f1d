import { type Kysely, sql } from "kysely";

/*
 * What an import added or changed, so that it can be taken back: the entries of a roster name theirs, and of the plan catalogue
 * each import keeps its rows. Whether an import marks its entries tells those of earlier versions, which cannot be taken back;
 * which plans were read is known from now on.
 */
const statements = [
  `alter table roster_entry add column import_id text`,
  `alter table roster_import add column marks_entries boolean not null default false`,
  `alter table roster_import alter column marks_entries set default true`,
  `alter table roster_import add column taken_back json`,
  `alter table plan add column is_seen boolean not null default true`,
  `alter table plan alter column is_seen set default false`,
  `create table plan_import (
    connection_id text not null references connection (id) on delete cascade,
    id text not null,
    counts json not null,
    taken_back json,
    created_by json not null,
    created_at timestamptz not null,
    primary key (connection_id, id)
  )`,
  `create table plan_import_row (
    connection_id text not null,
    import_id text not null,
    plan_id text collate "C" not null,
    before json,
    after json not null,
    primary key (connection_id, import_id, plan_id),
    foreign key (connection_id, import_id) references plan_import (connection_id, id) on delete cascade
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
