import type { RecordKey } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { refreshComparisons } from "./refresh-comparisons.ts";

/** Counts records of an index anew from what is kept, after their changes or decisions moved; asks the service nothing. */
export async function refreshSummaries(deps: Deps, indexId: string, records: readonly RecordKey[]): Promise<void> {
  const { standardIndex } = deps.service.profile;
  if (indexId === standardIndex || records.length === 0) return;
  await refreshComparisons(deps, { indexId, againstId: standardIndex, records, maxAge: "kept" });
}
