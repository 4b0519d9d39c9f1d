import type { Deps, ServerDeps } from "#/context/deps.ts";
import { deriveNamesOfSets, NAMES_OF_SETS } from "#/operations/search/derive-names-of-sets.ts";
import { LOST_CREATIONS, recoverCreations, SURELY_DEAD_AFTER_MS } from "#/operations/creations/recover-lost.ts";
import { settleCreationsByListing } from "#/operations/creations/settle-by-listing.ts";
import { startNewDirectories } from "#/operations/creations/start-from-directory.ts";
import { recoverDeletions, settleDeletions } from "#/operations/deletions/settle-by-reading.ts";
import { afterWrites } from "#/store/engine/after-writes.ts";
import { JOURNAL_SEALING, journalWork } from "#/journal/follow.ts";
import { retainJournal } from "#/journal/retain.ts";
import { updatePlanNames, PLAN_NAMES } from "#/operations/plans/update-plan-names.ts";
import { RECORD_NAMES, renameRecords } from "#/records/rename-records.ts";
import type { MaxAge } from "#/records/refresh-readings.ts";
import { isMarkedOverdue, markOverdueEntries, OVERDUE } from "#/records/mark-overdue.ts";
import { READ_AGAIN, readAgain } from "#/records/read-again.ts";
import { COMPARISONS, refreshMissingSummaries, YOUNG_ENOUGH_S } from "#/records/refresh-summaries.ts";
import { selectIndicesInUse } from "#/store/tables/directories/index-versions.ts";
import { hasUncounted } from "#/store/tables/directories/roster-pages.ts";
import { ROSTER_IMPORTS } from "#/operations/roster-imports/begin-roster-import.ts";
import { runRosterImports } from "#/operations/roster-imports/run.ts";
import { LATE_REQUESTS, readForLateRequests } from "#/sending/late-requests.ts";
import { publishLeft } from "#/ledger/publish-changed.ts";
import { maintainStore } from "#/store/sql/upkeep.ts";
import { selectDueDirectory } from "#/store/tables/records/due-readings.ts";
import { selectDueLateReads } from "#/store/tables/changes/changes.ts";
import { selectCreationsToStart } from "#/store/tables/directories/creations.ts";
import { selectRunningImport } from "#/store/tables/directories/roster-imports.ts";
import { CHECKS, resumeChecks } from "#/operations/change-sets/check.ts";
import { applyScheduled, SCHEDULES } from "#/operations/change-sets/schedule.ts";
import { discardUnfinishedSets } from "#/operations/change-sets/open.ts";
import { endEveryLease, leaseClockOf, LeaseLostError, underTaskLease } from "#/store/lease.ts";

const STORE_UPKEEP = "store upkeep";
const JOURNAL_RETENTION = "journal retention";
const LEDGER_OUTBOX = "outbox of the ledger";
const STREAM_CHECK = "rights of event streams";
const UPKEEP_EVERY_MS = 10_000;
const OUTBOX_EVERY_MS = 60_000;
const ROSTER_WORK_EVERY_MS = 5_000;
const CHECKS_EVERY_MS = 5_000;
const LATE_REQUESTS_EVERY_MS = 5_000;
const READ_AGAIN_EVERY_MS = 10_000;
const OVERDUE_EVERY_MS = 10_000;
const NAMES_OF_SETS_EVERY_MS = 10_000;
const SEALING_EVERY_MS = 1_000;
const RETENTION_EVERY_MS = 3_600_000;
/** Whoever is no longer let in is off the event stream within five seconds. */
const STREAM_CHECK_EVERY_MS = 3_000;

