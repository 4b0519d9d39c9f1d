import { type ChangeReason, isLive } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { WRITTEN_AT_ONCE } from "#/runtime/in-steps.ts";
import type { GoingBack } from "#/store/schema/ledger-tables.ts";
import type { Actor } from "#/store/schema/stored-values.ts";
import { json } from "#/store/sql/json.ts";
import { type ChangeSetRow, endGoingBack, lockChangeSet, updateChangeSet } from "#/store/tables/changes/change-sets.ts";
import { type ChangeRow, reasonColumns, selectGoingBack, selectWithdrawing } from "#/store/tables/changes/changes.ts";
import { selectApprovals } from "#/store/tables/changes/approvals.ts";
import { restoreBaselines } from "./move-baseline.ts";
import { moveChanges } from "./move-change.ts";
import { inLedgerSteps, type Ledger } from "./with-ledger.ts";

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

/**
 * Withdraws these changes, or where none is named some of what was never sent, of a set that reads as withdrawn; L goes back to its
 * value before each. Returns whether some may be left.
 */
export async function withdrawSome(
  deps: Deps,
  ledger: Ledger,
  changeSetId: string,
  ids: readonly string[],
): Promise<boolean> {
  const { trx } = ledger;
  const row = await lockChangeSet(trx, deps.connection.id, changeSetId);
  if (row?.withdrawing == null) return false;
  const { by: actor, requestId, why, keepsHeld } = row.withdrawing;
  const changes = await selectWithdrawing(trx, { changeSetId, keepsHeld, ids, limit: WRITTEN_AT_ONCE });
  await restoreBaselines(deps, trx, changes.filter(isLive).toReversed());
  const set = { ...reasonColumns(null), try_after: null };
  const told = { step: "withdrawn" as const, actor, requestId, ...(why === null ? {} : { why }) };
  await moveChanges(
    deps,
    ledger,
    changes.map((change) => ({
      row: change,
      // What nobody read yet was never live.
      move: { ...told, events: ["withdraw"], set: isLive(change) ? set : { ...set, approval_order: null } },
    })),
  );
  if (ids.length > 0 || changes.length === WRITTEN_AT_ONCE) return true;
  await updateChangeSet(trx, row, { withdrawing: null });
  return false;
}

/**
 * Leads it back: to approved, to a draft where nobody had approved it, or to held. In the embedded store one row does that for readers
 * of a large set unless all is to be done `now`, and the rows of its changes follow by `goBackInSteps`.
 */
export async function goBack(
  deps: Deps,
  ledger: Ledger,
  { row, queued, released }: { row: ChangeSetRow; queued: number; released: number },
  {
    actor: by,
    requestId,
    step,
    why = null,
    now = false,
  }: Pick<GoingBack, "requestId" | "step"> & { actor: Actor; why?: ChangeReason | null; now?: boolean },
): Promise<ChangeSetRow> {
  const { trx } = ledger;
  const sendAfter = row.send_after?.toISOString() ?? null;
  const back =
    (await updateChangeSet(trx, row, {
      ...(queued > 0 ? { applied_by: null, applied_at: null } : {}),
      send_after: null,
      on_behalf_of: null,
      going_back: json({ by, requestId, step, why, sendAfter }),
    })) ?? row;
  if (!now && deps.store.kind === "embedded" && queued + released > WRITTEN_AT_ONCE) return back;
  let isMore = true;
  while (isMore) isMore = await goBackSome(deps, ledger, row.id);
  return { ...back, going_back: null };
}

/** Lets the rows of what goes back follow, in steps between which others have their turn; a later start goes on. */
export async function goBackInSteps(deps: Deps, changeSetId: string): Promise<void> {
  const whole = { ...deps, store: deps.wholeStore };
  await inLedgerSteps(whole, async (ledger) => await goBackSome(whole, ledger, changeSetId));
}

/** Lets some of the rows of a set that goes back follow. Returns whether some may be left. */
export async function goBackSome(deps: Deps, ledger: Ledger, changeSetId: string): Promise<boolean> {
  const { trx } = ledger;
  const row = await lockChangeSet(trx, deps.connection.id, changeSetId);
  if (row?.going_back == null) return false;
  const { by: actor, requestId, step, why, sendAfter: at } = row.going_back;
  const sendAfter = at === null ? null : new Date(at);
  const changes = await selectGoingBack(trx, { changeSetId, sendAfter, limit: WRITTEN_AT_ONCE });
  const ids = changes.map(({ id }) => id);
  const approved = new Set((await selectApprovals(trx, [changeSetId], ids)).map((approval) => approval.change_id));
  const told = { actor, requestId, step, ...(why === null ? {} : { why }) };
  const moves = changes.map((change) => ({
    row: change,
    move:
      change.state === "queued"
        ? {
            ...told,
            events: approved.has(change.id) ? (["undo"] as const) : (["undo", "reopen"] as const),
            set: {
              ...reasonColumns(why),
              approval_order: null,
              // What it had from its set it has from there, so that an edit of that is one of its own.
              ...(change.evidence_id === row.evidence_id ? { evidence_id: null } : {}),
            },
          }
        : {
            ...told,
            events: ["hold"] as const,
            set: { ...reasonColumns(why ?? { code: "sending-undone" }), try_after: null },
          },
  }));
  await moveChanges(deps, ledger, moves);
  if (changes.length === WRITTEN_AT_ONCE) return true;
  await endGoingBack(trx, changeSetId);
  return false;
}
