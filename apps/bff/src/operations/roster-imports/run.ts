import { setTimeout as wait } from "node:timers/promises";
import { type RecordKey, recordKey } from "@dc/directory";
import { consoleActors } from "#/context/console-actors.ts";
import type { Deps } from "#/context/deps.ts";
import { todayOf } from "#/context/today.ts";
import { refreshNeed } from "#/store/tables/records/record-summaries.ts";
import { refreshVerified } from "#/store/tables/records/verifications.ts";
import { refreshComparisons } from "#/records/refresh-comparisons.ts";
import { refreshSummaries } from "#/records/refresh-summaries.ts";
import { journal } from "#/context/journal.ts";
import { selectWaitingEntries } from "#/store/tables/directories/roster.ts";
import {
  deleteLeftLines,
  finishRosterImport,
  isImportRunning,
  type RosterImportLineRow,
  type RosterImportRow,
  selectRunningImport,
  selectWaitingLines,
  updateBudgetWait,
} from "#/store/tables/directories/roster-imports.ts";
import { transact } from "#/store/sql/transaction.ts";
import { type Lease, prolongLease } from "#/store/lease.ts";
import { askerOf, type KnownPractitioners, knownPractitioners } from "./internal/known-practitioners.ts";
import { lookUpLines, type Wait } from "./internal/look-up-lines.ts";
import { readRecords, saveBatch } from "./internal/read-batch.ts";
import { storeInSteps } from "./internal/store-lines.ts";

/** So many records are saved at once, while the next ones are read. */
const BATCH = 200;
/** So many lines are taken in turn before the next ones are looked for. */
const LINES = 1_000;
/** Each of them may be several calls. */
const LOOKED_UP_AT_ONCE = 50;
const LONGEST_PAUSE_MS = 15_000;
/** How often it is looked whether somebody stopped the import, here or in another replica. */
const LOOK_EVERY_MS = 250;

/**
 * Reads all waiting lines of all imports, batch by batch. Each batch is saved at once, so that a later process can
 * continue.
 */
export async function runRosterImports(
  deps: Deps,
  { lease, signal, onRead }: { lease: Lease; signal: AbortSignal; onRead: (indexId: string) => void },
): Promise<void> {
  for (;;) {
    const run = await selectRunningImport(deps.store.db, deps.connection.id);
    if (run === undefined || signal.aborted) return;
    const stop = new AbortController();
    const stopped = AbortSignal.any([signal, stop.signal]);
    const watch = watchForStop(deps, run, stop);
    try {
      await runImport(deps, run, { lease, stopped });
    } catch (error) {
      // A look-up that was given up is no failure.
      if (!stopped.aborted) throw error;
    } finally {
      clearInterval(watch);
    }
    onRead(run.index_id);
  }
}

/** Fires once the import is no longer to be read: calls that wait for their turn are not sent then. */
function watchForStop(deps: Deps, { id }: RosterImportRow, stop: AbortController): NodeJS.Timeout {
  return setInterval(() => {
    isImportRunning(deps.store.db, id).then(
      (isRunning) => (isRunning ? undefined : stop.abort()),
      // The next look tells.
      () => undefined,
    );
  }, LOOK_EVERY_MS);
}

interface Running {
  lease: Lease;
  /** Fires where the import is stopped, or the process ends. */
  stopped: AbortSignal;
}

async function runImport(deps: Deps, run: RosterImportRow, { lease, stopped }: Running): Promise<void> {
  await storeInSteps(deps, run.index_id);
  const knownTo = new Map<string, KnownPractitioners>();
  const since = deps.clock.now();
  while (!stopped.aborted && (await isImportRunning(deps.store.db, run.id))) {
    const batch = (await nextLines(deps, run)) ?? (await nextFollowed(deps, run));
    if (batch === null) {
      await finish(deps, run, lease);
      return;
    }
    const sought = batch.filter(({ line }) => line?.record_id === null).flatMap(({ line }) => line ?? []);
    let waits: Wait | null;
    if (sought[0] === undefined) waits = await readInTurn(deps, run, { batch, since, lease, stopped });
    else {
      const asker = askerOf(run, sought[0]);
      const known = knownTo.get(asker.id) ?? knownPractitioners(deps, run, asker);
      knownTo.set(asker.id, known);
      const lines = sought.filter((line) => askerOf(run, line).id === asker.id).slice(0, LOOKED_UP_AT_ONCE);
      waits = await lookUpLines(deps, run, { lines, known, lease, signal: stopped });
    }
    await tellWait(deps, run, waits);
    if (waits !== null) await pause(waits.pausedForMs, stopped);
  }
}

/** Says on the import that it waits for the calls of the next minute, or does no longer. */
async function tellWait({ service, store }: Deps, { id }: RosterImportRow, waits: Wait | null): Promise<void> {
  await updateBudgetWait(store.db, id, waits?.isBudgetUsedUp === true ? service.client.callsPerMinute : null);
}

