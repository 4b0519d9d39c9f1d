import type { RecordKey } from "@dc/directory";
import type { Deps } from "#/runtime/context.ts";
import { keepCreatedEntry } from "#/operations/roster/keep-created-entry.ts";
import { deriveOverrides } from "./derive-overrides.ts";
import { liveStates, selectChangesOnRecords, toLedgerChange } from "#/store/tables/changes.ts";
import { isProvisional } from "#/store/tables/assigned-ids.ts";
import { raiseLedgerRevision, replaceOverrides } from "#/store/tables/overrides.ts";
import { type Transaction, transact } from "#/store/sql/transaction.ts";

export interface Ledger {
  trx: Transaction;
  /** Says that the live changes of a record are not what they were. */
  touch: (indexId: string, record: RecordKey) => void;
  /** Says that something else about a record moved: drafts, or what was decided. What is served stays as it is. */
  note: (indexId: string, record: RecordKey) => void;
}

/**
 * Work on the changes of the ledger, in one transaction: the overrides of every record touched are derived anew, the ledger
 * of its index gets a new revision, and the gateway knows before the caller goes on. Once it is committed it is done: a
 * gateway that could not take it over reads it again before it serves anything of the index.
 */
export async function inLedger<T>(deps: Deps, work: (ledger: Ledger) => Promise<T>): Promise<T> {
  const touched: Touched = new Map();
  const noted: Touched = new Map();
  const touch = (indexId: string, record: RecordKey) => {
    mark(touched, indexId, record);
    mark(noted, indexId, record);
  };
  const note = (indexId: string, record: RecordKey) => mark(noted, indexId, record);
  const { result, revisions } = await transact(deps.store.db, async (trx) => {
    const done = await work({ trx, touch, note });
    const raised = new Map<string, number>();
    for (const [indexId, records] of touched) {
      await rederive(deps, trx, indexId, [...records.values()]);
      raised.set(indexId, await raiseLedgerRevision(trx, deps.connection.id, indexId));
    }
    return { result: done, revisions: raised };
  });
  for (const [indexId, revision] of revisions) {
    await deps.overlay
      .refresh(indexId, [...(touched.get(indexId)?.values() ?? [])], revision)
      .catch((error: unknown) => deps.log.warn({ err: error, indexId }, "the gateway has to read the ledger again"));
  }
  for (const [indexId, records] of noted) {
    await deps
      .recount(indexId, [...records.values()])
      .catch((error: unknown) => deps.log.warn({ err: error, indexId }, "counts were not brought up to date"));
  }
  return result;
}

type Touched = Map<string, Map<string, RecordKey>>;

function mark(marks: Touched, indexId: string, record: RecordKey): void {
  const records = marks.get(indexId) ?? new Map<string, RecordKey>();
  marks.set(indexId, records.set(`${record.type} ${record.id}`, record));
}

async function rederive(deps: Deps, trx: Transaction, indexId: string, records: readonly RecordKey[]): Promise<void> {
  const connectionId = deps.connection.id;
  const rows = await selectChangesOnRecords(trx, { connectionId, indexId, records, states: liveStates });
  const byRecord = Map.groupBy(rows.map(toLedgerChange), ({ record }) => `${record.type} ${record.id}`);
  const derived = records.map((record) => {
    const changes = byRecord.get(`${record.type} ${record.id}`) ?? [];
    return { record, derived: deriveOverrides(changes, deps.service.profile.defaultRegion) };
  });
  await replaceOverrides(trx, { connectionId, indexId }, derived);
  for (const record of records) {
    if (isProvisional(record))
      await keepCreatedEntry(deps, trx, {
        indexId,
        record,
        rows: rows.filter(({ record_id }) => record_id === record.id),
      });
  }
}
