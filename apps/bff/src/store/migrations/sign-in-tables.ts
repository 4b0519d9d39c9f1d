/*
 * The tables that better-auth 1.7.7 reads and writes, with its own column names. It writes them outside our transactions, so
 * triggers journal them: that something happened and to whom, never a password or a session's token.
 */
export const signInStatements = [
  `create table person (
    "id" text primary key,
    "name" text not null,
    "email" text not null unique,
    "emailVerified" boolean not null,
    "image" text,
    "createdAt" timestamptz not null default current_timestamp,
    "updatedAt" timestamptz not null default current_timestamp,
    "role" text not null default 'admin' check ("role" in ('admin'))
  )`,
  `create table session (
    "id" text primary key,
    "expiresAt" timestamptz not null,
    "token" text not null unique,
    "createdAt" timestamptz not null default current_timestamp,
    "updatedAt" timestamptz not null,
    "ipAddress" text,
    "userAgent" text,
    "userId" text not null references person ("id") on delete cascade
  )`,
  `create table credential (
    "id" text primary key,
    "accountId" text not null,
    "providerId" text not null,
    "userId" text not null references person ("id") on delete cascade,
    "accessToken" text,
    "refreshToken" text,
    "idToken" text,
    "accessTokenExpiresAt" timestamptz,
    "refreshTokenExpiresAt" timestamptz,
    "scope" text,
    "password" text,
    "createdAt" timestamptz not null default current_timestamp,
    "updatedAt" timestamptz not null
  )`,
  `create table verification (
    "id" text primary key,
    "identifier" text not null,
    "value" text not null,
    "expiresAt" timestamptz not null,
    "createdAt" timestamptz not null default current_timestamp,
    "updatedAt" timestamptz not null default current_timestamp
  )`,
  `create index session_by_person on session ("userId")`,
  `create index credential_by_person on credential ("userId")`,
  `create index verification_by_identifier on verification ("identifier")`,
  `create function journal_sign_in_table() returns trigger language plpgsql as $$
    declare
      told json;
      person_id text;
      person_name text;
      words text;
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
      words := case tg_table_name || ' ' || tg_op
        when 'session INSERT' then person_name || ' signed in'
        when 'session DELETE' then 'A session of ' || person_name || ' ended'
        when 'person INSERT' then 'The account of ' || person_name || ' was made'
        when 'person UPDATE' then 'The account of ' || person_name || ' was changed'
        when 'person DELETE' then 'The account of ' || person_name || ' was removed'
        when 'credential INSERT' then 'A password was set for ' || person_name
        when 'credential UPDATE' then 'The password of ' || person_name || ' was changed'
        else 'The password of ' || person_name || ' was removed' end;
      insert into journal (at, actor, action, subject, sentence)
        values (clock_timestamp(), case when tg_table_name = 'session'
            then json_build_object('kind', 'person', 'id', person_id, 'name', person_name)
            else json_build_object('kind', 'console', 'id', 'console', 'name', 'Directory Console') end,
          tg_table_name || '.' || lower(tg_op), person_id, words);
      return null;
    end $$`,
  `create trigger person_is_journalled after insert or update or delete on person for each row execute function journal_sign_in_table()`,
  `create trigger credential_is_journalled after insert or update or delete on credential for each row execute function journal_sign_in_table()`,
  `create trigger session_is_journalled after insert or delete on session for each row execute function journal_sign_in_table()`,
];
