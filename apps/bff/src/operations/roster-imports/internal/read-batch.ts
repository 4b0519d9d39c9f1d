import { type RecordKey, recordKey, type RosterNote } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import type { RecordReading } from "#/context/compared-record.ts";
import { effectiveRecordNames, type RecordNames } from "#/records/effective-names.ts";
import { type ReadRequest, refreshReadings } from "#/records/refresh-readings.ts";
import { json } from "#/store/sql/json.ts";
import { type SeenRecord, selectKnownSchedules, updateSeenEntries } from "#/store/tables/directories/roster.ts";
import {
  addToImportCounts,
  deleteLeftLines,
  isImportRunning,
  type ReadLine,
  type RosterImportLineRow,
  type RosterImportRow,
  updateReadLines,
  updateWaitingLine,
} from "#/store/tables/directories/roster-imports.ts";
import { type Transaction, transact } from "#/store/sql/transaction.ts";
import { type Lease, prolongLease } from "#/store/lease.ts";
import { practitionerOf } from "#/upstream/records/to-domain.ts";
import { fieldNoun } from "#/upstream/records/field-wording.ts";
import { addNamedRecords, listSchedulesOf } from "./add-named-records.ts";
import { type ComingSchedules, comingSchedules } from "./known-schedules.ts";
import { dropEntry } from "./drop-entry.ts";

const FRESH_ENOUGH_S = 60;

/** The result of reading a batch, with the wait before the next one if calls to the service are paused. */
export interface BatchRead {
  records: RecordKey[];
  pausedForMs: number | null;
  /** Whether it waits for the calls of the next minute. */
  isBudgetUsedUp: boolean;
}

/**
 * Reads the records in the import's index. A roster that is read again is read in the standard index too, and a reading from before
 * counts for nothing. Where `since` is given, whatever was read from then on is new enough.
 */
export async function readRecords(
  deps: Deps,
  run: RosterImportRow,
  records: readonly RecordKey[],
  { since, signal }: { since: Date | null; signal: AbortSignal },
): Promise<BatchReadings> {
  const { standardIndex } = deps.service.profile;
  const isAgain = run.lines_from === "roster";
  const notBefore = isAgain ? run.created_at : since;
  const age = notBefore === null ? { maxAge: FRESH_ENOUGH_S } : ({ maxAge: "any", notBefore } as const);
  // An entry that waits to be read stays so until all that follows from its reading is saved.
  const requestsIn = (indexId: string) =>
    records.map((record): ReadRequest => ({ indexId, ...record, ...age, leavesEntry: indexId === run.index_id }));
  const readsBase = isAgain && run.index_id !== standardIndex;
  const everything = await refreshReadings(
    deps,
    [...requestsIn(run.index_id), ...(readsBase ? requestsIn(standardIndex) : [])],
    signal,
  );
  return { all: everything.slice(0, records.length), inBase: everything.slice(records.length) };
}

/** The readings of a batch, and those in the standard index where it was read too. */
interface BatchReadings {
  all: RecordReading[];
  inBase: RecordReading[];
}

