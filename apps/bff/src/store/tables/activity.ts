import type { Selectable } from "kysely";
import { readCursor } from "#/store/sql/keyset.ts";
import type { JournalTable } from "#/store/schema/access-tables.ts";
import type { Database } from "#/store/sql/transaction.ts";

export type JournalRow = Selectable<JournalTable>;

/** Newest first, with one row more than requested. */
export async function selectActivity(
  db: Database,
  {
    connectionId,
    indexId,
    subject,
    cursor,
    limit,
  }: {
    connectionId: string;
    indexId: string | undefined;
    subject: string | undefined;
    cursor: string | undefined;
    limit: number;
  },
): Promise<JournalRow[]> {
  const after = readCursor(cursor, ["number"]);
  let matching = db
    .selectFrom("journal")
    .selectAll()
    .where((where) => where.or([where("connection_id", "=", connectionId), where("connection_id", "is", null)]));
  if (indexId !== undefined) matching = matching.where("index_id", "=", indexId);
  if (subject !== undefined) matching = matching.where("subject", "=", subject);
  if (after !== undefined) matching = matching.where("seq", "<", after[0]);
  return await matching
    .orderBy("seq", "desc")
    .limit(limit + 1)
    .execute();
}