/** Starts the work that belongs to no connection. Without `keepJournalDays` the journal is kept for ever. */
export async function startServerWork(
  { serverWork, ...deps }: ServerDeps,
  { keepJournalDays }: { keepJournalDays?: number | undefined } = {},
): Promise<void> {
  serverWork.register(JOURNAL_SEALING, afterWrites(deps.wholeStore, journalWork(deps)));
  serverWork.every(SEALING_EVERY_MS, JOURNAL_SEALING);
  if (keepJournalDays !== undefined) {
    serverWork.register(JOURNAL_RETENTION, async (signal) => {
      const problem = await retainJournal({ ...deps, now: () => deps.clock.now(), keepJournalDays }, signal);
      if (problem !== undefined) deps.log.error({ work: JOURNAL_RETENTION }, problem);
    });
    serverWork.every(RETENTION_EVERY_MS, JOURNAL_RETENTION);
    serverWork.trigger(JOURNAL_RETENTION);
  }
  serverWork.register(STREAM_CHECK, async () => await deps.eventStreams.check());
  serverWork.every(STREAM_CHECK_EVERY_MS, STREAM_CHECK);
  // Only this process uses the embedded store, so that every lease of an earlier one is dead.
  if (deps.store.kind === "embedded") await endEveryLease(deps.store.db);
  serverWork.register(
    STORE_UPKEEP,
    afterWrites(deps.store, async (signal) => await maintainStore(deps.store, signal)),
  );
  serverWork.every(UPKEEP_EVERY_MS, STORE_UPKEEP);
}

/** Recovers what an earlier process left unfinished in a connection, then starts its background work. */
export async function startBackgroundWork(deps: Deps): Promise<void> {
  // Only this process uses the embedded store, so a creation that is still marked as being sent was interrupted.
  const deadAfterMs = deps.store.kind === "embedded" ? 0 : SURELY_DEAD_AFTER_MS;
  if (deps.store.kind === "embedded") await discardUnfinishedSets(deps);
  await recoverCreations(deps, deadAfterMs);
  await recoverDeletions(deps, deadAfterMs);
  deps.background.register(LOST_CREATIONS, async () => {
    await recoverCreations(deps);
    await settleCreationsByListing(deps);
    await recoverDeletions(deps, SURELY_DEAD_AFTER_MS);
    await settleDeletions(deps);
  });
  deps.background.every(SURELY_DEAD_AFTER_MS, LOST_CREATIONS);
  /** The index versions whose records are to be counted, and how old their readings may be. */
  const uncounted = new Map<string, MaxAge>();
  const onRead = (indexId: string) => {
    uncounted.set(indexId, YOUNG_ENOUGH_S);
    deps.background.trigger(COMPARISONS);
    deps.background.trigger(PLAN_NAMES);
    deps.serverWork.trigger(STORE_UPKEEP);
  };
  const task = `${ROSTER_IMPORTS} of ${deps.connection.id}`;
  const lease = { task, owner: deps.newId("wrk"), clock: leaseClockOf(deps) };
  deps.background.register(ROSTER_IMPORTS, async (signal) => {
    if (!(await hasRosterWork(deps))) return;
    try {
      await underTaskLease(deps.store.db, lease, async (held) => {
        await runRosterImports(deps, { lease: held, signal, onRead });
        await startNewDirectories(deps, { lease: held, signal });
      });
    } catch (error) {
      if (!(error instanceof LeaseLostError)) throw error;
      deps.log.info({ work: ROSTER_IMPORTS }, "another process took over");
    }
  });
  // What another replica has begun and cannot finish.
  if (deps.store.kind === "postgres") deps.background.every(ROSTER_WORK_EVERY_MS, ROSTER_IMPORTS);
  deps.background.register(CHECKS, async () => await resumeChecks(deps));
  deps.background.every(CHECKS_EVERY_MS, CHECKS);
  deps.background.trigger(CHECKS);
  deps.background.register(SCHEDULES, async () => await applyScheduled(deps));
  deps.background.every(CHECKS_EVERY_MS, SCHEDULES);
  deps.background.trigger(SCHEDULES);
  // A store of an earlier version has records without phones, and an earlier process may have left some uncounted.
  let isToSeek = true;
  deps.background.register(COMPARISONS, async (signal) => {
    const connectionId = deps.connection.id;
    for (const indexId of isToSeek ? await selectIndicesInUse(deps.store.db, connectionId) : []) {
      if (signal.aborted) return;
      const isKnown = uncounted.has(indexId);
      if (!isKnown && (await hasUncounted(deps.store.db, { connectionId, indexId }))) uncounted.set(indexId, "any");
    }
    isToSeek = false;
    for (const [indexId, maxAge] of uncounted) {
      uncounted.delete(indexId);
      await refreshMissingSummaries(deps, { indexId, maxAge }, signal);
      deps.serverWork.trigger(STORE_UPKEEP);
    }
  });
  let isStart = true;
  deps.background.register(LEDGER_OUTBOX, async (signal) => {
    await publishLeft(deps, { isStart }, signal);
    isStart = false;
  });
  deps.background.every(OUTBOX_EVERY_MS, LEDGER_OUTBOX);
  const overdueLease = { ...lease, task: `${OVERDUE} of ${deps.connection.id}` };
  deps.background.register(OVERDUE, async (signal) => {
    if (await isMarkedOverdue(deps)) return;
    await underTaskLease(deps.store.db, overdueLease, async () => await markOverdueEntries(deps, signal));
  });
  deps.background.every(OVERDUE_EVERY_MS, OVERDUE);
  deps.background.register(
    NAMES_OF_SETS,
    afterWrites(deps.store, async (signal) => await deriveNamesOfSets(deps, signal)),
  );
  deps.background.every(NAMES_OF_SETS_EVERY_MS, NAMES_OF_SETS);
  deps.background.trigger(NAMES_OF_SETS);
  deps.background.register(RECORD_NAMES, async (signal) => await renameRecords(deps, signal));
  deps.background.register(PLAN_NAMES, async (signal) => await updatePlanNames(deps, signal));
  deps.background.trigger(LEDGER_OUTBOX);
  deps.background.trigger(LOST_CREATIONS);
  deps.background.trigger(ROSTER_IMPORTS);
  deps.background.trigger(PLAN_NAMES);
  deps.background.trigger(RECORD_NAMES);
  deps.background.trigger(OVERDUE);
  deps.background.trigger(COMPARISONS);
}

