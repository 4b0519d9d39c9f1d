import { setImmediate as nextTurn } from "node:timers/promises";
import type { RequestContext } from "#/context/deps.ts";
import { addCopies } from "#/ledger/changes.ts";
import { type Ledger, withLedger } from "#/ledger/with-ledger.ts";
import { beginCheck, readAfterNow } from "#/operations/change-sets/check.ts";
import { discardOpening } from "#/operations/change-sets/open.ts";
import { InvariantError, operationError } from "#/runtime/errors.ts";
import { json } from "#/store/sql/json.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";
import { selectApprovalSettings } from "#/store/tables/changes/approval-settings.ts";
import {
  type ChangeSetRow,
  insertChangeSet,
  isRetryOpening,
  updateChangeSet,
} from "#/store/tables/changes/change-sets.ts";
import {
  type ChangeRow,
  isCopyOpening,
  selectChangesOnRecords,
  selectRetried,
} from "#/store/tables/changes/changes.ts";
import { isProvisional } from "#/store/tables/records/assigned-ids.ts";
import { oldGrounds } from "./read-grounds.ts";

/** So many are copied in one transaction where it keeps others out. */
const COPIED_AT_ONCE = 100;

type Failed = readonly [ChangeRow, ...ChangeRow[]];

/**
 * Copies ended changes into one new set, with their approvals, each once, and begins to check it: at the end of that it is applied,
 * so that they are sent again. Returns the copy of the first.
 */
export async function copyFailed(
  context: RequestContext,
  ledger: Ledger,
  rows: Failed,
  { retryOf = null }: { retryOf?: string | null } = {},
): Promise<ChangeRow> {
  const { trx } = ledger;
  const [first] = rows;
  if (await isRetryOpening(trx, [...new Set(rows.map((row) => row.change_set_id))]))
    throw operationError("in_progress", "change-set");
  const changeSet = await insertRetry(context, trx, rows, { retryOf });
  const copies = await copySome(context, ledger, rows, changeSet);
  const copyOf = copies.find((copy) => copy.retry_of_id === first.id);
  if (copyOf === undefined) throw new InvariantError("A failed change has no copy.");
  await beginCheck(context, trx, changeSet, await readsOfCopies(context, trx, rows));
  return copyOf;
}

/**
 * As `copyFailed`, in steps between which others have their turn; returns the new set. It is there for nobody before the last of
 * them, in which `tell` is done, and while it is written nothing else of the retried set is sent once more.
 */
export async function copyFailedInSteps(
  context: RequestContext,
  rows: Failed,
  {
    retryOf,
    lock,
    tell,
  }: { retryOf: string; lock: (trx: Transaction) => Promise<unknown>; tell: (trx: Transaction) => Promise<void> },
): Promise<string> {
  const { deps } = context;
  let opened: ChangeSetRow | undefined;
  try {
    for (let copied = 0; copied < rows.length; copied += COPIED_AT_ONCE) {
      const before = opened;
      opened = await withLedger(deps, async (ledger) => {
        const { trx } = ledger;
        const changeSet = before ?? (await openRetry(context, trx, rows, { retryOf, lock }));
        await copySome(context, ledger, rows.slice(copied, copied + COPIED_AT_ONCE), changeSet);
        return changeSet;
      });
      await nextTurn();
    }
    if (opened === undefined) throw new InvariantError("Nothing failed.");
    const changeSet = opened;
    const reads = await readsOfCopies(context, deps.store.db, rows);
    await withLedger(deps, async ({ trx }) => {
      await updateChangeSet(trx, changeSet, { opening: false });
      await beginCheck(context, trx, changeSet, reads);
      await tell(trx);
    });
    return changeSet.id;
  } catch (error) {
    if (opened !== undefined) await discardOpening(context, opened);
    throw error;
  }
}

async function openRetry(
  context: RequestContext,
  trx: Transaction,
  rows: Failed,
  { retryOf, lock }: { retryOf: string; lock: (trx: Transaction) => Promise<unknown> },
): Promise<ChangeSetRow> {
  await lock(trx);
  if (await isRetryOpening(trx, [retryOf])) throw operationError("in_progress", "change-set");
  return await insertRetry(context, trx, rows, { retryOf, opening: true });
}

async function insertRetry(
  { actor, connection, deps }: RequestContext,
  trx: Transaction,
  rows: Failed,
  { retryOf, opening = false }: { retryOf: string | null; opening?: boolean },
): Promise<ChangeSetRow> {
  const [{ index_id: indexId }] = rows;
  return await insertChangeSet(trx, {
    id: deps.newId("set"),
    connection_id: connection.id,
    index_id: rows.every((row) => row.index_id === indexId) ? indexId : null,
    created_by: json(actor),
    created_at: deps.clock.now(),
    retry_of_id: retryOf,
    opening,
  });
}

/** Copies those that were not sent once more yet. */
async function copySome(
  context: RequestContext,
  ledger: Ledger,
  rows: readonly ChangeRow[],
  changeSet: ChangeSetRow,
): Promise<ChangeRow[]> {
  const { trx } = ledger;
  const ids = rows.map(({ id }) => id);
  if (await isCopyOpening(trx, ids)) throw operationError("in_progress", "change-set");
  if ((await selectRetried(trx, ids)).size > 0) throw operationError("wrong_state", "sent-again");
  const { required } = await selectApprovalSettings(trx, context.connection.id);
  return await addCopies(context, ledger, rows, { changeSet, isApproved: required > 0 });
}

/** What is to be read before copies of these are applied. What a person gave up as unknown may have changed since it was read. */
async function readsOfCopies(
  { deps }: RequestContext,
  db: Database | Transaction,
  rows: readonly ChangeRow[],
): Promise<{ readAfter: Date; toRead: number }> {
  const isGivenUp = rows.some((row) => row.settled_as === "person");
  const readAfter = isGivenUp ? deps.clock.now() : await readAfterNow(deps, db);
  return { readAfter, toRead: (await oldGrounds(deps, db, rows, readAfter)).length };
}

/** The changes that failed together with the creation of a record; empty for any other change. */
export async function failedWith(db: Database | Transaction, row: ChangeRow): Promise<ChangeRow[]> {
  if (row.operation.op !== "create") return [];
  const record = { type: row.record_type, id: row.record_id };
  const place = { connectionId: row.connection_id, indexId: row.index_id, records: [record] };
  const standing = await selectChangesOnRecords(db, place);
  if (!isProvisional(record) || standing.some(({ operation }) => operation.op === "create"))
    throw operationError("already_exists", "creation-request");
  const failed = await selectChangesOnRecords(db, { ...place, states: ["failed"] });
  return failed.filter(({ id, change_set_id }) => id !== row.id && change_set_id === row.change_set_id);
}
