import type { ChangeReason } from "@dc/directory";
import { consoleActors } from "#/context/console-actors.ts";
import { type ComparedGrounds, compareGrounds, touchesSamePart } from "#/ledger/grounds/ground.ts";
import { isPin } from "./settle-pins.ts";
import { nextReadAt } from "./unconfirmed-writes.ts";
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
 * Puts changes of a record that was just read to rest where base or index says something else than their authors saw, until a person
 * settles them. One whose write was lost stays unknown, and only base counts: the index was found as before. A pin is judged by what
 * the index says. Returns the changes that are to be sent; those of a part that rests wait too.
 */
export async function restMoved(sending: Sending, changes: readonly ChangeRow[]): Promise<ChangeRow[]> {
  const { deps, lease } = sending;
  const compared = changes.filter((change) => !isPin(change));
  const { byId } = await groundsOf(sending, compared);
  const sidesOf = ({ id, state }: ChangeRow) =>
    (state === "unknown" ? (["base"] as const) : (["base", "index"] as const)).filter(
      (side) => byId.get(id)?.moved[side] === true,
    );
  const resting = compared.filter((change) => sidesOf(change).length > 0);
  if (resting.length === 0) return [...changes];
  const behind = changes.filter(
    (change) => !resting.includes(change) && resting.some((other) => touchesSamePart(deps, other, change)),
  );
  await underLease(deps, lease, async (ledger) => {
    for (const change of [...resting, ...behind]) {
      const isBehind = behind.includes(change);
      const reason: ChangeReason = isBehind
        ? { code: "earlier-change-open" }
        : change.state === "unknown"
          ? { code: "base-moved-since-lost" }
          : { code: "ground-moved", params: { sides: sidesOf(change) } };
      // What is behind another one is looked at again after the quiet time, by when that one may be settled.
      const set = { ...reasonColumns(reason), try_after: isBehind ? nextReadAt(sending) : null };
      if (change.state === "deferred" || change.state === "unknown") await annotateChange(deps, ledger, change, set);
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
