import type { ChangeReason } from "@dc/directory";
import { consoleActors } from "#/context/console-actors.ts";
import { moveChange } from "#/ledger/move-change.ts";
import { type ChangeRow, reasonColumns } from "#/store/tables/changes.ts";
import { underLease } from "./lease.ts";
import type { Sending } from "./sending.ts";

/** Holds changes that cannot be sent; one that is held already gets the new reason. */
export async function holdChanges(
  { deps, lease }: Sending,
  held: readonly { change: ChangeRow; reason: ChangeReason }[],
): Promise<void> {
  await underLease(deps, lease, async (ledger) => {
    for (const { change, reason } of held) {
      const events = change.state === "held" ? (["release", "hold"] as const) : (["hold"] as const);
      await moveChange(deps, ledger, change, {
        events,
        set: { ...reasonColumns(reason), try_after: null },
        step: "held",
        action: "change.hold",
        why: reason,
        actor: consoleActors.sender,
        requestId: null,
      });
    }
  });
}
