import type { Selectable } from "kysely";
import { readCursor } from "#/store/sql/keyset.ts";
import type { JournalTable } from "#/store/schema/access-tables.ts";
import type { Database } from "#/store/sql/transaction.ts";

export type JournalRow = Selectable<JournalTable> & { index_name: string | null };

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
    .leftJoin("index_version", (join) =>
      join
        .onRef("index_version.connection_id", "=", "journal.connection_id")
        .onRef("index_version.id", "=", "journal.index_id"),
    )
    .selectAll("journal")
    .select("index_version.label as index_name")
    .where((where) =>
      where.or([where("journal.connection_id", "=", connectionId), where("journal.connection_id", "is", null)]),
    );
  if (indexId !== undefined) matching = matching.where("journal.index_id", "=", indexId);
  if (subject !== undefined) matching = matching.where("subject", "=", subject);
  if (after !== undefined) matching = matching.where("seq", "<", after[0]);
  return await matching
    .orderBy("seq", "desc")
    .limit(limit + 1)
    .execute();
}
