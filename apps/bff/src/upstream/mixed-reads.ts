import { type RecordKey, recordKey } from "@dc/directory";
import type { NamedRecords, RecordInIndex } from "./named-records.ts";

/** That a record was read in an index, by whom. */
export interface RecordRead extends RecordInIndex {
  /** Reads of one trace belong together: one request of the console, or one token of the gateway. */
  trace: string;
  at: number;
  path: string;
}

const TOGETHER_MS = 30_000;
/** The reads whose trace read in more than one index: among others nothing can be mixed. */
export function readsAcrossIndices(seen: readonly RecordRead[]): RecordRead[] {
  const traces = Map.groupBy(seen, ({ trace }) => trace).values();
  return [...traces].filter((reads) => new Set(reads.map(({ indexId }) => indexId)).size > 1).flat();
}

/**
 * The reads of a record that another one refers to, where that other one was read in other indices only: a reference is to be
 * followed in the index that it was read in. What refers to what is known from the store, and from the records as they were
 * just read. Each with the read of the record that refers to it.
 */
export function mixedReads(
  reads: readonly RecordRead[],
  seen: readonly RecordRead[],
  references: readonly { from: RecordKey; to: RecordKey }[],
  { namedBy }: Pick<NamedRecords, "namedBy">,
): Map<RecordRead, RecordRead> {
  const known = Map.groupBy(references, ({ from }) => recordKey(from));
  const referring = new Map<string, Set<RecordRead>>();
  for (const read of seen) {
    const stored = (known.get(recordKey(read.record)) ?? []).map(({ to }) => to);
    for (const target of [...stored, ...namedBy(read)]) {
      const key = `${read.trace} ${recordKey(target)}`;
      const before = referring.get(key);
      if (before === undefined) referring.set(key, new Set([read]));
      else before.add(read);
    }
  }
  const mixed = new Map<RecordRead, RecordRead>();
  for (const read of reads) {
    const others = referring.get(`${read.trace} ${recordKey(read.record)}`) ?? [];
    const before = [...others].filter((other) => Math.abs(read.at - other.at) <= TOGETHER_MS);
    const last = before.findLast(({ at }) => at <= read.at);
    if (last !== undefined && before.every(({ indexId }) => indexId !== read.indexId)) mixed.set(read, last);
  }
  return mixed;
}
