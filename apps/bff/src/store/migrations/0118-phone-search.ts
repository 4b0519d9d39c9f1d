import { type Kysely, sql } from "kysely";

/* An index of the parts of three digits that the phones of a record have: of each line what is before the tab. */
const statements = [
  `create function phone_trigrams(of_phones text) returns text[] language plpgsql immutable strict parallel safe as $$
    begin
      return array(select distinct substr(digits, place, 3) from unnest(string_to_array(of_phones, E'\\n')) as line,
        split_part(line, E'\\t', 1) as digits, generate_series(1, length(digits) - 2) as place);
    end $$`,
  `create index record_summary_by_phones on record_summary using gin (public.phone_trigrams(phones))
    with (gin_pending_list_limit = 1024) where phones <> ''`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
