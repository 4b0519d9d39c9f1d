import { setImmediate as nextTurn } from "node:timers/promises";
import { type RecordKey, recordKey } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { deleteFromOutbox, selectOutbox } from "#/store/ledger-writes/outbox.ts";
import { selectByPractitioner } from "#/store/tables/records/record-summaries.ts";

/** So many records are counted before other work has its turn. */
const COUNTED_AT_ONCE = 50;
const PUBLISHED_AT_ONCE = 20;
/** What is older was left by a process that ended, or could not be published. */
const LEFT_AFTER_MS = 120_000;

/** Records of which something changed in the ledger, and those of them that readers get otherwise. */
export interface LedgerChanged {
  indexId: string;
  records: readonly RecordKey[];
  overridden: readonly RecordKey[];
  /** The entries of the outbox that say so, which are deleted once it is published. */
  outboxIds: readonly string[];
}

/**
 * Publishes what changed in parts, so that other requests reach the store in between: records of one practitioner in one part, since
 * all that it has is summed again with each. A part that fails is published later.
 */
export async function publishChanged(deps: Deps, changed: LedgerChanged): Promise<void> {
  const { indexId, outboxIds } = changed;
  const served = new Set(changed.overridden.map(recordKey));
  let isPublished = true;
  const failed = (error: unknown) => {
    isPublished = false;
    deps.log.warn({ err: error, indexId }, "counts could not be updated; they are tried again");
  };
  const of = { connectionId: deps.connection.id, indexId, records: changed.records };
  const records =
    changed.records.length <= COUNTED_AT_ONCE
      ? changed.records
      : await selectByPractitioner(deps.wholeStore.db, of).catch((error: unknown) => {
          failed(error);
          return [];
        });
  for (let index = 0; index < records.length; index += COUNTED_AT_ONCE) {
    if (index > 0) await nextTurn();
    const part = records.slice(index, index + COUNTED_AT_ONCE);
    const overridden = part.filter((record) => served.has(recordKey(record)));
    await deps.events.publish("ledger changed", { indexId, records: part, overridden }).catch(failed);
  }
  if (isPublished)
    await deleteFromOutbox(deps.wholeStore.db, { connectionId: deps.connection.id, ids: outboxIds }).catch(failed);
}

/**
 * Publishes what was committed and is not published: at the start of the only process of a store, whatever is there. Each entry is
 * tried once.
 */
export async function publishLeft(deps: Deps, { isStart }: { isStart: boolean }, signal: AbortSignal): Promise<void> {
  const age = isStart && deps.store.kind === "embedded" ? 0 : LEFT_AFTER_MS;
  const before = new Date(deps.clock.now().getTime() - age);
  const connectionId = deps.connection.id;
  let after = "0";
  while (!signal.aborted) {
    const left = await selectOutbox(deps.store.db, { connectionId, before, after, limit: PUBLISHED_AT_ONCE });
    for (const { id, indexId, records } of left) {
      if (signal.aborted) return;
      await publishChanged(deps, { indexId, records, overridden: records, outboxIds: [id] });
    }
    const last = left.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

/** So many records are counted again at once while a set is sent, or those of so long a time. */
const PUBLISHED_LATER_AT_ONCE = 200;
const PUBLISHED_LATER_EVERY_MS = 1_000;

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
      timer ??= setTimeout(publishWaiting, PUBLISHED_LATER_EVERY_MS).unref();
      if (ofIndex.records.size >= PUBLISHED_LATER_AT_ONCE) publishWaiting();
    },
    async finish() {
      publishWaiting();
      await last;
    },
  };
}
