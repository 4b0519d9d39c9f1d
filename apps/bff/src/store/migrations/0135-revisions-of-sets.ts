import { type Kysely, sql } from "kysely";

/* Beside how many changes of a set are alike: what their versions add up to, and which records they are about, so that whoever read
   the set knows whether it is another one by now without going through it. */
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
const sums = ["changes", "versions", "records"];

const changesOf = (table: string, sign: 1 | -1) => `
  select connection_id, change_set_id, index_id, record_type, field, kind, operation ->> 'op' as op,
    operation -> 'element' is null as is_whole, state,
    state = 'unknown' and (try_after is not null or coalesce(reason ->> 'code', '') = 'held-back-reads-as-before') as is_read_again,
    state = 'deferred' and coalesce(reason ->> 'code', '') = 'ground-moved' as is_at_rest,
    approval_order is not null as was_live, coalesce(reason ->> 'code', '') = 'replaced-by-later' as is_replaced,
    ${sign} as changes, ${sign} * version as versions, ${sign} * hashtext(id || ' ' || record_id)::bigint as records
  from ${table}`;

const count = (...rows: string[]) => `
  insert into public.change_count (${keys}, ${sums.join()})
    select ${keys}, ${sums.map((name) => `sum(${name})`).join()} from (${rows.join(" union all ")}) as changed group by ${keys}
    having ${sums.map((name) => `sum(${name}) <> 0`).join(" or ")}`;

const statements = [
  `alter table change_count add column versions bigint not null default 0, add column records bigint not null default 0`,
  `insert into change_count (${keys}, ${sums.join()})
    select ${keys}, 0, sum(versions), sum(records) from (${changesOf("public.change", 1)}) as counted group by ${keys}`,
  `create or replace function count_changes() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then ${count(changesOf("entered", 1))};
      elsif tg_op = 'UPDATE' then ${count(changesOf("entered", 1), changesOf("was", -1))};
      else ${count(changesOf("was", -1))};
      end if;
      return null;
    end $$`,
  // Each step of a large set that goes on or back asks for the next changes that are queued.
  `create index change_queued on change (change_set_id, approval_order) where state = 'queued'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
