import { type Kysely, sql } from "kysely";

/*
 * Everybody who had an account may do everything in every connection, as before. A role that is limited stays limited when the
 * last of its referrers is taken from it: then it reaches nothing. The triggers of the sign-in tables say nothing where the
 * console journals by itself what it does to them, in the same transaction.
 */
const statements = [
  `alter table person drop column "role"`,
  `alter table person add column disabled_at timestamptz`,
  `alter table person add column disabled_by json`,
  `create table referrer (
    connection_id text not null references connection (id),
    id text collate "C" not null,
    name text not null,
    practitioner_id text,
    contact text not null default '',
    owner_id text references person (id),
    search text collate "C" not null,
    created_at timestamptz not null,
    created_by json not null,
    archived_at timestamptz,
    version integer not null default 1,
    primary key (connection_id, id)
  )`,
  `create index referrer_by_search on referrer (connection_id, search, id)`,
  `alter table index_version add column referrer_id text collate "C"`,
  `alter table index_version add foreign key (connection_id, referrer_id) references referrer (connection_id, id)`,
  `create index index_version_by_referrer on index_version (connection_id, referrer_id)`,
  `alter table creation add column referrer_id text collate "C"`,
  `alter table creation add foreign key (connection_id, referrer_id) references referrer (connection_id, id)`,
  `insert into referrer (connection_id, id, name, practitioner_id, search, created_at, created_by)
    with named as (
      select connection_id, referrer_name as name, referrer_practitioner_id as practitioner_id, created_at
      from index_version where referrer_name is not null
      union all
      select connection_id, referrer_name, referrer_practitioner_id, created_at
      from creation where referrer_name is not null
    ), known as (
      select connection_id, name, min(practitioner_id) as practitioner_id from named
      where practitioner_id is not null group by connection_id, name having count(distinct practitioner_id) = 1
    ), merged as (
      select named.connection_id, named.name, coalesce(named.practitioner_id, known.practitioner_id) as practitioner_id,
        min(named.created_at) as created_at
      from named left join known on known.connection_id = named.connection_id and known.name = named.name
      group by 1, 2, 3
    )
    select connection_id,
      'ref_' || substr(md5(connection_id || chr(10) || name || chr(10) || coalesce(practitioner_id, '')), 1, 16),
      name, practitioner_id, trim(regexp_replace(lower(name), '[[:space:]]+', ' ', 'g')), created_at,
      '{"kind":"console","id":"start","name":"Directory Console"}'
    from merged`,
  ...["index_version", "creation"].map(
    (table) => `update ${table} as named set referrer_id = (
      select referrer.id from referrer
      where referrer.connection_id = named.connection_id and referrer.name = named.referrer_name
        and (referrer.practitioner_id = named.referrer_practitioner_id or named.referrer_practitioner_id is null)
      order by referrer.practitioner_id nulls first limit 1)
    where referrer_name is not null`,
  ),
  `create table person_role (
    person_id text not null references person (id),
    connection_id text not null references connection (id),
    role text not null check (role in ('viewer', 'editor', 'approver', 'admin')),
    is_limited boolean not null default false,
    given_by json not null,
    given_at timestamptz not null,
    primary key (person_id, connection_id, role),
    check (role <> 'admin' or not is_limited)
  )`,
  `create index person_role_by_connection on person_role (connection_id, role)`,
  `create table person_role_referrer (
    person_id text not null,
    connection_id text not null,
    role text not null,
    referrer_id text collate "C" not null,
    primary key (person_id, connection_id, role, referrer_id),
    foreign key (person_id, connection_id, role) references person_role on delete cascade,
    foreign key (connection_id, referrer_id) references referrer (connection_id, id)
  )`,
  `insert into person_role (person_id, connection_id, role, given_by, given_at)
    select person.id, connection.id, 'admin', '{"kind":"console","id":"start","name":"Directory Console"}', current_timestamp
    from person cross join connection`,
  `create table person_link (
    id text primary key,
    person_id text not null references person (id),
    kind text not null check (kind in ('invitation', 'reset')),
    secret_hash text not null unique,
    created_by json not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz,
    withdrawn_at timestamptz
  )`,
  `create index person_link_by_person on person_link (person_id, created_at)`,
  `alter table access_token add column owner_id text`,
  `update access_token set owner_id = created_by ->> 'id' where created_by ->> 'kind' = 'person'`,
  `alter table access_token add column is_limited boolean not null default false`,
  `alter table access_token add column referrer_ids json not null default '[]'`,
  `alter table access_token add column allowed_origins json not null default '[]'`,
  `create index access_token_by_owner on access_token (owner_id)`,
  ...["person", "credential", "session"].flatMap((table) => [
    `drop trigger ${table}_is_journalled on ${table}`,
    `create trigger ${table}_is_journalled after insert ${table === "session" ? "" : "or update "}or delete on ${table} for each row
      when (coalesce(current_setting('console.journals', true), '') <> 'on') execute function journal_sign_in_table()`,
  ]),
  // Its body is bound when it is made, so that it means the tables themselves whatever the reader is limited to.
  `create function sending_is_stopped(of_connection text) returns boolean language sql stable
    begin atomic
      select exists (select 1 from alarm where alarm.connection_id = of_connection and alarm.resumed_at is null);
    end`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