/** Stores the outcome of readings for the records, their lines and the practitioners that they name. */
export async function saveBatch(
  deps: Deps,
  run: RosterImportRow,
  {
    all,
    inBase,
    lines,
    lease,
    signal,
  }: BatchReadings & { lines: readonly RosterImportLineRow[]; lease: Lease; signal: AbortSignal },
): Promise<BatchRead> {
  const connectionId = deps.connection.id;
  const baseOf = new Map(inBase.map((reading) => [recordKey(reading.record), reading]));
  const isPaused = ({ failed, state }: RecordReading) => failed?.code === "service_paused" && state === "not read";
  const pauses = [...all, ...inBase].filter(isPaused).map((reading) => reading.failed?.retryAfterMs ?? 1_000);
  const waits = (reading: RecordReading) =>
    [reading, baseOf.get(recordKey(reading.record))].some((side) => side !== undefined && isPaused(side));
  const readings = all
    .filter((reading) => !waits(reading))
    .map((reading): BatchReading => ({ ...reading, base: baseOf.get(recordKey(reading.record)) }));
  const readingOf = new Map(readings.map((reading) => [recordKey(reading.record), reading]));
  const done = readings.filter(({ state, base }) => state !== "not read" && base?.state !== "not read");
  const existing = done.filter(({ state }) => state === "found");
  const listed = await listSchedulesOf(deps, run.index_id, existing, signal);
  const found = existing.filter(({ record }) => record.type !== "practitioner" || !listed.has(record.id));
  const coming = await comingSchedules(deps, run, { found, lines, maxAge: FRESH_ENOUGH_S, signal });

  const isSaved = await transact(deps.store.db, async (trx) => {
    await prolongLease(trx, lease);
    if (signal.aborted || !(await isImportRunning(trx, run.id))) return false;
    const left = await deleteLeftLines(trx, run, lines);
    const gone = new Set(lines.flatMap((line) => (left.has(line.line) ? (keyOfLine(line) ?? []) : [])));
    const isHere = ({ record }: RecordReading) => !gone.has(recordKey(record));
    const here = existing.filter(isHere);
    const raws = new Map(readings.map(({ record, raw }) => [recordKey(record), raw]));
    const named = { indexId: run.index_id, records: readings.map(({ record }) => record) };
    const names = await effectiveRecordNames(deps, trx, named, { read: raws });
    await updateSeenEntries(
      trx,
      connectionId,
      readings.map((reading) => seenOf(deps, reading, names)),
    );
    const known = await addNamedRecords(deps, trx, run, { found: here, listed, coming });
    const withSchedules = await ownersOfSchedules(deps, trx, run, lines);
    const read: ReadLine[] = [];
    for (const line of lines) {
      const key = keyOfLine(line);
      const reading = key === null ? undefined : readingOf.get(key);
      if (reading === undefined) continue;
      if (reading.state === "missing" && isLookedUpNext(line)) await lookUpNext(connectionId, trx, run, line);
      else read.push(lineAfter(deps, { line, reading, listed, coming, withSchedules }));
    }
    await updateReadLines(trx, run.id, read);
    await addToImportCounts(trx, run.id, {
      read: done.filter(isHere).length,
      practitioners: here.filter(({ record }) => record.type === "practitioner").length,
      schedules: here.filter(({ record }) => record.type === "schedule").length,
      known,
    });
    return true;
  });
  if (!isSaved) return { records: [], pausedForMs: null, isBudgetUsedUp: false };
  return {
    records: done.map(({ record }) => record),
    isBudgetUsedUp: [...all, ...inBase].some(
      (reading) => isPaused(reading) && reading.failed?.message.code === "calls-used-up",
    ),
    pausedForMs: pauses.length === 0 ? null : Math.max(...pauses),
  };
}

const keyOfLine = ({ record_type: type, record_id: id }: RosterImportLineRow) =>
  type === null || id === null ? null : recordKey({ type, id });

/** Whether what looked like an id may be a number by which the service finds the record. */
function isLookedUpNext({ sought }: RosterImportLineRow): boolean {
  return sought !== null && sought.foundBy === undefined && sought.foundAs === undefined;
}

async function lookUpNext(
  connectionId: string,
  trx: Transaction,
  run: RosterImportRow,
  line: RosterImportLineRow,
): Promise<void> {
  await dropEntry(connectionId, trx, run, line);
  const sought = json({ ...line.sought, isNoId: line.sought?.value === line.record_id });
  await updateWaitingLine(trx, run.id, line.line, { record_type: null, record_id: null, sought });
}

/** A reading with that of the same record in the standard index, where a roster is read again. */
interface BatchReading extends RecordReading {
  base: RecordReading | undefined;
}

interface LineRead {
  line: RosterImportLineRow;
  reading: BatchReading;
  listed: Awaited<ReturnType<typeof listSchedulesOf>>;
  coming: ReadonlyMap<string, ComingSchedules>;
  withSchedules: ReadonlySet<string | null>;
}

