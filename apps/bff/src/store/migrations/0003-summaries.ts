import { type Kysely, sql } from "kysely";

/* What lists show of comparisons, kept when a record is compared: a list of 100,000 names cannot compare as it goes. */
const statements = [
  `create table record_summary (
    connection_id text not null,
    index_id text collate "C" not null,
    record_type text collate "C" not null,
    record_id text collate "C" not null,
    practitioner_id text collate "C",
    same integer not null,
    ours integer not null,
    base_moved integer not null,
    conflict integer not null,
    differs integer not null,
    outside integer not null,
    held integer not null,
    drafts integer not null,
    compared_at timestamptz not null,
    primary key (connection_id, index_id, record_type, record_id)
  )`,
  `create index record_summary_by_practitioner on record_summary (connection_id, index_id, practitioner_id)`,
  `alter table roster_entry add column need integer not null default 0`,
  `create index roster_entry_by_need on roster_entry (connection_id, index_id, record_type, need, search, record_id)`,
  `create index roster_entry_by_age on roster_entry (connection_id, index_id, record_type, added_at, record_id)`,
  `alter table creation add column why text`,
  `alter table creation add column roster_import_id text`,
  `alter table creation add column change_set_id text`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
