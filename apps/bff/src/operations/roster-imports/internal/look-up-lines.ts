import type { RecordKey, RosterNote } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { type Lease, prolongLease } from "#/store/lease.ts";
import { json } from "#/store/sql/json.ts";
import { insertRosterEntries } from "#/store/tables/directories/roster.ts";
import {
  type RosterImportLineRow,
  type RosterImportRow,
  selectLinesOfRecord,
  updateReadLines,
  updateWaitingLine,
} from "#/store/tables/directories/roster-imports.ts";
import { type Transaction, transact } from "#/store/sql/transaction.ts";
import { rosterOptions } from "#/operations/roster-imports/begin-roster-import.ts";
import { fieldNoun } from "#/upstream/records/field-wording.ts";
import { type Finds, findRecords, lookUpsFor } from "#/upstream/records/find-records.ts";

interface LookedUp {
  line: RosterImportLineRow;
  finds: Finds;
}

/**
 * Asks the service for the records of lines that have a number or a text in the place of an id. A line that finds one
 * waits on as a line with its id; any other is answered. Gives the wait before the next calls, if they are paused.
 */
export async function lookUpLines(
  deps: Deps,
  run: RosterImportRow,
  { lines, lease }: { lines: readonly RosterImportLineRow[]; lease: Lease },
): Promise<number | null> {
  const answers = await Promise.all(lines.map(async (line) => ({ line, finds: await askFor(deps, run, line) })));
  const isPaused = ({ finds }: LookedUp) => finds.outcome === "failed" && finds.failure.code === "service_paused";
  await transact(deps.store.db, async (trx) => {
    await prolongLease(trx, lease);
    for (const answer of answers) if (!isPaused(answer)) await answerLine(deps, trx, run, answer);
  });
  const pauses = answers
    .filter(isPaused)
    .map(({ finds }) => (finds.outcome === "failed" ? (finds.failure.retryAfterMs ?? 1_000) : 0));
  return pauses.length === 0 ? null : Math.max(...pauses);
}

async function askFor({ service }: Deps, run: RosterImportRow, { sought }: RosterImportLineRow): Promise<Finds> {
  if (sought === null) return { outcome: "found", finds: [], only: null, isWhole: true };
  const lookUps = lookUpsFor(service.profile, sought);
  return await findRecords(service, { indexId: run.index_id, value: sought.value, lookUps });
}

async function answerLine(
  deps: Deps,
  trx: Transaction,
  run: RosterImportRow,
  { line, finds: answer }: LookedUp,
): Promise<void> {
  const { sought } = line;
  const { value = line.text, isNoId = false } = sought ?? {};
  const ended = async (state: "missing" | "bad", note: RosterNote) =>
    await updateWaitingLine(trx, run.id, line.line, { state, note_message: json(note) });
  if (answer.outcome === "failed")
    return await updateReadLines(trx, run.id, [
      {
        line: line.line,
        state: "failed",
        note: { code: "not-looked-up", params: { value, failure: answer.failure.message } },
        words: answer.failure.words,
      },
    ]);
  const find = answer.only;
  if (answer.finds.length === 0) {
    const lookUps = sought === null ? [] : lookUpsFor(deps.service.profile, sought);
    const { schedulePrefix, practitionerPrefix } = rosterOptions(deps);
    const by = [...new Set(lookUps.map(({ type, meaning }) => fieldNoun(deps.service.profile, type, meaning)))];
    // The profile may have lost the look-up since the list was pasted.
    return by.length === 0
      ? await ended("bad", { code: "no-id", params: { schedulePrefix, practitionerPrefix } })
      : await ended("missing", { code: "none-found", params: { value, by, isNoId } });
  }
  if (find === null) {
    const finds = answer.finds.map(({ type, id, name }) => ({ type, id, name }));
    return await ended("bad", { code: "several-found", params: { value, finds, more: !answer.isWhole } });
  }
  const record: RecordKey = { type: find.type, id: find.id };
  const same = (await selectLinesOfRecord(trx, { importId: run.id, ...record })).filter(
    ({ state }) => state !== "repeat",
  );
  const first = same.find((earlier) => earlier.line < line.line || earlier.state !== "waiting");
  await updateWaitingLine(trx, run.id, line.line, {
    record_type: record.type,
    record_id: record.id,
    sought: json({ value, match: "exact", by: null, ...sought, foundBy: find.by }),
    ...(first === undefined ? {} : repeatOf(first.line)),
  });
  if (first !== undefined) return;
  for (const later of same) await updateWaitingLine(trx, run.id, later.line, repeatOf(line.line));
  await insertRosterEntries(trx, {
    connectionId: deps.connection.id,
    indexId: run.index_id,
    entries: [
      {
        record,
        practitionerId: record.type === "practitioner" ? record.id : null,
        source: "paste",
        sourceDetail: `${fieldNoun(deps.service.profile, find.type, find.by)} ${value}`.slice(0, 200),
      },
    ],
    actor: run.created_by,
    now: deps.clock.now(),
  });
}

function repeatOf(line: number) {
  return { state: "repeat" as const, note_message: json({ code: "duplicate", params: { line } }) };
}
