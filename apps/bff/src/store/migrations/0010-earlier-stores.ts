import { type Kysely, sql } from "kysely";
import { signInStatements } from "./sign-in-tables.ts";

/*
 * Two migrations were edited after stores had run them: 0002 gained two columns, and the trigger that journals sign-ins its
 * sentences. Stores from before get both here; in every other store nothing changes.
 */
const statements = [
  `alter table change add column if not exists baseline_before json`,
  `alter table journal add column if not exists sentence text`,
  ...signInStatements
    .filter((statement) => statement.startsWith("create function journal_sign_in_table()"))
    .map((statement) => statement.replace("create function", "create or replace function")),
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
