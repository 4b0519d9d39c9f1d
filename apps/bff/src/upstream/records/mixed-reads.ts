import { type RecordKey, recordKey } from "@dc/directory";
import type { NamedRecords, RecordInIndex } from "./named-records.ts";

/** A read of a record in an index, with its caller. */
export interface RecordRead extends RecordInIndex {
  /** Reads with the same trace belong together: one request of the console, or one token of the gateway. */
  trace: string;
  at: number;
  path: string;
}

const TOGETHER_MS = 30_000;
/** The reads of traces that used more than one index; others cannot mix indices. */
export function readsAcrossIndices(seen: readonly RecordRead[]): RecordRead[] {
  const traces = Map.groupBy(seen, ({ trace }) => trace).values();
  return [...traces].filter((reads) => new Set(reads.map(({ indexId }) => indexId)).size > 1).flat();
}

/**
 * Finds reads of a record in an index in which the referring record was not read, since a reference has to be followed
 * in its own index. References are known from the store and the records just read. Returns each with the read of the
 * referring record.
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
    const before = [...others].filter((earlier) => Math.abs(read.at - earlier.at) <= TOGETHER_MS);
    const last = before.findLast(({ at }) => at <= read.at);
    if (last !== undefined && before.every(({ indexId }) => indexId !== read.indexId)) mixed.set(read, last);
  }
  return mixed;
}
