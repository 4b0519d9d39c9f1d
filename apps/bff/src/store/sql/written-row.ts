import { type RawBuilder, sql } from "kysely";

/** A number of a row of this table as it was written last: another one once it is written again, and of each row another one. */
export function writtenRow(table: string): RawBuilder<bigint> {
  return sql`hashtidextended(${sql.ref(`${table}.ctid`)}, ${sql.ref(`${table}.xmin`)}::text::bigint)`;
}
