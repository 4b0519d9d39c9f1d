import { recordKey, type RecordKey } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { type LedgerChanged, publishChanged } from "#/ledger/with-ledger.ts";

/** So many records are counted again at once while a set is sent, or those of so long a time. */
const PUBLISHED_AT_ONCE = 50;
const PUBLISHED_EVERY_MS = 1_000;

/** Publishes what changes while a set is sent in large parts, since counting one record again costs nearly as much as fifty. */
export interface LatePublisher {
  publish(changed: LedgerChanged): void;
  /** Publishes the rest, and resolves once everything is. */
  finish(): Promise<void>;
}

export function createLatePublisher(deps: Deps): LatePublisher {
  let waiting = new Map<string, Map<string, { record: RecordKey; isOverridden: boolean }>>();
  let last: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  function publishWaiting(): void {
    clearTimeout(timer);
    timer = undefined;
    const parts = waiting;
    waiting = new Map();
    last = last.then(async () => {
      for (const [indexId, ofIndex] of parts) {
        const all = [...ofIndex.values()];
        const overridden = all.filter(({ isOverridden }) => isOverridden).map(({ record }) => record);
        await publishChanged(deps, { indexId, records: all.map(({ record }) => record), overridden });
      }
    });
  }

  return {
    publish({ indexId, records, overridden }) {
      const ofIndex = waiting.get(indexId) ?? new Map<string, { record: RecordKey; isOverridden: boolean }>();
      waiting.set(indexId, ofIndex);
      const keys = new Set(overridden.map(recordKey));
      for (const record of records) {
        const key = recordKey(record);
        ofIndex.set(key, { record, isOverridden: keys.has(key) || ofIndex.get(key)?.isOverridden === true });
      }
      timer ??= setTimeout(publishWaiting, PUBLISHED_EVERY_MS).unref();
      if (ofIndex.size >= PUBLISHED_AT_ONCE) publishWaiting();
    },
    async finish() {
      publishWaiting();
      await last;
    },
  };
}
