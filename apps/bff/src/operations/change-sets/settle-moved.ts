import type { ChangeSet, SettleMovedInput } from "@dc/contract";
import { isStaged } from "@dc/directory";
import type { RequestContext } from "#/context/deps.ts";
import { journal } from "#/context/journal.ts";
import { moveStaged, removeDrafts, settleGrounds } from "#/ledger/changes.ts";
import { compareGrounds, groundNow, isMoved } from "#/ledger/ground.ts";
import { withLedger } from "#/ledger/with-ledger.ts";
import { InvariantError, operationError } from "#/runtime/errors.ts";
import { updateChangeSet } from "#/store/tables/changes/change-sets.ts";
import { describeChangeSet } from "#/views/describe-change-sets.ts";
import { changesNamed } from "./internal/changes-named.ts";
import { lockAtVersion } from "./internal/lock-at-version.ts";

/**
 * Settles changes that were not applied, and whose ground moved: what is there now becomes their ground, which voids their
 * approvals and makes the caller an author of them; or they are withdrawn.
 */
export async function settleMoved(
  context: RequestContext,
  id: string,
  { version, changeIds, as }: SettleMovedInput,
): Promise<ChangeSet> {
  const { actor, connection, deps } = context;
  return await withLedger(deps, async (ledger) => {
    const { trx } = ledger;
    const row = await lockAtVersion(context, trx, id, version);
    const named = await changesNamed(trx, id, changeIds);
    const isOpen = (change: (typeof named)[number]) => isStaged(change) && change.state !== "queued";
    if (!named.every(isOpen)) throw operationError("wrong_state", "settle-moved");
    if (actor.kind === "token" && (as === "keep ours" || named.some((change) => change.created_by.id !== actor.id)))
      throw operationError("forbidden", "person-settles");
    const { byId } = await compareGrounds(deps, trx, named);
    const moved = [...byId.values()].filter(isMoved);
    if (moved.length < named.length) throw operationError("wrong_state", "not-moved");
    const isDone =
      as === "keep ours"
        ? await settleGrounds(
            deps,
            ledger,
            moved.map((compared) => ({ row: compared.row, ground: groundNow(compared, deps.clock.now()), by: actor })),
          )
        : await moveStaged(
            deps,
            ledger,
            named.filter(({ state }) => state !== "draft"),
            ["withdraw"],
          );
    if (!isDone) throw operationError("version_mismatch", "change-of-change-set");
    if (as === "take what is there")
      await removeDrafts(
        ledger,
        connection.id,
        named.map((change) => change.id),
      );
    await journal(context, trx, {
      subject: id,
      indexId: row.index_id,
      message: {
        code: as === "keep ours" ? "change-set.keep-ours" : "change-set.take-theirs",
        params: { by: actor.name, count: named.length },
      },
    });
    const updated = await updateChangeSet(trx, row, {});
    if (updated === undefined) throw new InvariantError("A change set that was locked was changed by somebody else.");
    return await describeChangeSet(deps, trx, updated);
  });
}
