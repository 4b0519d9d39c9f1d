import { type Kysely, sql } from "kysely";

/*
 * Why a creation has its outcome, why a record could not be read, and what is said about a line of a roster import are kept as
 * codes with their parameters too. Sentences that were kept before stay as text in the columns that they have.
 */
const statements = [
  `alter table creation add column reason json`,
  `alter table roster_entry add column failure json`,
  `alter table roster_import_line add column note_message json`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
