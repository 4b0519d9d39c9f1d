import { type Kysely, sql } from "kysely";

/* Who asked that live changes of a set are taken back, and who confirmed it. */
const statements = [
  `alter table change_set add column taking_back json`,
  `create index change_set_taking_back on change_set (connection_id) where taking_back is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
