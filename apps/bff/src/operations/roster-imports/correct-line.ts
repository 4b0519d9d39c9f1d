import type { CorrectRosterImportLineInput, RosterImportLine } from "@dc/contract";
import { parseRoster, type RecordKey, recordKey, rosterNoteText, type RosterLine } from "@dc/directory";
import { inTransaction, type RequestContext } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { json, jsonOrNull } from "#/store/sql/json.ts";
import { journal } from "#/context/journal.ts";
import { upsertNameChoice } from "#/store/tables/directories/known-names.ts";
import { insertRosterEntries, selectRosterEntries } from "#/store/tables/directories/roster.ts";
import {
  correctImportLine,
  type RosterImportLineRow,
  type RosterImportRow,
  selectImportLine,
  selectLinesOfRecord,
  updateRosterImport,
} from "#/store/tables/directories/roster-imports.ts";
import { lockRosterImport } from "#/store/tables/directories/taken-back-rosters.ts";
import type { NewImportLine } from "#/store/schema/roster-tables.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import { ROSTER_IMPORTS, rosterOptions } from "./begin-roster-import.ts";
import { dropEntry } from "./internal/drop-entry.ts";
import { choicesOf, describeImportLine } from "./internal/describe-roster-imports.ts";
import { entriesOf, toLine } from "./parsed-lines.ts";
import { seenChoices } from "./internal/seen-choices.ts";

/** Replaces the text of a line that could not be added, or takes one of the records that it may mean, to be read again. */
export async function correctRosterImportLine(
  context: RequestContext,
  { importId, number, input }: { importId: string; number: number; input: CorrectRosterImportLineInput },
): Promise<RosterImportLine> {
  const { actor, connection, deps } = context;
  const { text = "", record } = input;
  const corrected = await inTransaction(context, async (trx) => {
    const run = await lockRosterImport(trx, { connectionId: connection.id, id: importId });
    if (run === undefined) throw operationError("not_found", "roster-import");
    if (run.taken_back !== null) throw operationError("wrong_state", "import-taken-back");
    const kept = await selectImportLine(trx, importId, number);
    const [before] = kept === undefined ? [] : await seenChoices(context, trx, [kept]);
    if (before === undefined) throw operationError("not_found", "line", { number });
    const next = await unlessRepeated(
      trx,
      importId,
      record === undefined ? parsedLine(context, number, text) : chosenLine(before, record),
    );
    const row = await correctImportLine(trx, importId, number, {
      ...next,
      note_message: jsonOrNull(next.note_message),
      sought: jsonOrNull(next.sought),
      corrected_by: json(actor),
      note: null,
      words: null,
    });
    if (row === undefined) throw operationError("wrong_state", "correct-line");
    await dropEntry(connection.id, trx, run, before);
    if (record !== undefined) await rememberChoice(context, trx, run, { line: before, record });
    const source = await sourceOf(context, trx, run, before);
    await insertRosterEntries(trx, {
      connectionId: connection.id,
      indexId: run.index_id,
      importId: run.id,
      entries: entriesOf([next], source),
      actor,
      now: deps.clock.now(),
    });
    if (next.state === "waiting") await updateRosterImport(trx, importId, { state: "running", finished_at: null });
    const params = { by: actor.name, line: number };
    await journal(context, trx, {
      subject: importId,
      indexId: run.index_id,
      before: { line: number, text: before.text },
      after: { line: number, ...(record === undefined ? { text: next.text } : { record: { ...record } }) },
      message: { code: record === undefined ? "roster.correct" : "roster.choose", params },
    });
    return row;
  });
  deps.background.trigger(ROSTER_IMPORTS);
  return describeImportLine(corrected);
}

/** A line that names the record of another one is its repetition. */
async function unlessRepeated(trx: Transaction, importId: string, line: NewImportLine): Promise<NewImportLine> {
  if (line.record_type === null || line.record_id === null) return line;
  const same = await selectLinesOfRecord(trx, { importId, type: line.record_type, id: line.record_id });
  const first = same.find((other) => other.line !== line.line && other.state !== "repeat");
  const isRepeated =
    first !== undefined && (line.practitioner_id === null || first.practitioner_id === line.practitioner_id);
  return isRepeated
    ? { ...line, state: "repeat", note_message: { code: "duplicate", params: { line: first.line } } }
    : line;
}

/** An ambiguous line with the record that a person chose. */
function chosenLine(line: RosterImportLineRow, record: RecordKey): NewImportLine {
  const isOffered = choicesOf(line).some((choice) => recordKey(choice.record) === recordKey(record));
  if (!isOffered || line.sought === null) throw operationError("wrong_state", "choose-of-line", { line: line.line });
  return {
    line: line.line,
    text: line.text,
    record_type: record.type,
    record_id: record.id,
    practitioner_id: null,
    note_message: null,
    sought: { ...line.sought, foundAs: "chosen" },
    state: "waiting",
  };
}

async function rememberChoice(
  { actor, connection, deps }: RequestContext,
  trx: Transaction,
  run: RosterImportRow,
  { line, record }: { line: RosterImportLineRow; record: RecordKey },
): Promise<void> {
  const spelling = line.sought?.spelling;
  if (spelling === undefined) return;
  await upsertNameChoice(trx, {
    connectionId: connection.id,
    indexId: run.index_id,
    spelling,
    record,
    actor,
    now: deps.clock.now(),
  });
}

function problemOf({ problem }: RosterLine): string | undefined {
  return problem === undefined ? undefined : rosterNoteText(problem);
}

function parsedLine({ deps }: RequestContext, number: number, text: string): NewImportLine {
  const [line, more] = parseRoster(text, rosterOptions(deps)).lines;
  const detail = line === undefined ? "must contain an id" : more === undefined ? problemOf(line) : "must be one line";
  if (line === undefined || detail !== undefined) {
    const problem = detail ?? "must contain an id";
    throw operationError("invalid_request", "roster-line", { problem, pointer: "/text" });
  }
  return { ...toLine(line), line: number };
}

async function sourceOf(
  { connection }: RequestContext,
  trx: Transaction,
  run: RosterImportRow,
  { record_type: type, record_id: id }: RosterImportLineRow,
) {
  if (type === null || id === null) return "paste";
  const [entry] = await selectRosterEntries(trx, {
    connectionId: connection.id,
    indexId: run.index_id,
    type,
    ids: [id],
  });
  return entry?.source ?? "paste";
}
