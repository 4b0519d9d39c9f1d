import { recordKey, type RosterLine, type RosterNote } from "@dc/directory";
import type { NewImportLine, RosterSource } from "#/store/schema/roster-tables.ts";
import { storedText } from "#/store/sql/stored-text.ts";
import type { NewRosterEntry } from "#/store/tables/directories/roster.ts";

/** A line as stored: a pair is stored as its schedule, with the expected practitioner. */
export function toLine({
  line,
  text,
  scheduleId,
  practitionerId,
  problem,
  sought,
  repeats,
}: RosterLine): NewImportLine {
  const type = scheduleId === undefined ? "practitioner" : "schedule";
  const id = scheduleId ?? practitionerId;
  const kept = { line, text: storedText(text).slice(0, 2_000) };
  const isBad = problem !== undefined || (id === undefined && sought === undefined);
  if (isBad || id === undefined) {
    return {
      ...kept,
      record_type: null,
      record_id: null,
      practitioner_id: null,
      note_message: isBad ? (problem ?? null) : repeated(repeats),
      sought: isBad ? null : (sought ?? null),
      state: isBad ? "bad" : repeats === undefined ? "waiting" : "repeat",
    };
  }
  return {
    ...kept,
    record_type: type,
    record_id: id,
    practitioner_id: scheduleId === undefined ? null : (practitionerId ?? null),
    note_message: repeated(repeats),
    sought: sought ?? null,
    state: repeats === undefined ? "waiting" : "repeat",
  };
}

function repeated(line: number | undefined): RosterNote | null {
  return line === undefined ? null : { code: "duplicate", params: { line } };
}

/** The roster entries of readable lines, each record once. */
export function entriesOf(lines: readonly NewImportLine[], source: RosterSource): NewRosterEntry[] {
  const entries = new Map<string, NewRosterEntry>();
  for (const { state, record_type: type, record_id: id } of lines) {
    if (state !== "waiting" || type === null || id === null) continue;
    const practitionerId = type === "practitioner" ? id : null;
    entries.set(recordKey({ type, id }), { record: { type, id }, practitionerId, source, sourceDetail: null });
  }
  return [...entries.values()];
}
