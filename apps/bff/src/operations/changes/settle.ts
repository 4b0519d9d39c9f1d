import type { Change, SettleChangeInput } from "@dc/contract";
import type { RequestContext } from "#/context.ts";
import { OperationError } from "#/errors.ts";
import { learn } from "#/operations/sending/learn.ts";
import { moveChange } from "#/operations/sending/move-change.ts";
import { selectChange, updateChange } from "#/store/changes.ts";
import { inLedger } from "./in-ledger.ts";
import { describeOneChange } from "./withdraw.ts";

/** Settles a change whose reply was lost: by reading once more, or by what a person found out. */
export async function settleChange(context: RequestContext, id: string, { as }: SettleChangeInput): Promise<Change> {
  const { actor, connection, deps, requestId } = context;
  const change = await inLedger(deps, async (ledger) => {
    const row = await selectChange(ledger.trx, connection.id, id);
    if (row === undefined) throw new OperationError("not_found", "There is no such change.");
    if (row.state !== "unknown")
      throw new OperationError("wrong_state", `Only an unknown change is settled; this one is ${row.state}.`);
    const now = deps.clock.now();
    switch (as) {
      case "read": {
        const asked = await updateChange(ledger.trx, row, { try_after: now }, now);
        return await describeOneChange(ledger, asked ?? row);
      }
      case "applied": {
        if (row.intended !== null) await learn(deps, ledger.trx, row, row.intended);
        const set = { settled_as: "person", because: null, try_after: null };
        return await describeOneChange(
          ledger,
          await moveChange(deps, ledger, row, {
            events: ["find"],
            set,
            word: "Said to be applied",
            action: "change.settle",
            actor,
            requestId,
          }),
        );
      }
      case "not applied": {
        const because = `${actor.name} found that it was not applied.`;
        const set = { settled_as: "person", because, try_after: null };
        return await describeOneChange(
          ledger,
          await moveChange(deps, ledger, row, {
            events: ["give up"],
            set,
            word: "Said not to be applied",
            action: "change.settle",
            actor,
            requestId,
          }),
        );
      }
    }
  });
  if (as === "read") deps.sender.wake();
  return change;
}
