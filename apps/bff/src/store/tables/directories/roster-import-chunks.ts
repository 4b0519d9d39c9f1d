import type { NewImportLine, RosterSource } from "#/store/schema/roster-tables.ts";
import { json } from "#/store/sql/json.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";

/** Keeps lines of an import, those of each chunk together, until each chunk is taken. */
export async function insertImportChunks(
  trx: Transaction,
  {
    connectionId,
    importId,
    source,
    chunks,
  }: { connectionId: string; importId: string; source: RosterSource; chunks: readonly (readonly NewImportLine[])[] },
): Promise<void> {
  for (const [number, lines] of chunks.entries())
    await trx
      .insertInto("roster_import_chunk")
      .values({
        connection_id: connectionId,
        import_id: importId,
        number,
        line_count: lines.length,
        source,
        lines: json(lines),
      })
      .execute();
}

/** Takes the first chunk that an import has left; undefined where it has none. */
export async function takeImportChunk(
  trx: Transaction,
  importId: string,
): Promise<{ source: RosterSource; lines: NewImportLine[] } | undefined> {
  return await trx
    .deleteFrom("roster_import_chunk")
    .where("import_id", "=", importId)
    .where("number", "=", (where) =>
      where
        .selectFrom("roster_import_chunk as first")
        .select(({ fn }) => fn.min<number>("first.number").as("number"))
        .where("first.import_id", "=", importId),
    )
    .returning(["source", "lines"])
    .executeTakeFirst();
}

/** How many lines of each of these imports are in chunks. */
export async function countChunkedLines(
  db: Database | Transaction,
  importIds: readonly string[],
): Promise<Map<string, number>> {
  if (importIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("roster_import_chunk")
    .select(({ fn }) => ["import_id", fn.sum<number>("line_count").as("lines")])
    .where("import_id", "in", [...importIds])
    .groupBy("import_id")
    .execute();
  return new Map(rows.map(({ import_id: id, lines }) => [id, Number(lines)]));
}
