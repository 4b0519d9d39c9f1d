import { type Kysely, sql } from "kysely";

/* A line of a roster import that several records fit waits for a person, and whom they chose for a spelling is remembered. */
const statements = [
  `alter table roster_import_line drop constraint roster_import_line_state_check`,
  `alter table roster_import_line add constraint roster_import_line_state_check
    check (state in ('waiting', 'found', 'missing', 'failed', 'repeat', 'bad', 'ambiguous'))`,
  `create table roster_name_choice (
    connection_id text not null,
    index_id text collate "C" not null,
    spelling text collate "C" not null,
    record_type text collate "C" not null,
    record_id text collate "C" not null,
    chosen_by json not null,
    chosen_at timestamptz not null,
    primary key (connection_id, index_id, spelling),
    foreign key (connection_id, index_id) references index_version (connection_id, id)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