/** A record to read, and the line that names it; a line without one is looked up first. A record that was followed has no line. */
interface Waiting {
  record: RecordKey | null;
  line: RosterImportLineRow | null;
}

/** Reads and saves, the next records while those before are saved. Returns the wait where calls to the service are paused. */
async function readInTurn(
  deps: Deps,
  run: RosterImportRow,
  { batch, since, lease, stopped }: Running & { batch: readonly Waiting[]; since: Date },
): Promise<Wait | null> {
  const parts = partsOf(batch);
  const begin = (part: Part | undefined) => {
    const reading =
      part === undefined || stopped.aborted
        ? undefined
        : readRecords(deps, run, part.records, { since: part.lines.length === 0 ? since : null, signal: stopped });
    // It is awaited when its turn comes; until then a failure has nobody to tell.
    reading?.catch(() => {});
    return reading;
  };
  let next = begin(parts[0]);
  for (const [at, { lines }] of parts.entries()) {
    const readings = await next;
    if (readings === undefined) return null;
    next = begin(parts[at + 1]);
    try {
      const { records, pausedForMs, isBudgetUsedUp } = await saveBatch(deps, run, {
        ...readings,
        lines,
        lease,
        signal: stopped,
      });
      await derive(deps, run, { records, areNew: run.lines_from !== "roster" || lines.length === 0 });
      if (pausedForMs !== null) return { pausedForMs, isBudgetUsedUp };
    } finally {
      await next?.catch(() => {});
    }
  }
  return null;
}

/** Compares what was read, and derives what an entry that is new on this roster has: its record may have been compared before. */
async function derive(
  deps: Deps,
  run: RosterImportRow,
  { records, areNew }: { records: readonly RecordKey[]; areNew: boolean },
): Promise<void> {
  await (run.lines_from === "roster"
    ? compareAgain(deps, run, records)
    : refreshSummaries(deps, run.index_id, { records }));
  if (!areNew) return;
  const place = { connectionId: deps.connection.id, indexId: run.index_id };
  await transact(deps.store.db, async (trx) => {
    await refreshNeed(trx, { ...place, records });
    await refreshVerified(trx, { ...place, records, today: todayOf(deps) });
  });
}

interface Part {
  records: RecordKey[];
  lines: RosterImportLineRow[];
}

/** Each record once, with all lines that name it in the same part. */
function partsOf(batch: readonly Waiting[]): Part[] {
  const parts: Part[] = [];
  const seen = new Map<string, Part>();
  for (const { record, line } of batch) {
    if (record === null) continue;
    const key = recordKey(record);
    let part = seen.get(key);
    if (part === undefined) {
      part = parts.at(-1);
      if (part === undefined || part.records.length === BATCH) parts.push((part = { records: [], lines: [] }));
      part.records.push(record);
      seen.set(key, part);
    }
    if (line !== null) part.lines.push(line);
  }
  return parts;
}

/** Compares with what was just read in the standard index too, so that the counts are of now. */
async function compareAgain(deps: Deps, run: RosterImportRow, records: readonly RecordKey[]): Promise<void> {
  const { standardIndex } = deps.service.profile;
  if (run.index_id === standardIndex || records.length === 0) return;
  await refreshComparisons(deps, {
    indexId: run.index_id,
    againstId: standardIndex,
    records,
    maxAge: "any",
  });
}

async function nextLines(deps: Deps, run: RosterImportRow): Promise<Waiting[] | null> {
  const { db } = deps.store;
  const waiting = await selectWaitingLines(db, run.id, LINES);
  if (waiting.length === 0) return null;
  // What left a roster meanwhile is not read again with it.
  const left = await deleteLeftLines(db, run, waiting);
  const lines = waiting.filter(({ line }) => !left.has(line));
  if (lines.length === 0) return await nextLines(deps, run);
  return lines.map((line) => {
    const { record_type: type, record_id: id } = line;
    return { line, record: type === null || id === null ? null : { type, id } };
  });
}

async function nextFollowed(deps: Deps, run: RosterImportRow): Promise<Waiting[] | null> {
  const { connection, store } = deps;
  const place = { connectionId: connection.id, indexId: run.index_id };
  const entries = await selectWaitingEntries(store.db, { ...place, limit: LINES });
  if (entries.length === 0) return null;
  return entries.map(({ record_type: type, record_id: id }) => ({ line: null, record: { type, id } }));
}

async function finish(deps: Deps, { id }: RosterImportRow, lease: Lease): Promise<void> {
  const now = deps.clock.now();
  await transact(deps.store.db, async (trx) => {
    await prolongLease(trx, lease);
    const run = await finishRosterImport(trx, id, now);
    if (run === undefined) return;
    await journal({ deps, actor: consoleActors.rosterImports, requestId: null }, trx, {
      subject: run.id,
      indexId: run.index_id,
      after: run.counts,
      message: { code: "roster.read", params: { count: run.counts.read ?? 0 } },
    });
  });
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await wait(Math.min(Math.max(ms, 100), LONGEST_PAUSE_MS), undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
