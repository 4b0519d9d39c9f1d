import type { Actor, Deletion } from "@dc/contract";
import type { DeletionReason, JournalMessage } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { stopServing } from "#/ledger/with-ledger.ts";
import { json, jsonOrNull } from "#/store/sql/json.ts";
import { type Transaction, transact } from "#/store/sql/transaction.ts";
import { type DeletionRow, markDeleted, moveDeletion } from "#/store/tables/directories/deletions.ts";
import { journal } from "#/context/journal.ts";
import type { KeptWords } from "#/upstream/service-failure.ts";

export interface DeletionEnd {
  from: readonly DeletionRow["state"][];
  state: DeletionRow["state"];
  reason?: DeletionReason;
  words?: KeptWords | null;
  /** What is checked and read in the same transaction, first of all. */
  prepare?: (trx: Transaction) => Promise<Pick<DeletionRow, "live_overrides">>;
  receipt?: NonNullable<Deletion["receipt"]>;
  message: JournalMessage;
  actor: Actor;
  requestId: string | null;
}

/**
 * Moves a deletion on, with its journal row. One that is done archives the directory in the same transaction; its ledger
 * stays, and no gateway serves it any more. Undefined if another process moved it.
 */
export async function moveOn(deps: Deps, before: DeletionRow, end: DeletionEnd): Promise<DeletionRow | undefined> {
  const { connection_id: connectionId, index_id: indexId } = before;
  const now = deps.clock.now();
  const isDone = end.state === "deleted";
  const moved = await transact(deps.store.db, async (trx) => {
    const prepared = await end.prepare?.(trx);
    const row = await moveDeletion(trx, before.id, end.from, {
      ...prepared,
      state: end.state,
      reason: jsonOrNull(end.reason),
      words: jsonOrNull(end.words),
      receipt: jsonOrNull(end.receipt),
      ...(end.state === "sending" ? { sent_at: now } : {}),
      ...(end.state === "unknown" || end.state === "held" || end.state === "sending"
        ? {}
        : { settled_at: now, settled_by: json(end.actor) }),
    });
    if (row === undefined) return undefined;
    if (isDone) await markDeleted(trx, { connectionId, indexId, now });
    const revision = isDone ? await stopServing(trx, connectionId, indexId) : null;
    await journal({ deps, ...end }, trx, {
      subject: before.id,
      indexId,
      before: { state: before.state },
      after: { state: end.state, receipt: end.receipt ?? null },
      message: end.message,
      ...(end.reason === undefined ? {} : { why: end.reason }),
    });
    return { row, revision };
  });
  if (moved === undefined) return undefined;
  if (moved.revision !== null) await deps.overlay.catchUp(indexId, moved.revision);
  return moved.row;
}
