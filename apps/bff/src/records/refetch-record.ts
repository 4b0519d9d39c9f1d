import { indexRecordKey, type JsonObject, type RecordKey } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { recordAt } from "#/store/sql/among-records.ts";
import { saveReadings } from "./save-readings.ts";
import { selectReadings } from "#/store/tables/readings.ts";
import { transact } from "#/store/sql/transaction.ts";
import { fetchRecord } from "#/upstream/fetch-record.ts";
import type { ServiceFailure } from "#/upstream/service-failure.ts";

export type RefetchedRecord =
  | { outcome: "read"; raw: JsonObject | null; contentHash: string | null; requestId: string | null }
  | { outcome: "failed"; failure: ServiceFailure };

let reads = 0;

/**
 * Reads a record from the service now and saves the answer. Publishes no event, since the calling sender settles what
 * it finds.
 */
export async function refetchRecord(deps: Deps, indexId: string, record: RecordKey): Promise<RefetchedRecord> {
  // Equal reads share one call. A unique deadline keeps this one from joining a call that began before a write.
  reads = (reads + 1) % 1000;
  const fetched = await fetchRecord(deps.service, { indexId, ...record, deadlineMs: 10_000 + reads });
  if (fetched.outcome === "failed") return fetched;
  const kept = new Map(
    (await selectReadings(deps.store.db, deps.connection.id, [{ indexId, record }])).map((row) => [
      indexRecordKey(recordAt(row)),
      row,
    ]),
  );
  await transact(deps.store.db, (trx) => saveReadings(deps, trx, [{ indexId, record, fetched }], kept));
  if (fetched.outcome === "missing")
    return { outcome: "read", raw: null, contentHash: null, requestId: fetched.words.requestId };
  const { raw, contentHash, requestId } = fetched.record;
  return { outcome: "read", raw, contentHash, requestId };
}
