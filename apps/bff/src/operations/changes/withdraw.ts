import type { Change } from "@dc/contract";
import { isLive, nextChangeState } from "@dc/directory";
import type { RequestContext } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { inSteps } from "#/runtime/in-steps.ts";
import { type ChangeRow, reasonColumns, selectChange } from "#/store/tables/changes/changes.ts";
import { refuseIncomplete } from "./missing-of-created.ts";
import { refuseMovedOfOthers } from "./refuse-moved-grounds.ts";
import { describeOneChange } from "#/views/describe-changes.ts";
import { refuseChecking } from "#/ledger/changes.ts";
import { lockFields, restoreBaselines } from "#/ledger/move-baseline.ts";
import { moveChanges } from "#/ledger/move-change.ts";
import { type Ledger, withLedger } from "#/ledger/with-ledger.ts";
import { takesBackNow } from "#/operations/taking-back/ask.ts";

/** So many changes are withdrawn before other work has its turn. */
const AT_ONCE = 200;

/** Withdraws a change that was never sent, or asks for it; the directory falls back to the value beneath it. */
export async function withdrawChange(
  context: RequestContext,
  id: string,
  reason: string | null = null,
): Promise<Change> {
  return await withLedger(context.deps, async (ledger) => {
    const row = await selectChange(ledger.trx, context.connection.id, id);
    if (row === undefined) throw operationError("not_found", "change");
    if (!isWithdrawable(row)) throw operationError("wrong_state", "withdraw", { state: row.state });
    await refuseMovedOfOthers(context, ledger.trx, [row]);
    const [withdrawn] = (await withdrawRows(context, ledger, [row], reason)) ?? [];
    if (withdrawn === undefined) return await describeOneChange(context.deps, ledger.trx, row);
    await refuseIncomplete(context, ledger.trx, [withdrawn], "Withdrawing this change");
    return await describeOneChange(context.deps, ledger.trx, withdrawn);
  });
}

export function isWithdrawable(row: ChangeRow): boolean {
  return nextChangeState(row.state, "withdraw").ok;
}

/** Withdraws changes that were never sent, the later ones first; null where it was only asked for, of every set that has some. */
export async function withdrawRows(
  context: RequestContext,
  ledger: Ledger,
  rows: readonly ChangeRow[],
  reason: string | null,
): Promise<ChangeRow[] | null> {
  await refuseChecking(ledger, rows);
  const ofSets = [...Map.groupBy(rows.filter(isLive), (row) => row.change_set_id)].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const taken = ofSets.map(([changeSetId, live]) => ({
    changeSetId,
    as: "withdraw" as const,
    changeIds: live.map(({ id }) => id),
    indexIds: live.map(({ index_id: indexId }) => indexId),
    count: live.length,
  }));
  if (!(await takesBackNow(context, ledger.trx, taken, reason))) return null;
  return await withdrawAll(context, ledger, rows, reason);
}

/** Withdraws changes, the later ones first; L returns to its value before each was live. */
export async function withdrawAll(
  { actor, deps, requestId }: RequestContext,
  ledger: Ledger,
  rows: readonly ChangeRow[],
  reason: string | null,
): Promise<ChangeRow[]> {
  const withdrawn: ChangeRow[] = [];
  await inSteps(
    rows,
    async (some) => {
      await lockFields(deps, ledger.trx, some.filter(isLive));
      const moves = some.map((row) => ({
        row,
        move: {
          events: ["withdraw"] as const,
          set: {
            try_after: null,
            ...reasonColumns(null),
            // What nobody read yet was never live.
            ...(isLive(row) ? {} : { approval_order: null }),
          },
          step: "withdrawn" as const,
          ...(reason === null ? {} : { why: reason }),
          actor,
          requestId,
        },
      }));
      const moved = await moveChanges(deps, ledger, moves);
      const wereLive = moved.filter((_, index) => some[index] !== undefined && isLive(some[index]));
      await restoreBaselines(deps, ledger.trx, wereLive.toReversed());
      withdrawn.push(...moved);
    },
    AT_ONCE,
  );
  return withdrawn;
}
