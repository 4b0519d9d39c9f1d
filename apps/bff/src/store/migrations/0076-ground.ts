import { type Kysely, sql } from "kysely";

/*
 * What the author of a change saw, and who settled that it moved. What was approved before it was kept is reviewed once more.
 */
const statements = [
  `alter table change add column ground json, add column settled_by json`,
  `delete from approval where change_id in (select id from change where state = 'approved')`,
  `update change set state = 'in review', reason = '{"code":"ground-not-kept"}', because = null, version = version + 1
    where state = 'approved'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
