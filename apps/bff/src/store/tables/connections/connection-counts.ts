import { sql } from "kysely";
import type { Database } from "#/store/sql/transaction.ts";

/** How much of a connection is known: its directories, as they are listed, and the records read there. */
export async function selectConnectionCounts(
  db: Database,
  connectionId: string,
): Promise<{ directories: number; records: number }> {
  const { rows } = await sql<{ directories: string; records: string }>`select
    (select count(*) from index_version where connection_id = ${connectionId} and origin not in ('standard', 'test')
      and archived_at is null) as directories,
    (select count(*) from (select distinct record_type, record_id from roster_entry
      where connection_id = ${connectionId}) as known) as records`.execute(db);
  return { directories: Number(rows[0]?.directories ?? 0), records: Number(rows[0]?.records ?? 0) };
}
