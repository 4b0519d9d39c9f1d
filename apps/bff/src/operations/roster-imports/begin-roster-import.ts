import type { Actor } from "@dc/contract";
import { type JournalMessage, parseRoster, type RosterOptions } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { journal } from "#/context/journal.ts";
import { json } from "#/store/sql/json.ts";
import { insertRosterImport, type RosterImportRow } from "#/store/tables/directories/roster-imports.ts";
import type { RosterSource } from "#/store/schema/roster-tables.ts";
import { refuseLongText } from "#/runtime/pasted-text.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import { fieldNoun } from "#/upstream/records/field-wording.ts";
import { rosterLookUps } from "#/upstream/records/find-records.ts";
import { storeCopy, storeLines } from "./internal/store-lines.ts";
import { toLine } from "./parsed-lines.ts";

/** The name of this background task. */
export const ROSTER_IMPORTS = "roster imports";

/** The most lines of one import. */
const MOST_LINES = 100_000;

/** A text, the roster of another index version, or the roster itself, which is read again. */
export type RosterToImport = { text: string; source: RosterSource } | { copyOf: string } | "itself";

export interface BeginRequest {
  indexId: string;
  roster: RosterToImport;
  actor: Actor;
  requestId: string | null;
}

/**
 * Stores an import with its lines and roster entries, all waiting to be read. Trigger the background after the commit, which also
 * stores what was left to steps.
 */
export async function beginRosterImport(
  deps: Deps,
  trx: Transaction,
  { indexId, roster, actor, requestId }: BeginRequest,
): Promise<RosterImportRow> {
  const connectionId = deps.connection.id;
  const now = deps.clock.now();
  const id = deps.newId("imp");
  const row = await insertRosterImport(trx, {
    id,
    connection_id: connectionId,
    index_id: indexId,
    state: "running",
    lines_from: roster === "itself" ? "roster" : "copyOf" in roster ? "index" : "text",
    counts: json({ read: 0, practitioners: 0, schedules: 0, known: 0 }),
    created_by: json(actor),
    created_at: now,
  });
  if (roster === "itself" || "copyOf" in roster) {
    await storeCopy(deps, trx, row, roster === "itself" ? indexId : roster.copyOf);
  } else {
    const lines = parseRoster(roster.text, rosterOptions(deps)).lines.map(toLine);
    await storeLines(deps, trx, row, { source: roster.source, lines });
  }
  await journal({ deps, actor, requestId }, trx, { subject: id, indexId, ...journalOf(roster, actor.name) });
  return row;
}

function journalOf(roster: RosterToImport, by: string): { after: object; message: JournalMessage } {
  if (roster === "itself")
    return { after: { readAgain: true }, message: { code: "roster.read-again", params: { by } } };
  if ("copyOf" in roster)
    return {
      after: { copyOf: roster.copyOf },
      message: { code: "roster.copy", params: { by, index: roster.copyOf } },
    };
  return { after: { source: roster.source }, message: { code: "roster.add", params: { by } } };
}

/** Refuses a roster with too many lines. Call it before anything irreversible is done. */
export function refuseTooManyLines(text: string, pointer: string): void {
  refuseLongText(text, { most: MOST_LINES, what: "A roster import", pointer });
}

/** How the profile distinguishes the ids of record types. */
export function rosterOptions({ service: { profile } }: Pick<Deps, "service">): RosterOptions {
  const { answers, indexes } = profile.data;
  const others: [prefix: string | undefined, word: string][] = [
    [answers.patient.id.idPrefix, "a patient id"],
    [profile.idPrefixOf(profile.planType), "a plan id"],
    [indexes.prefix, "an index version id"],
    [answers.appointment.id.idPrefix, "an appointment id"],
    ...profile.recordTypes
      .filter((type) => type !== "practitioner" && type !== "schedule")
      .map((type): [string, string] => [profile.idPrefixOf(type), `a ${type} id`]),
  ];
  const otherPrefixes: { [prefix: string]: string } = {};
  for (const [prefix = "", word] of others) if (prefix !== "") otherPrefixes[prefix] ??= word;
  return {
    schedulePrefix: profile.idPrefixOf("schedule"),
    practitionerPrefix: profile.idPrefixOf("practitioner"),
    otherPrefixes,
    findsNames: true,
    lookUps: rosterLookUps(profile).map(({ type, meaning, match }) => ({
      type,
      meaning,
      match,
      label: fieldNoun(profile, type, meaning),
    })),
  };
}
