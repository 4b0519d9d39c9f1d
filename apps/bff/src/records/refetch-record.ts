import { indexRecordKey, type JsonObject, type RecordKey } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { recordAt } from "#/store/sql/among-records.ts";
import { StoreUnavailableError } from "#/runtime/errors.ts";
import { inGroups, togetherOrEach } from "#/runtime/in-groups.ts";
import { type AnsweredRead, saveReadings } from "./save-readings.ts";
import { selectReadings } from "#/store/tables/records/readings.ts";
import { transact } from "#/store/sql/transaction.ts";
import { type FetchedRecord, fetchRecord } from "#/upstream/records/fetch-record.ts";
import type { ServiceFailure } from "#/upstream/service-failure.ts";
import { liesOverBase } from "#/upstream/records/write-unit.ts";

/** So many records have their readings saved in one transaction, at most. */
const SAVED_AT_ONCE = 25;

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
  return (await refetchInTurn(deps, record, [indexId])).last;
}

/**
 * As `refetchRecord`, in several index versions, one after the other, saved together. After one that fails no more are read.
 * Answers what was read by its place, and the last of it.
 */
export async function refetchInTurn(
  deps: Deps,
  record: RecordKey,
  [first, ...others]: readonly [string, ...string[]],
): Promise<{ reads: RefetchedRecord[]; last: RefetchedRecord }> {
  const answered: AnsweredRead[] = [];
  const read = async (indexId: string) => {
    const fetched = await fetchRecord(deps.service, { indexId, ...record, joinsOthers: false });
    if (fetched.outcome !== "failed") answered.push({ indexId, record, fetched });
    return toRefetched(fetched);
  };
  let last = await read(first);
  const reads = [last];
  for (const indexId of others) {
    if (last.outcome === "failed") break;
    last = await read(indexId);
    reads.push(last);
  }
  if (answered.length > 0) await savingOf(deps)(answered);
  return { reads, last };
}

function toRefetched(fetched: FetchedRecord): RefetchedRecord {
  if (fetched.outcome === "failed") return fetched;
  if (fetched.outcome === "missing")
    return { outcome: "read", raw: null, text: null, contentHash: null, requestId: fetched.words.requestId };
  const { raw, rawText: text, contentHash, requestId } = fetched.record;
  return { outcome: "read", raw, text, contentHash, requestId };
}

type Save = (reads: readonly AnsweredRead[]) => Promise<void>;

const saving = new WeakMap<Deps, Save>();

/** Saves readings, together with what else is read at the same time. */
function savingOf(deps: Deps): Save {
  const save =
    saving.get(deps) ??
    inGroups<readonly AnsweredRead[], void>(
      (asked) =>
        togetherOrEach(
          asked,
          async (together) => {
            for (const once of eachRecordOnce(together.flat())) await saveTogether(deps, once);
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
 * base is read before and after: only what differs from both shows a write. Of what follows a reading that failed, all say so.
 */
export async function refetchWithBase(
  deps: Deps,
  indexId: string,
  record: RecordKey,
): Promise<{ here: RefetchedRecord; base: RefetchedRecord; baseBefore: RefetchedRecord | null }> {
  const { profile } = deps.service;
  const { standardIndex } = profile;
  if (liesOverBase(profile)) {
    const { reads, last } = await refetchInTurn(deps, record, [standardIndex, indexId, standardIndex]);
    const [baseBefore = last, here = last, base = last] = reads;
    return { here, base, baseBefore };
  }
  const { reads, last } = await refetchInTurn(deps, record, [indexId, standardIndex]);
  const [here = last, base = last] = reads;
  return { here, base, baseBefore: null };
}
