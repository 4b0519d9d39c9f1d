import { recordKey, type RecordKey } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { type LedgerChanged, publishChanged } from "#/ledger/publish-changed.ts";

/** So many records are counted again at once while a set is sent, or those of so long a time. */
const PUBLISHED_AT_ONCE = 200;
const PUBLISHED_EVERY_MS = 1_000;

/**
 * Publishes what changes while a set is sent in large parts, since counting one record again costs nearly as much as fifty; or
 * all of it at the end.
 */
export interface LatePublisher {
  publish(changed: LedgerChanged): void;
  /** Publishes the rest, and resolves once everything is. */
  finish(): Promise<void>;
}

interface Waiting {
  records: Map<string, RecordKey>;
  overridden: Map<string, RecordKey>;
  outboxIds: string[];
}

export function createLatePublisher(deps: Deps, { isAtEnd = false } = {}): LatePublisher {
  let waiting = new Map<string, Waiting>();
  let last: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  function publishWaiting(): void {
    clearTimeout(timer);
    timer = undefined;
    const parts = waiting;
    waiting = new Map();
    last = last.then(async () => {
      for (const [indexId, { records, overridden, outboxIds }] of parts)
        await publishChanged(deps, {
          indexId,
          records: [...records.values()],
          overridden: [...overridden.values()],
          outboxIds,
        });
    });
  }

  return {
    publish({ indexId, records, overridden, outboxIds }) {
      const ofIndex: Waiting = waiting.get(indexId) ?? { records: new Map(), overridden: new Map(), outboxIds: [] };
      waiting.set(indexId, ofIndex);
      for (const record of records) ofIndex.records.set(recordKey(record), record);
      for (const record of overridden) ofIndex.overridden.set(recordKey(record), record);
      ofIndex.outboxIds.push(...outboxIds);
      if (isAtEnd) return;
      timer ??= setTimeout(publishWaiting, PUBLISHED_EVERY_MS).unref();
      if (ofIndex.records.size >= PUBLISHED_AT_ONCE) publishWaiting();
    },
    async finish() {
      publishWaiting();
      await last;
    },
  };
}
