import { indexRecordKey, type JsonObject, type RecordKey } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { recordAt } from "#/store/sql/among-records.ts";
import { saveReadings } from "./save-readings.ts";
import { selectReadings } from "#/store/tables/records/readings.ts";
import { transact } from "#/store/sql/transaction.ts";
import { fetchRecord } from "#/upstream/records/fetch-record.ts";
import type { ServiceFailure } from "#/upstream/service-failure.ts";
import { liesOverBase } from "#/upstream/records/write-unit.ts";

export type RefetchedRecord =
  | {
      outcome: "read";
      raw: JsonObject | null;
      /** The body that it was read from; null where it was not read now. */
      text: string | null;
      contentHash: string | null;
      requestId: string | null;
    }
  | { outcome: "failed"; failure: ServiceFailure };

/**
 * Reads a record from the service now and saves the answer. Publishes no event, since the calling sender settles what
 * it finds.
 */
export async function refetchRecord(deps: Deps, indexId: string, record: RecordKey): Promise<RefetchedRecord> {
  const fetched = await fetchRecord(deps.service, { indexId, ...record, joinsOthers: false });
  if (fetched.outcome === "failed") return fetched;
  const kept = new Map(
    (await selectReadings(deps.store.db, deps.connection.id, [{ indexId, record }])).map((row) => [
      indexRecordKey(recordAt(row)),
      row,
    ]),
  );
  await transact(deps.store.db, (trx) => saveReadings(deps, trx, [{ indexId, record, fetched }], kept));
  if (fetched.outcome === "missing")
    return { outcome: "read", raw: null, text: null, contentHash: null, requestId: fetched.words.requestId };
  const { raw, rawText: text, contentHash, requestId } = fetched.record;
  return { outcome: "read", raw, text, contentHash, requestId };
}

/**
 * Reads a record now in the index and in base. Where the index lies over base, either may move between two readings, so
 * base is read before and after: only what differs from both shows a write.
 */
export async function refetchWithBase(
  deps: Deps,
  indexId: string,
  record: RecordKey,
): Promise<{ here: RefetchedRecord; base: RefetchedRecord; baseBefore: RefetchedRecord | null }> {
  const { profile } = deps.service;
  const readBase = () => refetchRecord(deps, profile.standardIndex, record);
  const baseBefore = liesOverBase(profile) ? await readBase() : null;
  const hereRecord = await refetchRecord(deps, indexId, record);
  return { here: hereRecord, base: hereRecord.outcome === "failed" ? hereRecord : await readBase(), baseBefore };
}
