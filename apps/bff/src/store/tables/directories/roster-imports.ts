import type { RosterNote } from "@dc/directory";
import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import { json, jsonOrNull } from "#/store/sql/json.ts";
import { readCursor } from "#/store/sql/keyset.ts";
import { namesOf, selectListed } from "#/store/sql/row-lists.ts";
import type {
  CopiedEntries,
  KeptSought,
  NewImportLine,
  RosterImportLineTable,
  RosterImportTable,
} from "#/store/schema/roster-tables.ts";
import type { ServiceWords } from "#/store/schema/stored-values.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";

export type RosterImportRow = Selectable<RosterImportTable>;
export type RosterImportLineRow = Selectable<RosterImportLineTable>;
export type RosterImportLineState = RosterImportLineRow["state"];

const BATCH = 1_000;

export async function insertRosterImport(
  trx: Transaction,
  row: Insertable<RosterImportTable>,
): Promise<RosterImportRow> {
  return await trx.insertInto("roster_import").values(row).returningAll().executeTakeFirstOrThrow();
}

const readColumns = { line: "integer", state: "text", note_message: "json", words: "json" } as const;
const lineColumns = {
  connection_id: "text",
  import_id: "text",
  text: "text",
  record_type: "text",
  record_id: "text",
  practitioner_id: "text",
  sought: "json",
  ...readColumns,
} as const;

export async function insertRosterImportLines(
  trx: Transaction,
  { connectionId, importId, lines }: { connectionId: string; importId: string; lines: readonly NewImportLine[] },
): Promise<void> {
  const rows = lines.map((line) => ({
    ...line,
    connection_id: connectionId,
    import_id: importId,
    note_message: jsonOrNull(line.note_message),
    sought: jsonOrNull(line.sought),
  }));
  for (let index = 0; index < rows.length; index += BATCH) {
    await trx
      .insertInto("roster_import_line")
      .columns(namesOf(lineColumns))
      .expression(selectListed(rows.slice(index, index + BATCH), lineColumns))
      .execute();
  }
}

/** Creates a line of each record of a roster that is copied, or read again. */
export async function insertCopiedLines(
  trx: Transaction,
  { connectionId, importId, copied }: { connectionId: string; importId: string; copied: CopiedEntries },
): Promise<void> {
  const rows = copied.records.map(({ type, id }, at) => ({
    line: copied.firstLine + at,
    record_type: type,
    record_id: id,
  }));
  await sql`
    insert into roster_import_line (connection_id, import_id, line, text, record_type, record_id, state)
    select ${connectionId}, ${importId}, line, record_id, record_type, record_id, 'waiting'
    from (${selectListed(rows, { line: "integer", record_type: "text", record_id: "text" })}) as copied`.execute(trx);
}

export async function selectRosterImport(
  db: Database | Transaction,
  connectionId: string,
  id: string,
): Promise<RosterImportRow | undefined> {
  return await db
    .selectFrom("roster_import")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Newest first, with one row more than requested. */
export async function selectRosterImports(
  db: Database,
  {
    connectionId,
    indexId,
    cursor,
    limit,
  }: { connectionId: string; indexId: string; cursor?: string | undefined; limit: number },
): Promise<RosterImportRow[]> {
  const after = readCursor(cursor, ["number", "text"]);
  let matching = db
    .selectFrom("roster_import")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .where("index_id", "=", indexId);
  if (after !== undefined)
    matching = matching.where((where) =>
      where(where.refTuple("created_at", "id"), "<", where.tuple(new Date(after[0]), after[1])),
    );
  return await matching
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
}

/** The oldest unfinished import. */
export async function selectRunningImport(db: Database, connectionId: string): Promise<RosterImportRow | undefined> {
  return await db
    .selectFrom("roster_import")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .where("state", "=", "running")
    .orderBy("created_at")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
}

export async function updateRosterImport(
  trx: Transaction,
  id: string,
  set: Updateable<RosterImportTable>,
): Promise<void> {
  await trx.updateTable("roster_import").set(set).where("id", "=", id).execute();
}

/** How many records were read, how many of those found are of which type, and how many schedules came as known ones. */
export interface ReadCounts {
  read: number;
  practitioners: number;
  schedules: number;
  known: number;
}

export async function addToImportCounts(trx: Transaction, id: string, counts: ReadCounts): Promise<void> {
  const sum = (name: keyof ReadCounts) => sql`coalesce((counts ->> ${name})::integer, 0) + ${counts[name]}::integer`;
  await sql`
    update roster_import set counts = json_build_object(
      'read', ${sum("read")}, 'practitioners', ${sum("practitioners")}, 'schedules', ${sum("schedules")},
      'known', ${sum("known")}
    ) where id = ${id}`.execute(trx);
}

/** Finishes an import without waiting lines and gives it; undefined if a line was put back concurrently. */
export async function finishRosterImport(
  trx: Transaction,
  id: string,
  now: Date,
): Promise<RosterImportRow | undefined> {
  return await trx
    .updateTable("roster_import")
    .set({ state: "done", finished_at: now, waits_for_budget: null })
    .where("id", "=", id)
    .where("state", "=", "running")
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom("roster_import_line")
            .select("line")
            .where("import_id", "=", id)
            .where("state", "=", "waiting"),
        ),
      ),
    )
    .returningAll()
    .executeTakeFirst();
}

