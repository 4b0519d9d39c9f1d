import type { ChangeReason } from "@dc/directory";
import { consoleActors } from "#/context/console-actors.ts";
import { type ComparedGrounds, compareGrounds, touchesSamePart } from "#/ledger/grounds/ground.ts";
import { isPin } from "./settle-pins.ts";
import { annotateChange } from "#/ledger/changes.ts";
import { moveChange } from "#/ledger/move-change.ts";
import { askedTogether } from "#/sending/asked-together.ts";
import { underLease } from "#/sending/lease.ts";
import type { Sending } from "#/sending/sending.ts";
import { type ChangeRow, reasonColumns } from "#/store/tables/changes/changes.ts";

const groundsOf = askedTogether<readonly ChangeRow[], ComparedGrounds>(async (deps, ofRecords) => {
  const grounds = await compareGrounds(deps, deps.store.db, ofRecords.flat());
  return ofRecords.map(() => grounds);
});

/**
 * Puts changes of a record that was just read to rest where base or index says something else than their authors saw, until
 * a person settles them. What was sent before is judged by its own reply, and a pin by what the index says. Returns the changes that are to be sent; those of a
 * part that rests wait too.
 */
export async function restMoved(sending: Sending, changes: readonly ChangeRow[]): Promise<ChangeRow[]> {
  const { deps, lease } = sending;
  const unsent = changes.filter((change) => change.state !== "unknown" && change.attempt === 0 && !isPin(change));
  const { byId } = await groundsOf(sending, unsent);
  const resting = unsent.filter(({ id }) => {
    const moved = byId.get(id)?.moved;
    return moved !== undefined && (moved.base || moved.index);
  });
  if (resting.length === 0) return [...changes];
  const behind = changes.filter(
    (change) => !resting.includes(change) && resting.some((other) => touchesSamePart(deps, other, change)),
  );
  await underLease(deps, lease, async (ledger) => {
    for (const change of [...resting, ...behind]) {
      const moved = byId.get(change.id)?.moved;
      const sides = (["base", "index"] as const).filter((side) => moved?.[side] === true);
      const reason: ChangeReason = behind.includes(change)
        ? { code: "earlier-change-open" }
        : { code: "ground-moved", params: { sides } };
      const set = { ...reasonColumns(reason), try_after: null };
      if (change.state === "deferred") await annotateChange(deps, ledger, change, set);
      else
        await moveChange(deps, ledger, change, {
          events: [change.state === "held" ? "release" : "defer"],
          set,
          step: "at-rest",
          why: reason,
          actor: consoleActors.sender,
          requestId: null,
        });
    }
  });
  return changes.filter((change) => !resting.includes(change) && !behind.includes(change));
}
