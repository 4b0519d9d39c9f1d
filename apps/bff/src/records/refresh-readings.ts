import { indexRecordKey, type RecordKey } from "@dc/directory";
import type { RecordReading } from "#/context/compared-record.ts";
import type { Deps } from "#/context/deps.ts";
import { recordAt } from "#/store/sql/among-records.ts";
import { type ReadingRow, selectReadings } from "#/store/tables/records/readings.ts";
import { isProvisional } from "#/store/tables/records/assigned-ids.ts";
import { transact } from "#/store/sql/transaction.ts";
import { type FetchedRecord, fetchRecord } from "#/upstream/records/fetch-record.ts";
import type { ServiceFailure } from "#/upstream/service-failure.ts";
import { fitsProfile } from "#/upstream/records/to-domain.ts";
import { parseStored } from "#/store/sql/json.ts";
import { type AnsweredRead, saveReadings } from "./save-readings.ts";

/** In seconds. `any` accepts whatever was read before; `kept` never calls the service. */
export type MaxAge = number | "any" | "kept";

export interface ReadRequest {
  indexId: string;
  type: string;
  id: string;
  /** Older readings are read again; 0 always reads. */
  maxAge: MaxAge;
  /** Readings from before this instant are read again or count as not read, whatever their age. */
  notBefore?: Date | undefined;
  /** Whether it may be answered by an equal read that began earlier; true unless said otherwise. */
  joinsOthers?: boolean;
  /** Its roster entry is updated by who asked, with what follows from the reading; false unless said otherwise. */
  leavesEntry?: boolean;
}

/** Reads one record; see `refreshReadings`. */
export async function refreshReading(deps: Deps, request: ReadRequest): Promise<RecordReading> {
  const [reading] = await refreshReadings(deps, [request]);
  if (reading === undefined) throw new RangeError("one request has one reading");
  return reading;
}

/**
 * Returns saved readings that are young enough and reads the rest concurrently; the answers are saved in one
 * transaction and published. A failed read returns the saved reading, marked stale, else "not read". Once the signal fires no
 * further call leaves, and what was answered before is saved.
 */
export async function refreshReadings(
  deps: Deps,
  requests: readonly ReadRequest[],
  signal?: AbortSignal,
): Promise<RecordReading[]> {
  const wanted = requests.map(({ indexId, type, id, maxAge, notBefore, joinsOthers, leavesEntry = false }) => ({
    indexId,
    record: { type, id },
    maxAge,
    joinsOthers: joinsOthers ?? true,
    leavesEntry,
    notBefore: notBefore?.getTime() ?? 0,
  }));
  const keptRows = await selectReadings(deps.store.db, deps.connection.id, wanted);
  const kept = new Map(keptRows.map((row) => [indexRecordKey(recordAt(row)), row]));
  const usable = (read: (typeof wanted)[number]) => {
    const row = kept.get(indexRecordKey(read));
    return row !== undefined && row.fetched_at.getTime() >= read.notBefore ? row : undefined;
  };
  const fetched = new Map<string, FetchedRecord>();
  const now = deps.clock.now().getTime();
  const due = new Map(
    wanted
      .filter(
        (read) =>
          read.maxAge !== "kept" &&
          !isProvisional(read.record) &&
          !isYoung(deps, usable(read), read.maxAge === "any" ? 0 : now - read.maxAge * 1000),
      )
      .map((read) => [indexRecordKey(read), read]),
  );
  await Promise.all(
    due.entries().map(async ([key, { indexId, record, joinsOthers }]) => {
      try {
        fetched.set(key, await fetchRecord(deps.service, { indexId, ...record, joinsOthers, signal }));
      } catch (error) {
        if (signal?.aborted !== true) throw error;
      }
    }),
  );

  const answered: AnsweredRead[] = [];
  for (const [key, { indexId, record, leavesEntry }] of due) {
    const reading = fetched.get(key);
    if (reading !== undefined && reading.outcome !== "failed")
      answered.push({ indexId, record, fetched: reading, leavesEntry });
  }
  if (answered.length > 0) {
    // What the service says is kept for all, also where whoever asked does not see the earlier reading.
    await transact(deps.wholeStore.db, (trx) => saveReadings(deps, trx, answered, kept));
    const readings = answered.map(({ indexId, record, fetched: answer }) => ({
      indexId,
      record,
      raw: answer.outcome === "found" ? answer.record.raw : null,
      contentHash: answer.outcome === "found" ? answer.record.contentHash : null,
    }));
    const moved = readings.filter((reading) => {
      const before = kept.get(indexRecordKey(reading));
      return before !== undefined && before.content_hash !== reading.contentHash;
    });
    await deps.events.publish("records read", { readings, moved });
  }
  return wanted.map((read) => toReading(deps, read, usable(read), fetched.get(indexRecordKey(read))));
}

/** Whether a reading is from after then, as the profile in force reads it. */
export function isYoung(
  { service: { profile } }: Deps,
  row: Pick<ReadingRow, "fetched_at" | "profile_hash" | "state"> | undefined,
  notBefore: number,
): boolean {
  return (
    row !== undefined &&
    row.fetched_at.getTime() > notBefore &&
    (row.profile_hash === profile.hash || row.state === "missing")
  );
}

function toReading(
  deps: Deps,
  { indexId, record }: { indexId: string; record: RecordKey },
  row: ReadingRow | undefined,
  fetched: FetchedRecord | undefined,
): RecordReading {
  const place = { indexId, record };
  if (fetched?.outcome === "found") {
    const { raw, contentHash, fetchedAt, status, durationMs, requestId } = fetched.record;
    return {
      ...place,
      state: "found",
      raw,
      contentHash,
      fetchedAt: new Date(fetchedAt),
      stale: false,
      status,
      durationMs,
      requestId,
      failed: null,
    };
  }
  if (fetched?.outcome === "missing") {
    const { words } = fetched;
    return {
      ...place,
      state: "missing",
      raw: null,
      contentHash: null,
      fetchedAt: fetched.at,
      stale: false,
      status: words.status,
      durationMs: null,
      requestId: words.requestId,
      failed: null,
    };
  }
  const failed = fetched === undefined ? null : failureOf(fetched.failure);
  if (isProvisional(record)) return { ...place, ...nothing, state: "missing", failed: null };
  if (row === undefined) return { ...place, ...nothing, failed };
  const raw = row.raw_text === null ? null : parseStored(row.raw_text);
  if (
    raw !== null &&
    row.profile_hash !== deps.service.profile.hash &&
    !fitsProfile(deps.service.profile, record.type, raw)
  )
    return { ...place, ...nothing, failed };
  return {
    ...place,
    state: row.state,
    raw,
    contentHash: row.content_hash,
    fetchedAt: row.fetched_at,
    stale: failed !== null || deps.clock.now().getTime() - row.fetched_at.getTime() > deps.staleAfterMs,
    status: row.status,
    durationMs: row.duration_ms,
    requestId: row.request_id,
    failed,
  };
}

const nothing = {
  state: "not read",
  raw: null,
  contentHash: null,
  fetchedAt: null,
  stale: false,
  status: null,
  durationMs: null,
  requestId: null,
} as const;

function failureOf({
  code,
  message,
  detail,
  words,
  reason,
  retryAfterMs,
  didNothing,
}: ServiceFailure): NonNullable<RecordReading["failed"]> {
  return { code, message, detail, words, reason, retryAfterMs, didNothing };
}
