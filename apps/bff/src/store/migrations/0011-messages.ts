import { type Kysely, sql } from "kysely";

/*
 * What the journal says, and why a change waits, is kept as a code with its parameters; the words are made where they are shown.
 * Sentences that were kept before stay as text in the columns that they have.
 */
const statements = [
  `alter table journal add column message json`,
  `alter table journal add column why_message json`,
  `alter table change add column reason json`,
  `create or replace function journal_sign_in_table() returns trigger language plpgsql as $$
    declare
      told json;
      person_id text;
      person_name text;
      code text;
    begin
      if tg_op = 'DELETE' then told := row_to_json(old); else told := row_to_json(new); end if;
      if tg_table_name = 'person' then
        person_id := told ->> 'id';
        person_name := told ->> 'name';
      else
        person_id := told ->> 'userId';
        select person."name" into person_name from person where person."id" = person_id;
      end if;
      person_name := coalesce(person_name, 'somebody who is no longer known');
      code := case tg_table_name || ' ' || tg_op
        when 'session INSERT' then 'session.start'
        when 'session DELETE' then 'session.end'
        when 'person INSERT' then 'account.create'
        when 'person UPDATE' then 'account.change'
        when 'person DELETE' then 'account.remove'
        when 'credential INSERT' then 'password.set'
        when 'credential UPDATE' then 'password.change'
        else 'password.remove' end;
      insert into journal (at, actor, action, subject, message)
        values (clock_timestamp(), case when tg_table_name = 'session'
            then json_build_object('kind', 'person', 'id', person_id, 'name', person_name)
            else json_build_object('kind', 'console', 'id', 'console', 'name', 'Directory Console') end,
          tg_table_name || '.' || lower(tg_op), person_id,
          json_build_object('code', code, 'params', json_build_object('person', person_name)));
      return null;
    end $$`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
