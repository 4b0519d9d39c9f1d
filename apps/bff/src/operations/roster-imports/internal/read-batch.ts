import { type RecordKey, recordKey, type RosterNote } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import type { RecordReading } from "#/context/compared-record.ts";
import { type MaxAge, refreshReadings } from "#/records/refresh-readings.ts";
import { json } from "#/store/sql/json.ts";
import { type SeenRecord, selectKnownSchedules, updateSeenEntries } from "#/store/tables/roster.ts";
import {
  type ReadLine,
  type RosterImportLineRow,
  type RosterImportRow,
  updateReadLines,
  updateRosterImport,
} from "#/store/tables/roster-imports.ts";
import { type Transaction, transact } from "#/store/sql/transaction.ts";
import { nameOf, practitionerOf } from "#/upstream/to-domain.ts";
import { addNamedRecords, listSchedulesOf } from "./add-named-records.ts";

const FRESH_ENOUGH_S: MaxAge = 60;

/** How old a reading may be, in seconds, to be one of this run. */
export function ageOf({ clock }: Deps, run: RosterImportRow): number {
  return Math.max(0, Math.floor((clock.now().getTime() - run.created_at.getTime()) / 1000));
}

/** The result of reading a batch, with the wait before the next one if calls to the service are paused. */
export interface BatchRead {
  records: RecordKey[];
  pausedForMs: number | null;
}

/**
 * Reads the records in the import's index, and stores the outcome for them, their lines and the practitioners that they
 * name.
 */
export async function readBatch(
  deps: Deps,
  run: RosterImportRow,
  { records, lines }: { records: readonly RecordKey[]; lines: readonly RosterImportLineRow[] },
): Promise<BatchRead> {
  const connectionId = deps.connection.id;
  const maxAge = run.lines_from === "roster" ? ageOf(deps, run) : FRESH_ENOUGH_S;
  const all = await refreshReadings(
    deps,
    records.map(({ type, id }) => ({ indexId: run.index_id, type, id, maxAge })),
  );
  const isPaused = ({ failed, state }: RecordReading) => failed?.code === "service_paused" && state === "not read";
  const readings = all.filter((reading) => !isPaused(reading));
  const readingOf = new Map(readings.map((reading) => [recordKey(reading.record), reading]));
  const found = readings.filter(({ state }) => state === "found");
  const listed = await listSchedulesOf(deps, run.index_id, found);

  await transact(deps.store.db, async (trx) => {
    await updateSeenEntries(
      trx,
      connectionId,
      readings.map((reading) => seenOf(deps, reading)),
    );
    await addNamedRecords(deps, trx, run, { found, listed });
    const read: ReadLine[] = [];
    for (const line of lines) {
      const reading =
        line.record_type === null || line.record_id === null
          ? undefined
          : readingOf.get(recordKey({ type: line.record_type, id: line.record_id }));
      if (reading !== undefined) read.push(await lineAfter(deps, trx, run, { line, reading, listed }));
    }
    await updateReadLines(trx, run.id, read);
    const { read: before = 0, practitioners = 0, schedules = 0 } = run.counts;
    run.counts = {
      read: before + readings.length,
      practitioners: practitioners + found.filter(({ record }) => record.type === "practitioner").length,
      schedules: schedules + found.filter(({ record }) => record.type === "schedule").length,
    };
    await updateRosterImport(trx, run.id, { counts: json(run.counts) });
  });
  const pauses = all.filter(isPaused).map((reading) => reading.failed?.retryAfterMs ?? 1_000);
  return {
    records: readings.map(({ record }) => record),
    pausedForMs: pauses.length === 0 ? null : Math.max(...pauses),
  };
}

interface LineRead {
  line: RosterImportLineRow;
  reading: RecordReading;
  listed: Awaited<ReturnType<typeof listSchedulesOf>>;
}

async function lineAfter(
  deps: Deps,
  trx: Transaction,
  run: RosterImportRow,
  { line, reading, listed }: LineRead,
): Promise<ReadLine> {
  const { record, state, raw, failed } = reading;
  if (state === "not read")
    return {
      line: line.line,
      state: "failed",
      note: failed === null ? null : { code: "not-read", params: { failure: failed.message } },
      words: failed?.words ?? null,
    };
  if (state === "missing" || raw === null) {
    return {
      line: line.line,
      state: "missing",
      note: { code: "missing", params: record },
      words: null,
    };
  }
  return {
    line: line.line,
    state: "found",
    note: await lineNote(deps, trx, run, { line, record, raw, listed }),
    words: null,
  };
}

async function lineNote(
  deps: Deps,
  trx: Transaction,
  run: RosterImportRow,
  {
    line,
    record,
    raw,
    listed,
  }: Omit<LineRead, "reading"> & { record: RecordKey; raw: NonNullable<RecordReading["raw"]> },
): Promise<RosterNote | null> {
  if (record.type === "practitioner") {
    const schedules = await selectKnownSchedules(trx, {
      connectionId: deps.connection.id,
      indexIds: [run.index_id],
      practitionerId: record.id,
    });
    const answer = listed.get(record.id);
    if (answer?.outcome === "failed")
      return { code: "schedules-not-listed", params: { failure: answer.failure.message } };
    if (schedules.length > 0) return null;
    if (answer !== undefined) return { code: "no-schedules" };
    return { code: "schedules-not-listable" };
  }
  const named = practitionerOf(deps.service.profile, record.type, record.id, raw);
  const given = line.practitioner_id;
  if (given === null || given === named) return null;
  if (named === null) return { code: "no-practitioner", params: { given } };
  return { code: "other-practitioner", params: { given, actual: named } };
}

/** What a new or kept reading says about a roster entry. */
function seenOf(
  { service: { profile } }: Deps,
  { indexId, record, state, raw, fetchedAt, failed }: RecordReading,
): SeenRecord {
  return {
    indexId,
    record,
    state: state === "not read" ? "failed" : state,
    name: raw === null ? null : nameOf(profile, record.type, raw),
    practitionerId: raw === null ? null : practitionerOf(profile, record.type, record.id, raw),
    words: failed?.words ?? null,
    failure: failed?.message ?? null,
    seenAt: state === "not read" ? null : fetchedAt,
  };
}
