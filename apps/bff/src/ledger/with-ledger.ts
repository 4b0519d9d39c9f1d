import { setImmediate as nextTurn } from "node:timers/promises";
import { liveStates, type RecordKey, recordKey } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import type { EndedOnRecord } from "#/context/gateway-caches.ts";
import { updateCreatedEntry } from "./update-created-entry.ts";
import { deriveOverrides } from "./derive-overrides.ts";
import { createLatePublisher, type LedgerChanged, publishChanged } from "./publish-changed.ts";
import { selectChangesOnRecords, toLedgerChange } from "#/store/tables/changes/changes.ts";
import { withoutLimits } from "#/store/reach/limited-database.ts";
import { isProvisional } from "#/store/tables/records/assigned-ids.ts";
import { insertOutbox } from "#/store/ledger-writes/outbox.ts";
import { raiseLedgerRevision, replaceOverrides } from "#/store/ledger-writes/overrides.ts";
import { type Transaction, transact } from "#/store/sql/transaction.ts";

export interface Ledger {
  trx: Transaction;
  /** The set of which this transaction carries on what was decided, so that it alone moves its changes. */
  actsOn?: string;
  /** Call after changing the live changes of a record: derives its overrides again and refreshes its counts. */
  markOverridesChanged: (indexId: string, record: RecordKey) => void;
  /** Call after a live change of a record only went on to be sent: derives its overrides again, and no count changes. */
  markSendingChanged: (indexId: string, record: RecordKey) => void;
  /** Call after changing drafts or decisions of a record: refreshes its counts; what is served stays the same. */
  markCountsChanged: (indexId: string, record: RecordKey) => void;
  /** Call after a set became live: its changes on this record are served, and their rows and overrides follow. */
  markServed: (indexId: string, record: RecordKey) => void;
  /** The same where all that changed for readers is that these changes of the record ended. */
  markEnded: (indexId: string, ended: EndedOnRecord) => void;
}

/**
 * Runs work on the ledger in one transaction. Marked records get new overrides and their index a new revision; after
 * the commit the gateway's overlay is refreshed and the event published before this resolves. If the overlay cannot be
 * refreshed, it reads the index again before it serves it. Whoever commits many times in a row publishes by its own way. What is
 * left unpublished by the end of a process stands in the outbox.
 */
export async function withLedger<T>(
  deps: Deps,
  work: (ledger: Ledger) => Promise<T>,
  publish: (changed: LedgerChanged) => Promise<void> | void = (changed) => publishChanged(deps, changed),
): Promise<T> {
  const overridden: RecordsByIndex = new Map();
  const served: RecordsByIndex = new Map();
  const counted: RecordsByIndex = new Map();
  const markCountsChanged = (indexId: string, record: RecordKey) => add(counted, indexId, record);
  const markServed = (indexId: string, record: RecordKey) => add(served, indexId, record);
  const ended = new Map<string, EndedOnRecord[]>();
  const markEnded = (indexId: string, of: EndedOnRecord) => {
    if (!served.has(indexId)) served.set(indexId, new Map());
    const ofIndex = ended.get(indexId);
    if (ofIndex === undefined) ended.set(indexId, [of]);
    else ofIndex.push(of);
  };
  const markSendingChanged = (indexId: string, record: RecordKey) => {
    for (const marked of [overridden, served]) add(marked, indexId, record);
  };
  const markOverridesChanged = (indexId: string, record: RecordKey) => {
    for (const marked of [overridden, served, counted]) add(marked, indexId, record);
  };
  const { result, revisions, changed } = await transact(deps.store.db, async (trx) => {
    const done = await work({
      trx,
      markOverridesChanged,
      markSendingChanged,
      markCountsChanged,
      markServed,
      markEnded,
    });
    const raised = new Map<string, number>();
    // What readers get rests on every live change, also on those that whoever is limited does not see.
    const deriveAll = async () => {
      for (const [indexId, records] of inOneOrder(overridden))
        await rederive(deps, trx, indexId, [...records.values()]);
      for (const [indexId] of inOneOrder(served))
        raised.set(indexId, await raiseLedgerRevision(trx, deps.connection.id, indexId));
    };
    if (served.size > 0) await (deps.store.db === deps.wholeStore.db ? deriveAll() : withoutLimits(trx, deriveAll));
    const parts = [...counted].map(([indexId, records]) => ({ indexId, records: [...records.values()] }));
    const outboxIds = await insertOutbox(trx, { connectionId: deps.connection.id, at: deps.clock.now() }, parts);
    return {
      result: done,
      revisions: raised,
      changed: parts.map((part, at) => ({ ...part, outboxIds: outboxIds.slice(at, at + 1) })),
    };
  });
  for (const [indexId, revision] of revisions) {
    await deps.overlay
      .refresh(indexId, [...(served.get(indexId)?.values() ?? [])], revision, ended.get(indexId))
      .catch((error: unknown) =>
        deps.log.warn({ err: error, indexId }, "the gateway's overlay could not be refreshed"),
      );
  }
  for (const part of changed)
    await publish({ ...part, overridden: [...(overridden.get(part.indexId)?.values() ?? [])] });
  return result;
}

/**
 * Runs steps, each as `withLedger` does and with turns of others in between, until one says that none is left. What they changed is
 * published once they are done, each record once.
 */
export async function inLedgerSteps(deps: Deps, step: (ledger: Ledger) => Promise<boolean>): Promise<void> {
  const publisher = createLatePublisher(deps, { isAtEnd: true });
  try {
    while (await withLedger(deps, step, (changed) => publisher.publish(changed))) await nextTurn();
  } finally {
    await publisher.finish();
  }
}

type RecordsByIndex = Map<string, Map<string, RecordKey>>;

/** Index versions in one order, so that two who change several never wait for each other. */
const inOneOrder = (byIndex: RecordsByIndex) => [...byIndex].toSorted(([a], [b]) => (a < b ? -1 : 1));

function add(to: RecordsByIndex, indexId: string, record: RecordKey): void {
  const records = to.get(indexId) ?? new Map<string, RecordKey>();
  to.set(indexId, records.set(recordKey(record), record));
}

async function rederive(deps: Deps, trx: Transaction, indexId: string, records: readonly RecordKey[]): Promise<void> {
  const connectionId = deps.connection.id;
  const rows = await selectChangesOnRecords(trx, { connectionId, indexId, records, states: liveStates });
  const byRecord = Map.groupBy(rows.map(toLedgerChange), ({ record }) => recordKey(record));
  const derived = records.map((record) => {
    const changes = byRecord.get(recordKey(record)) ?? [];
    return { record, derived: deriveOverrides(changes, deps.service.profile.defaultRegion) };
  });
  await replaceOverrides(trx, { connectionId, indexId }, derived);
  for (const record of records) {
    if (isProvisional(record))
      await updateCreatedEntry(deps, trx, {
        indexId,
        record,
        rows: rows.filter(({ record_id }) => record_id === record.id),
      });
  }
}

/** Gives the revision by which every gateway reads the overrides of an index version anew, and finds it deleted. */
export async function stopServing(trx: Transaction, connectionId: string, indexId: string): Promise<number> {
  return await raiseLedgerRevision(trx, connectionId, indexId);
}
