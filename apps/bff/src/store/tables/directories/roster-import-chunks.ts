import type { Selectable } from "kysely";
import { sql } from "kysely";
import type { NewImportLine, RosterImportChunkTable, RosterSource } from "#/store/schema/roster-tables.ts";
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

/**
 * Keeps a line for each entry that a roster has now, schedules first, so many in a chunk. Records that were only created here cannot be
 * read. Gives the number of chunks.
 */
export async function insertCopiedChunks(
  trx: Transaction,
  {
    connectionId,
    importId,
    from,
    linesOfChunk,
  }: { connectionId: string; importId: string; from: string; linesOfChunk: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into roster_import_chunk (connection_id, import_id, number, line_count, source, lines, copied)
    select ${connectionId}, ${importId}, number, count(*), 'copied', '[]', json_build_object(
      'from', ${from}::text, 'firstLine', min(line),
      'records', json_agg(json_build_object('type', record_type, 'id', record_id) order by line))
    from (
      select record_type, record_id, line, (line - 1) / ${linesOfChunk}::integer as number
      from (
        select record_type, record_id, row_number() over (order by record_type desc, search, record_id) as line
        from roster_entry where connection_id = ${connectionId} and index_id = ${from} and record_id not like 'new\\_%'
      ) as entry
    ) as numbered
    group by number`.execute(trx);
  return Number(numAffectedRows);
}

/** Of the imports into an index version that have chunks left, the one that began first. */
export async function selectImportWithChunks(
  trx: Transaction,
  { connectionId, indexId }: { connectionId: string; indexId: string },
): Promise<string | undefined> {
  const row = await trx
    .selectFrom("roster_import")
    .innerJoin("roster_import_chunk", "roster_import_chunk.import_id", "roster_import.id")
    .select("roster_import.id")
    .where("roster_import.connection_id", "=", connectionId)
    .where("roster_import.index_id", "=", indexId)
    .orderBy("roster_import.created_at")
    .orderBy("roster_import.id")
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Takes the first chunk that an import has left; undefined where it has none. */
export async function takeImportChunk(
  trx: Transaction,
  importId: string,
): Promise<Pick<Selectable<RosterImportChunkTable>, "source" | "lines" | "copied"> | undefined> {
  return await trx
    .deleteFrom("roster_import_chunk")
    .where("import_id", "=", importId)
    .where("number", "=", (where) =>
      where
        .selectFrom("roster_import_chunk as first")
        .select(({ fn }) => fn.min<number>("first.number").as("number"))
        .where("first.import_id", "=", importId),
    )
    .returning(["source", "lines", "copied"])
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
