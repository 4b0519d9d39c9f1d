import { type Kysely, sql } from "kysely";

/* Counts of the changes of each set, so that nobody who looks at a large one goes through all of them: kept like those of rosters,
   by rows that say what each statement changed. */
const keys = [
  "connection_id",
  "change_set_id",
  "index_id",
  "record_type",
  "field",
  "kind",
  "op",
  "is_whole",
  "state",
  "is_read_again",
  "is_at_rest",
  "was_live",
  "is_replaced",
].join();

const changesOf = (table: string, sign: 1 | -1) => `
  select connection_id, change_set_id, index_id, record_type, field, kind, operation ->> 'op' as op,
    operation -> 'element' is null as is_whole, state,
    state = 'unknown' and (try_after is not null or coalesce(reason ->> 'code', '') = 'held-back-reads-as-before') as is_read_again,
    state = 'deferred' and coalesce(reason ->> 'code', '') = 'ground-moved' as is_at_rest,
    approval_order is not null as was_live, coalesce(reason ->> 'code', '') = 'replaced-by-later' as is_replaced,
    ${sign} as changes
  from ${table}`;

const count = (...rows: string[]) => `
  insert into public.change_count (${keys}, changes)
    select ${keys}, sum(changes) from (${rows.join(" union all ")}) as changed group by ${keys} having sum(changes) <> 0`;

const statements = [
  `create table change_count (
    connection_id text not null,
    change_set_id text not null,
    index_id text collate "C" not null,
    record_type text collate "C" not null,
    field text collate "C",
    kind text,
    op text,
    is_whole boolean not null,
    state text not null,
    is_read_again boolean not null,
    is_at_rest boolean not null,
    was_live boolean not null,
    is_replaced boolean not null,
    changes integer not null,
    is_folded boolean not null default false
  )`,
  `create index change_count_by_set on change_count (connection_id, change_set_id)`,
  `create index change_count_to_fold on change_count (connection_id, change_set_id) where not is_folded`,
  count(changesOf("public.change", 1)),
  `create function count_changes() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then ${count(changesOf("entered", 1))};
      elsif tg_op = 'UPDATE' then ${count(changesOf("entered", 1), changesOf("was", -1))};
      else ${count(changesOf("was", -1))};
      end if;
      return null;
    end $$`,
  `create trigger count_changes_of_insert after insert on change referencing new table as entered
    for each statement execute function count_changes()`,
  `create trigger count_changes_of_update after update on change referencing new table as entered old table as was
    for each statement execute function count_changes()`,
  `create trigger count_changes_of_delete after delete on change referencing old table as was
    for each statement execute function count_changes()`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
