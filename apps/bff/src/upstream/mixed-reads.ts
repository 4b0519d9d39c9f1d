import type { RecordKey } from "@dc/directory";

/** That a record was read in an index, by whom. */
export interface RecordRead {
  record: RecordKey;
  /** Reads of one trace belong together: one request of the console, or one token of the gateway. */
  trace: string;
  at: number;
  indexId: string;
  path: string;
}

const TOGETHER_MS = 30_000;
const keyOf = ({ type, id }: RecordKey) => `${type} ${id}`;

/**
 * The reads of a record that another one refers to, where that other one was read in other indices only: a reference is to be
 * followed in the index that it was read in. Each with the read of the record that refers to it.
 */
export function mixedReads(
  reads: readonly RecordRead[],
  seen: readonly RecordRead[],
  references: readonly { from: RecordKey; to: RecordKey }[],
): Map<RecordRead, RecordRead> {
  const referring = Map.groupBy(references, ({ to }) => keyOf(to));
  const mixed = new Map<RecordRead, RecordRead>();
  for (const read of reads) {
    const from = new Set((referring.get(keyOf(read.record)) ?? []).map((reference) => keyOf(reference.from)));
    const before = seen.filter(
      (other) =>
        other.trace === read.trace && from.has(keyOf(other.record)) && Math.abs(read.at - other.at) <= TOGETHER_MS,
    );
    const last = before.findLast(({ at }) => at <= read.at);
    if (last !== undefined && before.every(({ indexId }) => indexId !== read.indexId)) mixed.set(read, last);
  }
  return mixed;
}
