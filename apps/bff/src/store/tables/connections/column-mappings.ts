import type { Json } from "@dc/directory";
import { sql } from "kysely";
import { json } from "#/store/sql/json.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";

interface MappingOf {
  connectionId: string;
  /** A digest of what the columns are called. */
  headings: string;
}

/** What columns with these headings were said to be. */
export async function selectColumnMapping(
  db: Database | Transaction,
  { connectionId, headings }: MappingOf,
): Promise<Json | undefined> {
  const row = await db
    .selectFrom("column_mapping")
    .select("columns")
    .where("connection_id", "=", connectionId)
    .where("headings", "=", headings)
    .executeTakeFirst();
  return row?.columns;
}

/** Keeps a mapping in the place of an earlier one, and of all of a connection the newest `most`. */
export async function upsertColumnMapping(
  trx: Transaction,
  { connectionId, headings }: MappingOf,
  { columns, now, most }: { columns: Json; now: Date; most: number },
): Promise<void> {
  const kept = { columns: json(columns), kept_at: now };
  await trx
    .insertInto("column_mapping")
    .values({ connection_id: connectionId, headings, ...kept })
    .onConflict((conflict) => conflict.columns(["connection_id", "headings"]).doUpdateSet(kept))
    .execute();
  await sql`delete from column_mapping where connection_id = ${connectionId} and headings in (
    select headings from column_mapping where connection_id = ${connectionId}
    order by kept_at desc, headings offset ${most})`.execute(trx);
}
