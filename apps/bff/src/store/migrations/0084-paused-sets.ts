import { type Kysely, sql } from "kysely";

/*
 * Who paused the sending of a change set. What an earlier version held back at Ctrl-C, change by change, is a paused set from
 * now on.
 */
const statements = [
  `alter table change_set add column paused json`,
  `update change_set set paused = json_build_object('at', now(),
    'by', json_build_object('kind', 'console', 'id', 'sender', 'name', 'Directory Console'))
    where exists (select from change where change.change_set_id = change_set.id
      and change.state in ('deferred', 'held') and change.reason ->> 'code' = 'held-back')`,
  `update change set try_after = now() where state in ('deferred', 'held') and reason ->> 'code' = 'held-back'`,
  `update change set reason = '{"code":"interrupted"}' where state = 'unknown' and reason ->> 'code' = 'held-back-unanswered'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
