import type { RecordKey } from "@dc/directory";
import { sql } from "kysely";
import { namesOf, selectListed } from "#/store/sql/row-lists.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";

export interface OutboxEntry {
  id: string;
  indexId: string;
  records: RecordKey[];
}

const columns = { connection_id: "text", index_id: "text", records: "json", at: "timestamptz" } as const;

/**
 * Keeps, in the transaction that changes something of these records, that it is still to be published. Returns the ids of the
 * entries, one for each index in the order given.
 */
export async function insertOutbox(
  trx: Transaction,
  { connectionId, at }: { connectionId: string; at: Date },
  ofIndices: readonly { indexId: string; records: readonly RecordKey[] }[],
): Promise<string[]> {
  if (ofIndices.length === 0) return [];
  const rows = ofIndices.map(({ indexId, records }) => ({
    connection_id: connectionId,
    index_id: indexId,
    records: JSON.stringify(records),
    at,
  }));
  // Whoever is limited writes it, and reads nothing of it.
  const { rows: made } = await sql<{ id: string }>`
    insert into public.ledger_outbox (${sql.join(namesOf(columns).map((name) => sql.ref(name)))})
    ${selectListed(rows, columns)} returning id::text as id`.execute(trx);
  return made.map(({ id }) => id);
}

/** What was committed before a time and is not published, after the entry of an id, the oldest first. */
export async function selectOutbox(
  db: Database,
  { connectionId, before, after, limit }: { connectionId: string; before: Date; after: string; limit: number },
): Promise<OutboxEntry[]> {
  const rows = await db
    .selectFrom("ledger_outbox")
    .select(["id", "index_id", "records"])
    .where("connection_id", "=", connectionId)
    .where("at", "<=", before)
    .where(sql<boolean>`id > ${after}::bigint`)
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map((row) => ({ id: String(row.id), indexId: row.index_id, records: row.records }));
}

export async function deleteFromOutbox(
  db: Database,
  { connectionId, ids }: { connectionId: string; ids: readonly string[] },
): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from ledger_outbox where connection_id = ${connectionId} and id = any(${[...ids]}::bigint[])`.execute(
    db,
  );
}
