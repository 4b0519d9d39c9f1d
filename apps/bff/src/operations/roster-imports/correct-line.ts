import type { RosterImportLine } from "@dc/contract";
import { parseRoster, rosterNoteText, type RosterLine } from "@dc/directory";
import { inTransaction, type RequestContext } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { jsonOrNull } from "#/store/sql/json.ts";
import { journal } from "#/context/journal.ts";
import { insertRosterEntries, selectRosterEntries } from "#/store/tables/directories/roster.ts";
import {
  correctImportLine,
  type RosterImportLineRow,
  type RosterImportRow,
  selectImportLine,
  selectLinesOfRecord,
  updateRosterImport,
} from "#/store/tables/directories/roster-imports.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import { entriesOf, type ParsedLine, ROSTER_IMPORTS, rosterOptions, toLine } from "./begin-roster-import.ts";
import { dropEntry } from "./internal/drop-entry.ts";
import { describeImportLine } from "./internal/describe-roster-imports.ts";
import { loadRosterImport } from "./get.ts";

/** Replaces the text of a line that was bad, missing or failed, so that it is read again. */
export async function correctRosterImportLine(
  context: RequestContext,
  importId: string,
  number: number,
  text: string,
): Promise<RosterImportLine> {
  const { actor, connection, deps } = context;
  const run = await loadRosterImport(context, importId);
  const parsed = parsedLine(context, number, text);
  const now = deps.clock.now();
  const corrected = await inTransaction(context, async (trx) => {
    const before = await selectImportLine(trx, importId, number);
    if (before === undefined) throw operationError("not_found", "line", { number });
    const same =
      parsed.record_type === null || parsed.record_id === null
        ? []
        : await selectLinesOfRecord(trx, { importId, type: parsed.record_type, id: parsed.record_id });
    const first = same.find((line) => line.line !== number && line.state !== "repeat");
    const repeats =
      first !== undefined && (parsed.practitioner_id === null || first.practitioner_id === parsed.practitioner_id);
    const next = repeats
      ? {
          ...parsed,
          state: "repeat" as const,
          note_message: { code: "duplicate" as const, params: { line: first.line } },
        }
      : parsed;
    const row = await correctImportLine(trx, importId, number, {
      ...next,
      note_message: jsonOrNull(next.note_message),
      sought: jsonOrNull(next.sought),
      note: null,
      words: null,
    });
    if (row === undefined) throw operationError("wrong_state", "correct-line");
    await dropEntry(connection.id, trx, run, before);
    const source = await sourceOf(context, trx, run, before);
    await insertRosterEntries(trx, {
      connectionId: connection.id,
      indexId: run.index_id,
      entries: entriesOf([next], source),
      actor,
      now,
    });
    if (next.state === "waiting") await updateRosterImport(trx, importId, { state: "running", finished_at: null });
    await journal(context, trx, {
      subject: importId,
      indexId: run.index_id,
      before: { line: number, text: before.text },
      after: { line: number, text: next.text },
      message: { code: "roster.correct", params: { by: actor.name, line: number } },
    });
    return row;
  });
  deps.background.trigger(ROSTER_IMPORTS);
  return describeImportLine(corrected);
}

function problemOf({ problem }: RosterLine): string | undefined {
  return problem === undefined ? undefined : rosterNoteText(problem);
}

function parsedLine({ deps }: RequestContext, number: number, text: string): ParsedLine {
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