/** Whether an import is still to be read: it is neither done nor stopped. With a transaction, it stays so until that ends. */
export async function isImportRunning(db: Database | Transaction, id: string): Promise<boolean> {
  const asked = db.selectFrom("roster_import").select("state");
  const row = await (db.isTransaction ? asked.forUpdate() : asked).where("id", "=", id).executeTakeFirst();
  return row?.state === "running";
}

/** Where an import waits for its request budget: the calls that it has a minute. Writes only where that changes. */
export async function updateBudgetWait(db: Database, id: string, callsPerMinute: number | null): Promise<void> {
  await db
    .updateTable("roster_import")
    .set({ waits_for_budget: callsPerMinute })
    .where("id", "=", id)
    .where("state", "=", "running")
    .where("waits_for_budget", "is distinct from", callsPerMinute)
    .execute();
}

/** Answers all lines of an import that wait with this note. Gives how many there were. */
export async function failWaitingLines(trx: Transaction, id: string, note: RosterNote): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable("roster_import_line")
    .set({ state: "failed", note_message: json(note), words: null })
    .where("import_id", "=", id)
    .where("state", "=", "waiting")
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** The number of lines by state of each of these imports. */
export async function countImportLines(
  db: Database | Transaction,
  ids: readonly string[],
): Promise<Map<string, Map<RosterImportLineState, number>>> {
  const counts = new Map<string, Map<RosterImportLineState, number>>(ids.map((id) => [id, new Map()]));
  if (ids.length === 0) return counts;
  const rows = await db
    .selectFrom("roster_import_line")
    .select((select) => ["import_id", "state", select.fn.countAll<number>().as("lines")])
    .where("import_id", "in", [...ids])
    .groupBy(["import_id", "state"])
    .execute();
  for (const row of rows) counts.get(row.import_id)?.set(row.state, row.lines);
  return counts;
}

/** How many lines of each of these imports have this note. */
export async function countLinesNoted(
  db: Database | Transaction,
  ids: readonly string[],
  code: RosterNote["code"],
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("roster_import_line")
    .select((select) => ["import_id", select.fn.countAll<number>().as("lines")])
    .where("import_id", "in", [...ids])
    .where("state", "=", "failed")
    .where(sql<string>`note_message ->> 'code'`, "=", code)
    .groupBy("import_id")
    .execute();
  return new Map(rows.map((row) => [row.import_id, row.lines]));
}

/** Lines that are not read yet: schedules first, lines of one record together. */
export async function selectWaitingLines(
  db: Database,
  importId: string,
  limit: number,
): Promise<RosterImportLineRow[]> {
  return await db
    .selectFrom("roster_import_line")
    .selectAll()
    .where("import_id", "=", importId)
    .where("state", "=", "waiting")
    .orderBy("record_type", "desc")
    .orderBy("record_id")
    .orderBy("line")
    .limit(limit)
    .execute();
}

/** Where a roster is read again, removes those of these waiting lines whose entries have left it; gives their numbers. */
export async function deleteLeftLines(
  db: Database | Transaction,
  run: RosterImportRow,
  lines: readonly RosterImportLineRow[],
): Promise<Set<number>> {
  if (run.lines_from !== "roster" || lines.length === 0) return new Set();
  const { rows } = await sql<{ line: number }>`
    delete from roster_import_line as line
    where line.import_id = ${run.id} and line.line = any(${lines.map(({ line }) => line)}::integer[])
      and line.state = 'waiting' and not exists (
        select from roster_entry as entry where entry.connection_id = ${run.connection_id} and entry.index_id = ${run.index_id}
          and entry.record_type = line.record_type and entry.record_id = line.record_id
      ) returning line.line`.execute(db);
  return new Set(rows.map(({ line }) => line));
}

