import { setTimeout as wait } from "node:timers/promises";
import type { RecordKey } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { selectReadingPause } from "#/store/tables/connections/connection.ts";
import {
  type DueDirectory,
  selectDueDirectory,
  selectOldestReading,
  selectOldReadings,
  updateReadAgain,
  updateReadInVain,
} from "#/store/tables/records/due-readings.ts";
import { refreshComparison } from "./refresh-comparisons.ts";

export const READ_AGAIN = "readings by age";

const HOUR_MS = 3_600_000;
/** So many records in one run. */
const AT_ONCE = 50;
/** The least time between two rounds of a directory. */
const LEAST_PAUSE_MS = 300_000;
/** When a directory is tried again of which nothing could be read. */
const AFTER_FAILURE_MS = 600_000;
/** It takes at most this part of the calls that the service allows. */
const SHARE = 0.25;
/** What one record usually costs: its reading in the index and in the standard index. */
const CALLS = 2;
/** So long it waits for other calls to end, before each record. */
const LONGEST_YIELD_MS = 5_000;
const YIELD_MS = 100;

/**
 * Reads records of a directory again that are older than it allows, oldest first, here and in the standard index, one after
 * another and after everybody else's calls, so that what moved is known before somebody opens the page. What could not be read
 * waits behind all that was not tried since. True where all of a run could be read, so that the next one may begin at once.
 */
export async function readAgain(deps: Deps, signal: AbortSignal): Promise<boolean> {
  const connectionId = deps.connection.id;
  const now = deps.clock.now();
  const directory = await selectDueDirectory(deps.store.db, { connectionId, now });
  if (directory === undefined) return false;
  const before = new Date(now.getTime() - directory.hours * HOUR_MS);
  const place = { connectionId, indexId: directory.id };
  const records = await selectOldReadings(deps.store.db, { ...place, before, limit: AT_ONCE });
  let read = 0;
  for (const record of records) {
    await yieldToOthers(deps, signal);
    if (signal.aborted || (await selectReadingPause(deps.store.db, connectionId)) !== null) return false;
    const since = performance.now();
    if (await isReadAgain(deps, directory, record)) read += 1;
    else await updateReadInVain(deps.store.db, { ...place, record, at: deps.clock.now() });
    await pause(pauseAfter(deps, performance.now() - since), signal);
  }
  const isAll = read === records.length;
  if (records.length === AT_ONCE && read > 0) return isAll;
  const oldest = await selectOldestReading(deps.store.db, place);
  const next = isAll
    ? Math.max((oldest ?? now).getTime() + directory.hours * HOUR_MS, now.getTime() + LEAST_PAUSE_MS)
    : now.getTime() + AFTER_FAILURE_MS;
  await updateReadAgain(deps.store.db, { ...place, hours: directory.hours, at: new Date(next) });
  return isAll;
}

async function isReadAgain(deps: Deps, { id, hours }: DueDirectory, record: RecordKey): Promise<boolean> {
  try {
    const { here } = await refreshComparison(deps, record, { indexId: id, maxAge: (hours * HOUR_MS) / 1000 });
    return here.failed === null;
  } catch (error) {
    deps.log.warn({ err: error, indexId: id, record }, "a record could not be read again");
    return false;
  }
}

async function yieldToOthers({ service: { client } }: Deps, signal: AbortSignal): Promise<void> {
  for (let waited = 0; client.health().inFlight > 0 && waited < LONGEST_YIELD_MS; waited += YIELD_MS)
    await pause(YIELD_MS, signal);
}

/** Twice as long as the record took, so that a third of one lane is used; longer where the service allows few calls. */
function pauseAfter({ service: { client } }: Deps, tookMs: number): number {
  const byBudget = client.callsPerMinute === null ? 0 : (CALLS * 60_000) / (client.callsPerMinute * SHARE);
  return Math.max(2 * tookMs, byBudget);
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch(() => undefined);
}
