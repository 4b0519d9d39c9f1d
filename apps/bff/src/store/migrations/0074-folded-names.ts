import { type Kysely, sql } from "kysely";

/* What people look for by name has its folded text beside it, which `foldAnew` fills. */
const statements = [
  ...["person", "change_set", "evidence", "override"].map(
    (table) => `alter table ${table} add column search text collate "C" not null default ''`,
  ),
  `alter table plan add column name_search text collate "C" not null default ''`,
  `create index person_by_search on person (search, id)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
