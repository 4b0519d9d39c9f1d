import { type ChangeReason, isLive } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { type ChangeSetRow, lockChangeSet, updateChangeSet } from "#/store/tables/changes/change-sets.ts";
import { type ChangeRow, reasonColumns, selectWithdrawing } from "#/store/tables/changes/changes.ts";
import { selectApprovals } from "#/store/tables/changes/approvals.ts";
import { restoreBaselines } from "./move-baseline.ts";
import { type Move, moveChanges } from "./move-change.ts";
import type { Ledger } from "./with-ledger.ts";

/** What of a set waits for the end of its five seconds: what was applied, and held changes that are to be sent. */
export interface Waiting<Row = ChangeRow> {
  queued: readonly Row[];
  released: readonly Row[];
}

export function waitingIn<Row extends Pick<ChangeRow, "state" | "try_after">>(
  { send_after: sendAfter }: ChangeSetRow,
  changes: readonly Row[],
): Waiting<Row> {
  const isReleased = ({ state, try_after: tryAfter }: Row) =>
    state === "deferred" && tryAfter !== null && tryAfter.getTime() === sendAfter?.getTime();
  return { queued: changes.filter(({ state }) => state === "queued"), released: changes.filter(isReleased) };
}

/** So many changes are withdrawn in one transaction. */
const WITHDRAWN_AT_ONCE = 100;

/**
 * Withdraws some of what was never sent of a set that reads as withdrawn; L goes back to its value before each. Returns whether
 * some may be left.
 */
export async function withdrawSome(deps: Deps, ledger: Ledger, changeSetId: string): Promise<boolean> {
  const { trx } = ledger;
  const row = await lockChangeSet(trx, deps.connection.id, changeSetId);
  if (row?.withdrawing == null) return false;
  const { by: actor, requestId, why, keepsHeld } = row.withdrawing;
  const changes = await selectWithdrawing(trx, { changeSetId, keepsHeld, limit: WITHDRAWN_AT_ONCE });
  await restoreBaselines(deps, trx, changes.filter(isLive).toReversed());
  const set = { ...reasonColumns(null), try_after: null };
  const move = { events: ["withdraw"] as const, set, step: "withdrawn" as const, actor, requestId };
  await moveChanges(
    deps,
    ledger,
    changes.map((change) => ({ row: change, move: why === null ? move : { ...move, why } })),
  );
  if (changes.length === WITHDRAWN_AT_ONCE) return true;
  await updateChangeSet(trx, row, { withdrawing: null });
  return false;
}

/** Leads it back: to approved, to a draft where nobody had approved it, or to held. */
export async function goBack(
  deps: Deps,
  ledger: Ledger,
  { row, queued, released }: Waiting & { row: ChangeSetRow },
  { why, ...told }: Pick<Move, "actor" | "requestId" | "step"> & { why?: ChangeReason },
): Promise<ChangeSetRow> {
  const move = why === undefined ? told : { ...told, why };
  const approved = new Set((await selectApprovals(ledger.trx, [row.id])).map((approval) => approval.change_id));
  const undone = queued.toReversed().map((change) => ({
    row: change,
    move: {
      ...move,
      events: approved.has(change.id) ? (["undo"] as const) : (["undo", "reopen"] as const),
      set: { ...reasonColumns(why ?? null), approval_order: null },
    },
  }));
  await moveChanges(deps, ledger, undone);
  const heldAgain = released.map((change) => ({
    row: change,
    move: {
      ...move,
      events: ["hold"] as const,
      set: { ...reasonColumns(why ?? { code: "sending-undone" }), try_after: null },
    },
  }));
  await moveChanges(deps, ledger, heldAgain);
  const set = queued.length > 0 ? { applied_by: null, applied_at: null } : {};
  return (await updateChangeSet(ledger.trx, row, { ...set, send_after: null, on_behalf_of: null })) ?? row;
}
