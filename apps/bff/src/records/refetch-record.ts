import { indexRecordKey, type JsonObject, type RecordKey } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { recordAt } from "#/store/sql/among-records.ts";
import { StoreUnavailableError } from "#/runtime/errors.ts";
import { inGroups, togetherOrEach } from "#/runtime/in-groups.ts";
import { type AnsweredRead, saveReadings } from "./save-readings.ts";
import { selectReadings } from "#/store/tables/records/readings.ts";
import { type Transaction, transact } from "#/store/sql/transaction.ts";
import { type FetchedRecord, fetchRecord } from "#/upstream/records/fetch-record.ts";
import type { ServiceFailure } from "#/upstream/service-failure.ts";
import { liesOverBase } from "#/upstream/records/write-unit.ts";

/** So many records have their readings saved in one transaction, at most. */
const SAVED_AT_ONCE = 64;

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
async function refetchInTurn(
  deps: Deps,
  record: RecordKey,
  indexIds: IndexIds,
  hold: Hold = (calls) => calls(),
): Promise<Omit<ReadInTurn, "answered">> {
  const { answered, ...read } = await hold(() => fetchInTurn(deps, record, indexIds));
  if (answered.length > 0) await savingOf(deps)(answered);
  return read;
}

type IndexIds = readonly [string, ...string[]];
/** Makes calls that follow one another, once it is their turn. */
type Hold = <T>(calls: () => Promise<T>) => Promise<T>;

interface ReadInTurn {
  reads: RefetchedRecord[];
  last: RefetchedRecord;
  /** What the service answered, to be saved. */
  answered: AnsweredRead[];
}

/** As `refetchInTurn`, and saves nothing: whoever calls it does, by `saveAnswered`. */
export async function fetchInTurn(deps: Deps, record: RecordKey, [first, ...others]: IndexIds): Promise<ReadInTurn> {
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
  return { reads, last, answered };
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
            await transact(deps.store.db, (trx) => saveAnswered(deps, trx, together.flat()));
            return together.map(() => undefined);
          },
          (error) => !(error instanceof StoreUnavailableError),
        ),
      SAVED_AT_ONCE,
    );
  saving.set(deps, save);
  return save;
}

/** Saves what the service answered, in the transaction of what it shows. */
export async function saveAnswered(deps: Deps, trx: Transaction, answered: readonly AnsweredRead[]): Promise<void> {
  for (const reads of eachRecordOnce(answered)) {
    const rows = await selectReadings(trx, deps.connection.id, reads);
    await saveReadings(deps, trx, reads, new Map(rows.map((row) => [indexRecordKey(recordAt(row)), row])));
  }
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
  hold?: Hold,
): Promise<{ here: RefetchedRecord; base: RefetchedRecord; baseBefore: RefetchedRecord | null }> {
  const { profile } = deps.service;
  const { standardIndex } = profile;
  if (liesOverBase(profile)) {
    const { reads, last } = await refetchInTurn(deps, record, [standardIndex, indexId, standardIndex], hold);
    const [baseBefore = last, here = last, base = last] = reads;
    return { here, base, baseBefore };
  }
  const { reads, last } = await refetchInTurn(deps, record, [indexId, standardIndex], hold);
  const [here = last, base = last] = reads;
  return { here, base, baseBefore: null };
}
