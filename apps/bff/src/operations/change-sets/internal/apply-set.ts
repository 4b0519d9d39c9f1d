import { type ChangeReason, changeSetState, isStaged, reasonText } from "@dc/directory";
import type { Deps, RequestContext } from "#/context/deps.ts";
import { journal } from "#/context/journal.ts";
import type { ApprovalsNow } from "#/ledger/approvals-now.ts";
import { type ComparedAhead, compareAgain, compareAhead, confirmAhead } from "#/ledger/grounds/compare-ahead.ts";
import { isMoved } from "#/ledger/grounds/ground.ts";
import { lockFields } from "#/ledger/move-baseline.ts";
import type { Ledger } from "#/ledger/with-ledger.ts";
import { refuseMovedGrounds } from "#/operations/changes/refuse-moved-grounds.ts";
import { releaseHeld } from "#/operations/changes/release-held.ts";
import { OperationError, operationError } from "#/runtime/errors.ts";
import { holdReason } from "#/sending/hold-reason.ts";
import type { ChangeSetRow } from "#/store/tables/changes/change-sets.ts";
import { changeInSet, type ChangeRow } from "#/store/tables/changes/changes.ts";
import { applyDraftSet, type DraftSet } from "./apply-drafts.ts";

/** A locked set with all its changes, and what is asked for. */
export interface SetToApply extends DraftSet {
  /** Of a held set: those of its changes that are to be sent; null for all that can be. */
  only: readonly string[] | null;
}

/** What applying a set now is about: what of it was not applied yet, else those of its held changes that can be sent. */
export function toBeApplied(deps: Deps, changes: readonly ChangeRow[], only: readonly string[] | null): ChangeRow[] {
  const waiting = changes.filter((change) => isStaged(change) && change.state !== "queued");
  return waiting.length > 0 ? waiting : heldIn(changes, only).filter((change) => holdReason(deps, change) === null);
}

/** Compares what applying a set now is about, before the transaction that applies it. */
export async function compareToApply(deps: Deps, id: string, only: readonly string[] | null): Promise<ComparedAhead> {
  return await confirmAhead(deps, await compareAhead(deps, id, (changes) => toBeApplied(deps, changes, only)));
}

const heldIn = (changes: readonly ChangeRow[], only: readonly string[] | null) =>
  changes.filter(({ id, state }) => state === "held" && (only === null || only.includes(id)));

/** Whether nothing of a set was applied yet. */
export function isUnapplied(changes: readonly ChangeRow[]): boolean {
  const state = changeSetState(changes.map(changeInSet));
  return state === "draft" || state === "in review" || state === "approved";
}

/**
 * Applies a locked set, or hands its held changes to the sender: whatever it was asked by, and compared on the readings that are
 * kept. Returns how many changes are in review again in place of the row, where approvals do not count any more.
 */
export async function applySet(
  context: RequestContext,
  ledger: Ledger,
  set: SetToApply,
  approvals: ApprovalsNow,
): Promise<ChangeSetRow | number> {
  return isUnapplied(set.changes)
    ? await applyDraftSet(context, ledger, set, approvals)
    : await sendHeld(context, ledger, set);
}

/** What of the held changes can be sent; refused where that is nothing. */
export function refuseUnsendable(
  deps: Deps,
  { changes, only }: Pick<SetToApply, "changes" | "only">,
): readonly ChangeRow[] {
  const sendable = toBeApplied(deps, changes, only);
  if (sendable.length > 0) return sendable;
  const [held] = heldIn(changes, only);
  const reason: ChangeReason | null = held === undefined ? null : holdReason(deps, held);
  throw reason === null
    ? operationError("set_ended", "nothing-applicable")
    : new OperationError("wrong_state", reasonText(reason));
}

/** Sends what of the held changes can be sent now; what moved stays held if that was said, and refuses all of it otherwise. */
async function sendHeld(
  context: RequestContext,
  ledger: Ledger,
  { row, changes, moved, only, ahead }: SetToApply,
): Promise<ChangeSetRow> {
  const { actor, deps } = context;
  const { trx } = ledger;
  const sendable = refuseUnsendable(deps, { changes, only });
  await lockFields(deps, trx, sendable);
  const byId = await compareAgain(deps, trx, sendable, ahead);
  const left = new Set([...byId.values()].filter(isMoved).map((compared) => compared.row.id));
  if (moved !== "split off" || left.size === sendable.length) await refuseMovedGrounds(deps, trx, byId.values());
  const sent = sendable.filter(({ id }) => !left.has(id));
  const changeSet = await releaseHeld(context, ledger, row, sent);
  const [one] = only === null ? [] : sent;
  await journal(context, trx, {
    subject: one?.id ?? row.id,
    indexId: one?.index_id ?? row.index_id,
    ...(one === undefined ? {} : { before: { change: one.id, state: one.state } }),
    message:
      one === undefined
        ? { code: "change-set.send", params: { by: actor.name, count: sent.length } }
        : { code: "change.send-again", params: { by: actor.name, state: one.state } },
  });
  return changeSet;
}
