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
      row_id text;
      person_id text;
    begin
      if tg_op = 'DELETE' then row_id := old."id"; else row_id := new."id"; end if;
      if tg_table_name = 'person' then person_id := row_id;
      elsif tg_op = 'DELETE' then person_id := old."userId";
      else person_id := new."userId"; end if;
      insert into journal (at, actor, action, subject)
        values (clock_timestamp(), json_build_object('kind', 'console', 'id', 'sign-in', 'name', 'sign-in'),
          tg_table_name || ' ' || lower(tg_op), person_id);
      return null;
    end $$`,
  `create trigger person_is_journalled after insert or update or delete on person for each row execute function journal_sign_in_table()`,
  `create trigger credential_is_journalled after insert or update or delete on credential for each row execute function journal_sign_in_table()`,
  `create trigger session_is_journalled after insert or delete on session for each row execute function journal_sign_in_table()`,
];
