import type { RecordKey } from "@dc/directory";
import type { ComparedRecord } from "#/context/compared-record.ts";
import type { Deps } from "#/context/deps.ts";
import { compareRecords } from "./compare-records.ts";
import { type MaxAge, refreshReadings } from "./refresh-readings.ts";

export interface ComparisonRequest {
  indexId: string;
  againstId: string;
  records: readonly RecordKey[];
  maxAge: MaxAge;
}

/**
 * Reads the records in both indices and compares them. What was compared with the standard index is published; where what
 * follows from that staged or discarded a draft, the records are compared again, so that the answer has it.
 */
export async function refreshComparisons(
  deps: Deps,
  { indexId, againstId, records, maxAge }: ComparisonRequest,
): Promise<ComparedRecord[]> {
  const indexIds = [...new Set([indexId, againstId])];
  const readings = await refreshReadings(
    deps,
    indexIds.flatMap((index) => records.map(({ type, id }) => ({ indexId: index, type, id, maxAge }))),
  );
  const compared = await compareRecords(deps, { indexId, againstId, records, readings });
  if (indexId === againstId || againstId !== deps.service.profile.standardIndex) return compared;
  const isChanged = await deps.events.publish("records compared", { indexId, compared });
  return isChanged ? await refreshComparisons(deps, { indexId, againstId, records, maxAge: "kept" }) : compared;
}

/** The same for one record, against the standard index. */
export async function refreshComparison(
  deps: Deps,
  record: RecordKey,
  { indexId, maxAge }: Pick<ComparisonRequest, "indexId" | "maxAge">,
): Promise<ComparedRecord> {
  const againstId = deps.service.profile.standardIndex;
  const [compared] = await refreshComparisons(deps, { indexId, againstId, records: [record], maxAge });
  if (compared === undefined) throw new RangeError("one record has one comparison");
  return compared;
}
