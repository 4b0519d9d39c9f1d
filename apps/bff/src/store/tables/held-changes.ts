import type { Operation } from "@dc/directory";
import { sql } from "kysely";
import type { Database } from "#/store/sql/transaction.ts";

/** How many held changes of the connection are of each record type and kind of operation. */
export async function countHeldChanges(
  db: Database,
  connectionId: string,
): Promise<{ type: string; op: Operation["op"]; held: number }[]> {
  const op = sql<Operation["op"]>`operation ->> 'op'`;
  return await db
    .selectFrom("change")
    .select((select) => ["record_type as type", op.as("op"), select.fn.countAll<number>().as("held")])
    .where("connection_id", "=", connectionId)
    .where("state", "=", "held")
    .groupBy(["record_type", op])
    .execute();
}
