import { type Kysely, sql } from "kysely";

/* Counts of rosters and of verdicts, so that nobody who lists directories goes through all that they hold. Each statement adds
   rows that say what it changed, so that no transaction waits for another; a count is the sum of its rows. The upkeep folds them.
   No time zone in use differs from another by less than a quarter of an hour. */
const summed = ["same", "ours", "base_moved", "conflict", "differs", "outside", "held", "drafts"];

const entriesOf = (table: string, sign: 1 | -1) => `
  select connection_id, index_id, record_type, case record_type when 'practitioner' then ask_again_on end as ask_again_on,
    case when record_type = 'practitioner' and not is_verified then date_bin('15 minutes', added_at, '2000-01-01 00:00Z') end
      as unverified_since,
    date_trunc('hour', last_seen_at, 'UTC') as seen_hour, last_seen_at,
    ${sign} as entries, case state when 'waiting' then ${sign} else 0 end as waiting
  from ${table}`;

const newest = `max(last_seen_at) filter (where entries > 0)`;
const countEntries = (...rows: string[]) => `
  insert into public.roster_count (connection_id, index_id, record_type, ask_again_on, unverified_since, seen_hour, last_seen_at,
      entries, waiting)
    select connection_id, index_id, record_type, ask_again_on, unverified_since, seen_hour, ${newest}, sum(entries), sum(waiting)
    from (${rows.join(" union all ")}) as changed group by 1, 2, 3, 4, 5, 6
    having sum(entries) <> 0 or sum(waiting) <> 0 or ${newest} > max(last_seen_at) filter (where entries < 0)`;

const verdictsOf = (table: string, sign: 1 | -1) => `
  select connection_id, index_id, ${summed.map((count) => `${count} * ${sign} as ${count}`).join()} from ${table}`;

const countVerdicts = (...rows: string[]) => `
  insert into public.verdict_count (connection_id, index_id, ${summed.join()})
    select connection_id, index_id, ${summed.map((count) => `sum(${count})`).join()}
    from (${rows.join(" union all ")}) as changed group by 1, 2
    having ${summed.map((count) => `sum(${count}) <> 0`).join(" or ")}`;

const kept = (table: string, name: string, of: typeof entriesOf, count: typeof countEntries) => [
  count(of(`public.${table}`, 1)),
  `create function ${name}() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then ${count(of("entered", 1))};
      elsif tg_op = 'UPDATE' then ${count(of("entered", 1), of("was", -1))};
      else ${count(of("was", -1))};
      end if;
      return null;
    end $$`,
  `create trigger ${name}_of_insert after insert on ${table} referencing new table as entered
    for each statement execute function ${name}()`,
  `create trigger ${name}_of_update after update on ${table} referencing new table as entered old table as was
    for each statement execute function ${name}()`,
  `create trigger ${name}_of_delete after delete on ${table} referencing old table as was
    for each statement execute function ${name}()`,
];

const statements = [
  `create table roster_count (
    connection_id text not null,
    index_id text collate "C" not null,
    record_type text collate "C" not null,
    ask_again_on date,
    unverified_since timestamptz,
    seen_hour timestamptz,
    last_seen_at timestamptz,
    entries integer not null,
    waiting integer not null,
    is_folded boolean not null default false
  )`,
  `create table verdict_count (
    connection_id text not null,
    index_id text collate "C" not null,
    ${summed.map((count) => `${count} integer not null`).join()},
    is_folded boolean not null default false
  )`,
  ...["roster_count", "verdict_count"].flatMap((table) => [
    `create index ${table}_by_index on ${table} (connection_id, index_id)`,
    `create index ${table}_to_fold on ${table} (connection_id, index_id) where not is_folded`,
  ]),
  ...kept("roster_entry", "count_entries", entriesOf, countEntries),
  ...kept("record_summary", "count_verdicts", verdictsOf, countVerdicts),
  // Only the counts of what is overdue looked for it there.
  `drop index roster_entry_ask_again`,
  `drop index roster_entry_unverified`,
  // The order of directories by need reads only entries that need somebody.
  `create index roster_entry_in_need on roster_entry (connection_id, index_id) include (need) where need > 0`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
