import type { ChangeReason } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { type ChangeSetRow, updateChangeSet } from "#/store/tables/changes/change-sets.ts";
import { type ChangeRow, reasonColumns } from "#/store/tables/changes/changes.ts";
import { selectApprovals } from "#/store/tables/changes/approvals.ts";
import { type Move, moveChanges } from "./move-change.ts";
import type { Ledger } from "./with-ledger.ts";

/** What of a set waits for the end of its five seconds: what was applied, and held changes that are to be sent. */
export interface Waiting {
  queued: readonly ChangeRow[];
  released: readonly ChangeRow[];
}

export function waitingIn({ send_after: sendAfter }: ChangeSetRow, changes: readonly ChangeRow[]): Waiting {
  const isReleased = ({ state, try_after: tryAfter }: ChangeRow) =>
    state === "deferred" && tryAfter !== null && tryAfter.getTime() === sendAfter?.getTime();
  return { queued: changes.filter(({ state }) => state === "queued"), released: changes.filter(isReleased) };
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
