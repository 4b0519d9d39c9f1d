import { indexRecordKey, type JsonObject, type RecordKey } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { recordAt } from "#/store/sql/among-records.ts";
import { StoreUnavailableError } from "#/runtime/errors.ts";
import { inGroups, togetherOrEach } from "#/runtime/in-groups.ts";
import { type AnsweredRead, saveReadings } from "./save-readings.ts";
import { selectReadings } from "#/store/tables/records/readings.ts";
import { transact } from "#/store/sql/transaction.ts";
import { fetchRecord } from "#/upstream/records/fetch-record.ts";
import type { ServiceFailure } from "#/upstream/service-failure.ts";
import { liesOverBase } from "#/upstream/records/write-unit.ts";

/** So many readings are saved in one transaction, at most. */
const SAVED_AT_ONCE = 50;

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
  await savingOf(deps)({ indexId, record, fetched });
  if (fetched.outcome === "missing")
    return { outcome: "read", raw: null, text: null, contentHash: null, requestId: fetched.words.requestId };
  const { raw, rawText: text, contentHash, requestId } = fetched.record;
  return { outcome: "read", raw, text, contentHash, requestId };
}

const saving = new WeakMap<Deps, (read: AnsweredRead) => Promise<void>>();

/** Saves a reading, together with what else is read at the same time. */
function savingOf(deps: Deps): (read: AnsweredRead) => Promise<void> {
  const save =
    saving.get(deps) ??
    inGroups<AnsweredRead, void>(
      (reads) =>
        togetherOrEach(
          reads,
          async (together) => {
            for (const once of eachRecordOnce(together)) await saveTogether(deps, once);
            return together.map(() => undefined);
          },
          (error) => !(error instanceof StoreUnavailableError),
        ),
      SAVED_AT_ONCE,
    );
  saving.set(deps, save);
  return save;
}

async function saveTogether(deps: Deps, reads: readonly AnsweredRead[]): Promise<void> {
  const rows = await selectReadings(deps.store.db, deps.connection.id, reads);
  const kept = new Map(rows.map((row) => [indexRecordKey(recordAt(row)), row]));
  await transact(deps.store.db, (trx) => saveReadings(deps, trx, reads, kept));
}

/** In parts in which no record is twice, the earlier readings first. */
function eachRecordOnce(reads: readonly AnsweredRead[]): AnsweredRead[][] {
  const parts: Map<string, AnsweredRead>[] = [];
  for (const read of reads) {
    const key = indexRecordKey(read);
    const part = parts.find((others) => !others.has(key));
    if (part === undefined) parts.push(new Map([[key, read]]));
    else part.set(key, read);
  }
  return parts.map((part) => [...part.values()]);
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
