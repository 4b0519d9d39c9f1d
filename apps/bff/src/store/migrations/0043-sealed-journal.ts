import { type Kysely, sql } from "kysely";

/*
 * Committed entries of the journal are numbered and chained by the sealer, and nothing else changes or removes an entry. What
 * was there before is sealed as a first segment of its own: its order is known, and not that nobody changed it earlier.
 */
const statements = [
  `alter table journal add column address text`,
  `create table journal_segment (
    number bigint primary key,
    kind text not null check (kind in ('earlier', 'sealed', 'restored')),
    epoch text not null,
    first_number bigint not null,
    last_number bigint not null,
    previous_hash text not null,
    hash text not null,
    earlier_to_seq bigint,
    newest_entry_at timestamptz,
    begun_at timestamptz not null,
    closed_at timestamptz,
    removed_at timestamptz,
    check (last_number >= first_number - 1)
  )`,
  `create unique index journal_segment_open on journal_segment ((true)) where closed_at is null`,
  `insert into journal_segment (number, kind, epoch, first_number, last_number, previous_hash, hash, earlier_to_seq, begun_at)
    select 1, 'earlier', 'epo_' || substr(md5(random()::text || clock_timestamp()::text), 1, 16), 1, 0,
      repeat('0', 64), repeat('0', 64), max(seq), current_timestamp
    from journal having count(*) > 0`,
  `create function keep_journal() returns trigger language plpgsql as $$
    declare
      unsealed journal%rowtype;
    begin
      if tg_op = 'DELETE' then
        if coalesce(current_setting('console.retains', true), '') = 'on' and old.sealed_seq is not null then
          return old;
        end if;
        raise exception 'an entry of the journal is never removed';
      end if;
      unsealed := new;
      unsealed.sealed_seq := null;
      unsealed.hash := null;
      if old.sealed_seq is not null or old.hash is not null or unsealed::text is distinct from old::text then
        raise exception 'an entry of the journal never changes';
      end if;
      return new;
    end $$`,
  `create trigger journal_is_kept before update or delete on journal for each row execute function keep_journal()`,
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
      insert into journal (at, actor, action, subject, address, message)
        values (clock_timestamp(), case when tg_table_name = 'session'
            then json_build_object('kind', 'person', 'id', person_id, 'name', person_name)
            else json_build_object('kind', 'console', 'id', 'console', 'name', 'Directory Console') end,
          tg_table_name || '.' || lower(tg_op), person_id,
          case when tg_table_name || tg_op = 'sessionINSERT' then nullif(told ->> 'ipAddress', '') end,
          json_build_object('code', code, 'params', json_build_object('person', person_name)));
      return null;
    end $$`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
