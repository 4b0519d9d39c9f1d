import { textOfWords } from "#/upstream/service-failure.ts";
import type { RosterImport, RosterImportLine } from "@dc/contract";
import { type RosterFind, type RosterNote, rosterNoteText } from "@dc/directory";
import {
  countImportLines,
  countLinesNoted,
  type RosterImportLineRow,
  type RosterImportRow,
} from "#/store/tables/directories/roster-imports.ts";
import { countChunkedLines } from "#/store/tables/directories/roster-import-chunks.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";

/** Imports for display, with progress counted from their lines. */
export async function describeRosterImports(
  db: Database | Transaction,
  rows: readonly RosterImportRow[],
): Promise<RosterImport[]> {
  const ids = rows.map(({ id }) => id);
  const counts = await countImportLines(db, ids);
  const chunked = await countChunkedLines(db, ids);
  const stopped = rows.filter((row) => row.stopped !== null).map(({ id }) => id);
  const notRead = await countLinesNoted(db, stopped, "stopped");
  return rows.map((row) => {
    const of = (state: RosterImportLineRow["state"]) => counts.get(row.id)?.get(state) ?? 0;
    const lines = {
      waiting: of("waiting") + (chunked.get(row.id) ?? 0),
      found: of("found"),
      missing: of("missing"),
      failed: of("failed"),
      repeat: of("repeat"),
      bad: of("bad"),
      ambiguous: of("ambiguous"),
    };
    const { read = 0, practitioners = 0, schedules = 0, known = 0 } = row.counts;
    return {
      id: row.id,
      indexId: row.index_id,
      from: row.lines_from,
      state: row.state,
      lines: { total: Object.values(lines).reduce((sum, count) => sum + count, 0), ...lines },
      records: { read, practitioners, schedules, known },
      createdAt: row.created_at.toISOString(),
      createdBy: row.created_by,
      finishedAt: row.finished_at?.toISOString() ?? null,
      mayBeTakenBack: mayBeTakenBack(row),
      takenBack: row.taken_back,
      stopped: row.stopped === null ? null : { ...row.stopped, notRead: notRead.get(row.id) ?? 0 },
      waitsForBudget: row.state === "running" ? row.waits_for_budget : null,
    };
  });
}

/** Whether what an import added is known, and may still be there. */
export function mayBeTakenBack({ state, lines_from, marks_entries, taken_back }: RosterImportRow): boolean {
  return state === "done" && lines_from !== "roster" && marks_entries && taken_back === null;
}

export async function describeRosterImport(db: Database | Transaction, row: RosterImportRow): Promise<RosterImport> {
  const [described] = await describeRosterImports(db, [row]);
  if (described === undefined) throw new RangeError("one row gives one import");
  return described;
}

export function describeImportLine({
  line,
  text,
  record_type,
  record_id,
  practitioner_id,
  state,
  note,
  note_message,
  words,
}: RosterImportLineRow): RosterImportLine {
  return {
    line,
    text,
    record: record_type === null || record_id === null ? null : { type: record_type, id: record_id },
    practitionerId: practitioner_id,
    state,
    words: note_message === null ? (note ?? textOfWords(words)) : rosterNoteText(note_message),
    choices: choicesOf({ state, note_message }),
  };
}

/** Whom an ambiguous line may mean, and who is called similarly to a name that finds nobody. */
export function choicesOf({
  state,
  note_message: note,
}: Pick<RosterImportLineRow, "state" | "note_message">): RosterImportLine["choices"] {
  const isNear = state === "missing";
  const finds = isNear || state === "ambiguous" ? findsOf(note) : [];
  return finds.map(({ type, id, name, detail = "" }) => ({ record: { type, id }, name, detail, isNear }));
}

/** The records that a note offers. */
export function findsOf(note: RosterNote | null): readonly RosterFind[] {
  if (note?.code === "several-found") return note.params.finds;
  return note?.code === "none-found" ? (note.params.near ?? []) : [];
}