/**
 * Reads records again whose request may have arrived late, or whose reading is old, in one process at a time. Apart from the other
 * work, since servers that run inside a test read when the test says so, by its own clock.
 */
export function startReadsInTime(deps: Deps): void {
  const task = `${LATE_REQUESTS} of ${deps.connection.id}`;
  const lease = { task, owner: deps.newId("wrk"), clock: leaseClockOf(deps) };
  deps.background.register(LATE_REQUESTS, async (signal) => {
    const due = { connectionId: deps.connection.id, now: deps.clock.now(), limit: 1 };
    if ((await selectDueLateReads(deps.store.db, due)).length === 0) return;
    await underTaskLease(deps.store.db, lease, async () => await readForLateRequests(deps, signal));
  });
  deps.background.every(LATE_REQUESTS_EVERY_MS, LATE_REQUESTS);
  const readingLease = { ...lease, task: `${READ_AGAIN} of ${deps.connection.id}` };
  deps.background.register(READ_AGAIN, async (signal) => {
    const due = { connectionId: deps.connection.id, now: deps.clock.now() };
    if ((await selectDueDirectory(deps.store.db, due)) === undefined) return;
    let goesOn = false;
    await underTaskLease(deps.store.db, readingLease, async () => {
      goesOn = await readAgain(deps, signal);
    });
    if (goesOn) deps.background.trigger(READ_AGAIN);
  });
  deps.background.every(READ_AGAIN_EVERY_MS, READ_AGAIN);
}

async function hasRosterWork({ store: { db }, connection: { id } }: Deps): Promise<boolean> {
  return (await selectRunningImport(db, id)) !== undefined || (await selectCreationsToStart(db, id)).length > 0;
}
