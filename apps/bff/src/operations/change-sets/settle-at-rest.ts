import type { ChangeSet, SettleAtRestInput } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { journal } from "#/context/journal.ts";
import { compareGrounds, groundNow } from "#/ledger/ground.ts";
import { moveBaselines, restoreBaselines } from "#/ledger/move-baseline.ts";
import { moveChange } from "#/ledger/move-change.ts";
import { resumeFromRest } from "#/ledger/changes.ts";
import { recordKnownValues } from "#/ledger/record-known-values.ts";
import { withLedger } from "#/ledger/with-ledger.ts";
import { InvariantError, operationError } from "#/runtime/errors.ts";
import { updateChangeSet } from "#/store/tables/changes/change-sets.ts";
import { isAtRest, reasonColumns } from "#/store/tables/changes/changes.ts";
import { describeChangeSet } from "#/views/describe-change-sets.ts";
import { refuseTakingBack } from "#/operations/changes/withdraw.ts";
import { changesNamed } from "./internal/changes-named.ts";
import { lockAtVersion } from "./internal/lock-at-version.ts";

/**
 * Settles live changes that were not sent, because their ground moved. Both are taking back, or sending over, what readers
 * may have seen: where approvals are required, an approver does it.
 */
export async function settleAtRest(
  context: RequestContext,
  id: string,
  { version, changeIds, as, reason }: SettleAtRestInput,
): Promise<ChangeSet> {
  const { actor, deps, requestId } = context;
  const settled = await withLedger(deps, async (ledger) => {
    const { trx } = ledger;
    const row = await lockAtVersion(context, trx, id, version);
    const named = await changesNamed(trx, id, changeIds);
    if (!named.every(isAtRest)) throw operationError("wrong_state", "not-at-rest");
    if (actor.kind === "token") throw operationError("forbidden", "approver-settles");
    await refuseTakingBack(context, trx, { indexIds: named.map((change) => change.index_id), reason });
    const { byId } = await compareGrounds(deps, trx, named);
    for (const change of named) {
      const compared = byId.get(change.id);
      if (compared === undefined) throw new InvariantError("A change at rest has no ground.");
      if (as === "send all the same") {
        const ground = groundNow(compared, deps.clock.now());
        const kept = await resumeFromRest(deps, ledger, change, ground);
        await moveBaselines(deps, trx, [kept]);
        continue;
      }
      await restoreBaselines(deps, trx, [change]);
      const withdrawn = await moveChange(deps, ledger, change, {
        events: ["withdraw"],
        set: { try_after: null, ...reasonColumns(null) },
        step: "gave-way",
        why: reason,
        actor,
        requestId,
      });
      if (compared.now.index !== null)
        await recordKnownValues(deps, trx, [{ change: withdrawn, readBack: compared.now.index }]);
    }
    await journal(context, trx, {
      subject: id,
      indexId: row.index_id,
      message: {
        code: as === "give way" ? "change-set.give-way" : "change-set.send-all-the-same",
        params: { by: actor.name, count: named.length },
      },
      why: reason,
    });
    const updated = await updateChangeSet(trx, row, {});
    if (updated === undefined) throw new InvariantError("A change set that was locked was changed by somebody else.");
    return await describeChangeSet(deps, trx, updated);
  });
  deps.sendingSignal.notify();
  return settled;
}