/** What lines of an import that are not found yet have in the place of an id, after that line. */
export async function selectWaitingSought(
  db: Database,
  importId: string,
  { after, limit }: { after: number; limit: number },
): Promise<{ line: number; sought: KeptSought | null }[]> {
  return await db
    .selectFrom("roster_import_line")
    .select(["line", "sought"])
    .where("import_id", "=", importId)
    .where("line", ">", after)
    .where("state", "=", "waiting")
    .where("sought", "is not", null)
    .orderBy("line")
    .limit(limit)
    .execute();
}

export interface ReadLine {
  line: number;
  state: "found" | "missing" | "failed";
  note: RosterNote | null;
  words: ServiceWords | null;
}

/**
 * Writes the outcome of waiting lines. Their numbers are listed as well: by the join alone a store that has not counted the lines of
 * an import yet goes through all of them for each.
 */
export async function updateReadLines(trx: Transaction, importId: string, lines: readonly ReadLine[]): Promise<void> {
  if (lines.length === 0) return;
  const rows = lines.map(({ note, words, ...line }) => ({
    ...line,
    note_message: jsonOrNull(note),
    words: jsonOrNull(words),
  }));
  await sql`
    update roster_import_line as line set state = read.state, note_message = read.note_message, words = read.words
    from (${selectListed(rows, readColumns)}) as read
    where line.import_id = ${importId} and line.line = any(${lines.map(({ line }) => line)}::integer[])
      and line.line = read.line and line.state = 'waiting'`.execute(trx);
}

/** Changes a waiting line before it is read. */
export async function updateWaitingLine(
  trx: Transaction,
  importId: string,
  line: number,
  set: Updateable<RosterImportLineTable>,
): Promise<void> {
  await trx
    .updateTable("roster_import_line")
    .set(set)
    .where("import_id", "=", importId)
    .where("line", "=", line)
    .where("state", "=", "waiting")
    .execute();
}

export async function selectImportLine(
  db: Database | Transaction,
  importId: string,
  line: number,
): Promise<RosterImportLineRow | undefined> {
  return await db
    .selectFrom("roster_import_line")
    .selectAll()
    .where("import_id", "=", importId)
    .where("line", "=", line)
    .executeTakeFirst();
}

/** Other lines of an import that name the record. */
export async function selectLinesOfRecord(
  trx: Transaction,
  { importId, type, id }: { importId: string; type: string; id: string },
): Promise<RosterImportLineRow[]> {
  return await trx
    .selectFrom("roster_import_line")
    .selectAll()
    .where("import_id", "=", importId)
    .where("record_type", "=", type)
    .where("record_id", "=", id)
    .orderBy("line")
    .execute();
}

/** The lines that name these practitioners. */
export async function selectLinesOfPractitioners(
  db: Database,
  { importId, ids }: { importId: string; ids: readonly string[] },
): Promise<RosterImportLineRow[]> {
  return await db
    .selectFrom("roster_import_line")
    .selectAll()
    .where("import_id", "=", importId)
    .where("record_type", "=", "practitioner")
    .where(sql<boolean>`record_id = any(${[...ids]}::text[])`)
    .orderBy("line")
    .execute();
}

/** Changes an unusable line; undefined if it is usable or waits. */
export async function correctImportLine(
  trx: Transaction,
  importId: string,
  line: number,
  set: Updateable<RosterImportLineTable>,
): Promise<RosterImportLineRow | undefined> {
  return await trx
    .updateTable("roster_import_line")
    .set(set)
    .where("import_id", "=", importId)
    .where("line", "=", line)
    .where("state", "in", ["bad", "missing", "failed", "ambiguous"])
    .returningAll()
    .executeTakeFirst();
}

/** In the order of the lines, with one row more than requested. */
export async function selectImportLinePage(
  db: Database,
  importId: string,
  { state, cursor, limit }: { state?: RosterImportLineState | undefined; cursor?: string | undefined; limit: number },
): Promise<{ rows: RosterImportLineRow[]; total: number }> {
  const after = readCursor(cursor, ["integer"]);
  let matching = db.selectFrom("roster_import_line").where("import_id", "=", importId);
  if (state !== undefined) matching = matching.where("state", "=", state);
  const { total } = await matching
    .select((select) => select.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const page = after === undefined ? matching : matching.where("line", ">", after[0]);
  return {
    rows: await page
      .selectAll()
      .orderBy("line")
      .limit(limit + 1)
      .execute(),
    total,
  };
}
