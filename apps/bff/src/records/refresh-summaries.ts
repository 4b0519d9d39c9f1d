import type { RecordKey } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { selectUncounted } from "#/store/tables/roster-pages.ts";
import { refreshComparisons } from "./refresh-comparisons.ts";

/** The name under which the background compares what imports brought. */
export const COMPARISONS = "comparisons";

const BATCH = 100;
/** What base says was read for another directory, mostly: a day is young enough for a first count. */
const YOUNG_ENOUGH_S = 86_400;

/** Counts records of an index anew from what is kept, after their changes or decisions moved; asks the service nothing. */
export async function refreshSummaries(deps: Deps, indexId: string, records: readonly RecordKey[]): Promise<void> {
  const { standardIndex } = deps.service.profile;
  if (indexId === standardIndex || records.length === 0) return;
  await refreshComparisons(deps, { indexId, againstId: standardIndex, records, maxAge: "kept" });
}

/** Compares what is new on a roster with the standard index once, so that lists have counts before anybody opens it. */
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
