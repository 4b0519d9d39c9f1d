import type { RecordKey } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { selectUncounted } from "#/store/tables/roster-pages.ts";
import { refreshComparisons } from "./refresh-comparisons.ts";

/** The name of this background task. */
export const COMPARISONS = "comparisons";

const BATCH = 100;
/** Base was mostly read for another directory; a reading of the last day is good enough for a first count. */
const YOUNG_ENOUGH_S = 86_400;

/**
 * Counts records of an index again from stored readings after their changes or decisions changed; never calls the
 * service.
 */
export async function refreshSummaries(deps: Deps, indexId: string, records: readonly RecordKey[]): Promise<void> {
  const { standardIndex } = deps.service.profile;
  if (indexId === standardIndex || records.length === 0) return;
  await refreshComparisons(deps, { indexId, againstId: standardIndex, records, maxAge: "kept" });
}

/**
 * Compares new roster records with the standard index once, so that lists have counts before anybody opens the records.
 */
export async function refreshMissingSummaries(deps: Deps, indexId: string, signal: AbortSignal): Promise<void> {
  const { standardIndex } = deps.service.profile;
  if (indexId === standardIndex) return;
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
    await refreshComparisons(deps, { indexId, againstId: standardIndex, records, maxAge: YOUNG_ENOUGH_S });
  }
}
