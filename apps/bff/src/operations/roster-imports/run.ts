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
  finishRosterImport,
  type RosterImportRow,
  selectRunningImport,
  selectWaitingLines,
} from "#/store/tables/directories/roster-imports.ts";
import { transact } from "#/store/sql/transaction.ts";
import { type Lease, prolongLease } from "#/store/lease.ts";
import { knownPractitioners } from "./internal/known-practitioners.ts";
import { lookUpLines } from "./internal/look-up-lines.ts";
import { readBatch } from "./internal/read-batch.ts";

const BATCH = 200;
/** Each of them may be several calls. */
const LOOKED_UP_AT_ONCE = 50;
const LONGEST_PAUSE_MS = 15_000;

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
    await runImport(deps, run, { lease, signal });
    onRead(run.index_id);
  }
}

async function runImport(
  deps: Deps,
  run: RosterImportRow,
  { lease, signal }: { lease: Lease; signal: AbortSignal },
): Promise<void> {
  const known = knownPractitioners(deps, run);
  while (!signal.aborted) {
    const batch = (await nextLines(deps, run)) ?? (await nextFollowed(deps, run));
    if (batch === null) {
      await finish(deps, run, lease);
      return;
    }
    const sought = batch.lines.filter((line) => line.record_id === null);
    if (sought.length > 0) {
      const waitMs = await lookUpLines(deps, run, { lines: sought.slice(0, LOOKED_UP_AT_ONCE), known, lease });
      if (waitMs !== null) await pause(waitMs, signal);
      continue;
    }
    const { records, pausedForMs } = await readBatch(deps, run, { ...batch, lease });
    await (run.lines_from === "roster"
      ? compareAgain(deps, run, records)
      : refreshSummaries(deps, run.index_id, records));
    // A record may have been compared, and verified, before it came to this roster.
    const place = { connectionId: deps.connection.id, indexId: run.index_id };
    await transact(deps.store.db, async (trx) => {
      await refreshNeed(trx, { ...place, records });
      await refreshVerified(trx, { ...place, records, today: todayOf(deps) });
    });
    if (pausedForMs !== null) await pause(pausedForMs, signal);
  }
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

async function nextLines(deps: Deps, run: RosterImportRow) {
  const lines = await selectWaitingLines(deps.store.db, run.id, BATCH);
  if (lines.length === 0) return null;
  const records = new Map<string, RecordKey>();
  for (const { record_type: type, record_id: id } of lines)
    if (type !== null && id !== null) records.set(recordKey({ type, id }), { type, id });
  return { lines, records: [...records.values()] };
}

async function nextFollowed(deps: Deps, run: RosterImportRow) {
  const entries = await selectWaitingEntries(deps.store.db, {
    connectionId: deps.connection.id,
    indexId: run.index_id,
    limit: BATCH,
  });
  if (entries.length === 0) return null;
  return { lines: [], records: entries.map(({ record_type, record_id }) => ({ type: record_type, id: record_id })) };
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
