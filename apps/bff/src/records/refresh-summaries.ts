import { type RecordKey, recordKey } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { selectUncounted } from "#/store/tables/directories/roster-pages.ts";
import { refreshComparisons } from "./refresh-comparisons.ts";
import { type MaxAge, refreshReadings } from "./refresh-readings.ts";
import { saveStandardPhones } from "./save-summaries.ts";

/** The name of this background task. */
export const COMPARISONS = "comparisons";

const BATCH = 100;
/** Base was mostly read for another directory; a reading of the last day is good enough for a first count. */
export const YOUNG_ENOUGH_S = 86_400;

/**
 * Counts records of an index again from stored readings after their changes or decisions changed; never calls the
 * service. What was verified of the overridden ones is derived again by whoever asks.
 */
export async function refreshSummaries(
  deps: Deps,
  indexId: string,
  { records, overridden = [] }: { records: readonly RecordKey[]; overridden?: readonly RecordKey[] },
): Promise<void> {
  const { standardIndex } = deps.service.profile;
  if (indexId === standardIndex || records.length === 0) return;
  await refreshComparisons(deps, {
    indexId,
    againstId: standardIndex,
    records,
    maxAge: "kept",
    verifiedNext: new Set(overridden.map(recordKey)),
  });
}

/**
 * Compares roster records that have no counts, or no names to be found by, with the standard index once, before anybody
 * opens them. Those of the standard index itself are only read.
 */
export async function refreshMissingSummaries(
  deps: Deps,
  { indexId, maxAge }: { indexId: string; maxAge: MaxAge },
  signal: AbortSignal,
): Promise<void> {
  const { standardIndex } = deps.service.profile;
  let after: { type: string; id: string } | null = null;
  while (!signal.aborted) {
    const records = await selectUncounted(deps.store.db, {
      connectionId: deps.connection.id,
      indexId,
      after,
      limit: BATCH,
    });
    after = records.at(-1) ?? null;
    if (after === null) return;
    if (indexId === standardIndex) {
      const requests = records.map((record) => ({ indexId, ...record, maxAge }));
      const readings = await refreshReadings(deps, requests);
      await saveStandardPhones(
        deps,
        readings.filter(({ state }) => state !== "not read"),
      );
    } else await refreshComparisons(deps, { indexId, againstId: standardIndex, records, maxAge });
  }
}
