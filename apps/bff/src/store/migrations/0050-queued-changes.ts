import { type Kysely, sql } from "kysely";

/*
 * Approval and apply are two acts: what a person applied is queued, and was called approved before. A set says who applied
 * it, and when.
 */
const statements = [
  `alter table change drop constraint change_state_check`,
  `update change set state = 'queued' where state = 'approved'`,
  `alter table change add constraint change_state_check check (state in ('draft', 'in review', 'approved', 'queued',
    'deferred', 'sending', 'applied', 'held', 'failed', 'unknown', 'rejected', 'withdrawn', 'reverted'))`,
  `alter table change_set rename column approved_by to applied_by`,
  `alter table change_set rename column approved_at to applied_at`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
