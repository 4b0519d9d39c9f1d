import type { RecordKey } from "@dc/directory";
import type { ComparedRecord } from "#/context/compared-record.ts";
import type { Deps } from "#/context/deps.ts";
import { selectIndexVersion } from "#/store/tables/index-versions.ts";
import { compareRecords } from "./compare-records.ts";
import { type MaxAge, refreshReadings } from "./refresh-readings.ts";

export interface ComparisonRequest {
  indexId: string;
  againstId: string;
  records: readonly RecordKey[];
  maxAge: MaxAge;
  /** The age for the standard index, if it differs. */
  baseMaxAge?: MaxAge | undefined;
}

/**
 * Reads the records in both indices, compares them and publishes comparisons with the standard index. If a subscriber
 * stages or discards drafts, the records are compared again, so that the result includes them.
 */
export async function refreshComparisons(
  deps: Deps,
  { indexId, againstId, records, maxAge, baseMaxAge }: ComparisonRequest,
): Promise<ComparedRecord[]> {
  const { standardIndex } = deps.service.profile;
  const indexIds = [...new Set([indexId, againstId])];
  const notBefore = againstId === standardIndex ? await copiedAt(deps, indexId) : undefined;
  const readings = await refreshReadings(
    deps,
    indexIds.flatMap((index) =>
      records.map(({ type, id }) => ({
        indexId: index,
        type,
        id,
        maxAge: index === standardIndex ? (baseMaxAge ?? maxAge) : maxAge,
        ...(index === standardIndex ? { notBefore } : {}),
      })),
    ),
  );
  const compared = await compareRecords(deps, { indexId, againstId, records, readings });
  if (indexId === againstId || againstId !== standardIndex) return compared;
  const isChanged = await deps.events.publish("records compared", { indexId, compared });
  return isChanged ? await refreshComparisons(deps, { indexId, againstId, records, maxAge: "kept" }) : compared;
}

/** As `refreshComparisons`, for one record against the standard index. */
export async function refreshComparison(
  deps: Deps,
  record: RecordKey,
  { indexId, maxAge, baseMaxAge }: Omit<ComparisonRequest, "againstId" | "records">,
): Promise<ComparedRecord> {
  const againstId = deps.service.profile.standardIndex;
  const [compared] = await refreshComparisons(deps, { indexId, againstId, records: [record], maxAge, baseMaxAge });
  if (compared === undefined) throw new RangeError("one record has one comparison");
  return compared;
}

/**
 * When an index version created here was copied from base; undefined if unknown. Earlier readings of base say nothing
 * about the baseline or the standard values of this index.
 */
export async function copiedAt(deps: Deps, indexId: string): Promise<Date | undefined> {
  const index = await selectIndexVersion(deps.store.db, deps.connection.id, indexId);
  return index?.origin === "created" ? index.created_at : undefined;
}
