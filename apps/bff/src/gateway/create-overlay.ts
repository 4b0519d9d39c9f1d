import { type Change, type RecordKey, recordKey } from "@dc/directory";
import type { EndedOnRecord, Overlay, RecordOverlay } from "#/context/gateway-caches.ts";
import { StoreUnavailableError } from "#/runtime/errors.ts";
import { inSteps } from "#/runtime/in-steps.ts";
import { selectLiveChanges, selectLiveOnRecords, toLedgerChange } from "#/store/tables/changes/changes.ts";
import { selectLedgerRevision } from "#/store/tables/changes/overrides.ts";
import type { Database } from "#/store/sql/transaction.ts";

/** So many records are read before other work has its turn. */
const READ_AT_ONCE = 100;

interface IndexOverlay {
  revision: number;
  records: Map<string, RecordOverlay>;
  /** The same by type and id, made when it is first asked for. */
  byType?: Map<string, Map<string, RecordOverlay>> | undefined;
}

const nothing: ReadonlyMap<string, RecordOverlay> = new Map();

export function createOverlay(db: Database, connectionId: string): Overlay {
  const indices = new Map<string, IndexOverlay>();
  const broken = new Set<string>();
  /** The indices that were read since nothing was trusted anymore; undefined while all are. */
  let trusted: Set<string> | undefined;
  const isBroken = (indexId: string) => broken.has(indexId) || trusted?.has(indexId) === false;
  let last: Promise<unknown> = Promise.resolve();

  /** Runs one read of the store after the other, so that an older result never replaces a newer one. */
  function inOrder(work: () => Promise<void>): Promise<void> {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  }

  async function reload(indexId: string): Promise<void> {
    const revision = await selectLedgerRevision(db, connectionId, indexId);
    const rows = await selectLiveChanges(db, connectionId, indexId);
    const known = indices.get(indexId);
    if (known !== undefined && known.revision > revision && !isBroken(indexId)) return;
    indices.set(indexId, { revision, records: byRecord(rows.map(toLedgerChange)) });
    broken.delete(indexId);
    trusted?.add(indexId);
  }

  async function take(
    indexId: string,
    records: readonly RecordKey[],
    revision: number,
    ended: Iterable<EndedOnRecord>,
  ): Promise<void> {
    const changes: Change[] = [];
    await inSteps(
      records,
      async (some) => {
        changes.push(...(await selectLiveOnRecords(db, { connectionId, indexId, records: some })));
      },
      READ_AT_ONCE,
    );
    const fresh = byRecord(changes);
    const index = indices.get(indexId) ?? { revision: 0, records: new Map<string, RecordOverlay>() };
    indices.set(indexId, index);
    index.byType = undefined;
    const set = (key: string, overlay: RecordOverlay | undefined) =>
      overlay === undefined ? index.records.delete(key) : index.records.set(key, overlay);
    for (const { record, ids } of ended) {
      const key = recordKey(record);
      const left = index.records.get(key)?.changes.filter(({ id }) => !ids.includes(id)) ?? [];
      set(key, left.length === 0 ? undefined : { changes: left });
    }
    for (const record of records) set(recordKey(record), fresh.get(recordKey(record)));
    // A revision in between was written by another process; its records are not known here yet.
    if (index.revision === revision - 1) index.revision = revision;
  }

  return {
    load: () =>
      inOrder(async () => {
        const rows = await selectLiveChanges(db, connectionId);
        for (const [indexId, ofIndex] of Map.groupBy(rows, (row) => row.index_id)) {
          const revision = await selectLedgerRevision(db, connectionId, indexId);
          indices.set(indexId, { revision, records: byRecord(ofIndex.map(toLedgerChange)) });
        }
      }),
    refresh: (indexId, records, revision, ended = []) =>
      inOrder(async () => {
        try {
          await take(indexId, records, revision, ended);
        } catch (error) {
          broken.add(indexId);
          throw error;
        }
      }),
    isBroken,
    distrust() {
      trusted = new Set();
    },
    async repair(indexId) {
      try {
        await inOrder(async () => (isBroken(indexId) ? await reload(indexId) : undefined));
      } catch (error) {
        throw new StoreUnavailableError("The changes of this index version cannot be read at the moment. Try again.", {
          cause: error,
        });
      }
    },
    async catchUp(indexId, revision) {
      const isBehind = () => (indices.get(indexId)?.revision ?? -1) < revision || isBroken(indexId);
      if (isBehind()) await inOrder(async () => (isBehind() ? await reload(indexId) : undefined));
    },
    ofType(indexId, type) {
      const index = indices.get(indexId);
      if (index === undefined) return nothing;
      index.byType ??= byTypeAndId(index.records);
      return index.byType.get(type) ?? nothing;
    },
    of: (indexId, type, id) => indices.get(indexId)?.records.get(recordKey({ type, id })),
  };
}

function byRecord(changes: readonly Change[]): Map<string, RecordOverlay> {
  const grouped = Map.groupBy(changes, ({ record }) => recordKey(record));
  return new Map([...grouped].map(([key, ofRecord]) => [key, { changes: ofRecord }]));
}

function byTypeAndId(records: ReadonlyMap<string, RecordOverlay>): Map<string, Map<string, RecordOverlay>> {
  const byType = new Map<string, Map<string, RecordOverlay>>();
  for (const overlay of records.values()) {
    const record = overlay.changes[0]?.record;
    if (record === undefined) continue;
    const ofType = byType.get(record.type) ?? new Map<string, RecordOverlay>();
    byType.set(record.type, ofType.set(record.id, overlay));
  }
  return byType;
}