function lineAfter(deps: Deps, { reading, ...read }: LineRead): ReadLine {
  const { line } = read;
  const { record, state, raw, failed, base } = reading;
  if (state === "not read")
    return {
      line: line.line,
      state: "failed",
      note: failed === null ? null : { code: "not-read", params: { failure: failed.message } },
      words: failed?.words ?? null,
    };
  if (base?.state === "not read")
    return {
      line: line.line,
      state: "failed",
      note: base.failed === null ? null : { code: "base-not-read", params: { failure: base.failed.message } },
      words: base.failed?.words ?? null,
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
    note: lineNote(deps, { ...read, record, raw }) ?? foundNote(deps, line),
    words: null,
  };
}

function foundNote({ service }: Deps, { sought, record_type: type }: RosterImportLineRow): RosterNote | null {
  if (sought === null || type === null) return null;
  const { value, foundAs } = sought;
  if (foundAs !== undefined) return { code: foundAs === "known" ? "found-known" : "found-chosen", params: { value } };
  if (sought.foundBy === undefined) return null;
  return { code: "found-by", params: { value: sought.value, by: [fieldNoun(service.profile, type, sought.foundBy)] } };
}

/** Those practitioners of these lines that have schedules on the roster. */
async function ownersOfSchedules(
  { connection }: Deps,
  trx: Transaction,
  run: RosterImportRow,
  lines: readonly RosterImportLineRow[],
): Promise<Set<string | null>> {
  const practitionerIds = lines.flatMap(({ record_type: type, record_id: id }) =>
    type === "practitioner" && id !== null ? [id] : [],
  );
  if (practitionerIds.length === 0) return new Set();
  const place = { connectionId: connection.id, indexIds: [run.index_id], practitionerIds };
  return new Set((await selectKnownSchedules(trx, place)).map(({ practitioner_id: owner }) => owner));
}

function lineNote(
  deps: Deps,
  {
    line,
    record,
    raw,
    listed,
    coming,
    withSchedules,
  }: Omit<LineRead, "reading"> & { record: RecordKey; raw: NonNullable<RecordReading["raw"]> },
): RosterNote | null {
  if (record.type === "practitioner") {
    const answer = listed.get(record.id);
    if (answer?.outcome === "failed")
      return { code: "schedules-not-listed", params: { failure: answer.failure.message } };
    const known = coming.get(record.id);
    if (known !== undefined) return comingNote(line, known);
    if (withSchedules.has(record.id)) return null;
    if (answer !== undefined) return { code: "no-schedules" };
    return { code: "schedules-not-listable" };
  }
  const named = practitionerOf(deps.service.profile, record.type, record.id, raw);
  const given = line.practitioner_id;
  if (given === null || given === named) return null;
  if (named === null) return { code: "no-practitioner", params: { given } };
  return { code: "other-practitioner", params: { given, actual: named } };
}

function comingNote({ sought }: RosterImportLineRow, { ids, known }: ComingSchedules): RosterNote {
  const how = sought?.foundAs ?? (sought?.foundBy === undefined ? "id" : "number");
  return {
    code: "found-with-schedules",
    params: { count: ids.length, known, how, ...(sought === null ? {} : { value: sought.value }) },
  };
}

/** What a new or kept reading says about a roster entry. */
function seenOf(
  { service: { profile } }: Deps,
  { indexId, record, state, raw, fetchedAt, failed }: RecordReading,
  names: ReadonlyMap<string, RecordNames>,
): SeenRecord {
  return {
    indexId,
    record,
    state: state === "not read" ? "failed" : state,
    name: null,
    preferredName: null,
    ...(raw === null ? undefined : names.get(recordKey(record))),
    practitionerId: raw === null ? null : practitionerOf(profile, record.type, record.id, raw),
    words: failed?.words ?? null,
    failure: failed?.message ?? null,
    seenAt: state === "not read" ? null : fetchedAt,
  };
}
