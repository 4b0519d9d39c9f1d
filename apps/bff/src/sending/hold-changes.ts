import type { ChangeReason } from "@dc/directory";
import { consoleActors } from "#/context/console-actors.ts";
import { moveChanges } from "#/ledger/move-change.ts";
import { type ChangeRow, reasonColumns } from "#/store/tables/changes/changes.ts";
import { inSteps, WRITTEN_AT_ONCE } from "#/runtime/in-steps.ts";
import { underLease } from "./lease.ts";
import type { Sending } from "./sending.ts";

/** Holds changes that cannot be sent; one that is held already gets the new reason. */
export async function holdChanges(
  { deps, lease }: Sending,
  held: readonly { change: ChangeRow; reason: ChangeReason }[],
): Promise<void> {
  await inSteps(
    held,
    async (some) => {
      await underLease(deps, lease, async (ledger) => {
        const moves = some.map(({ change, reason }) => ({
          row: change,
          move: {
            events: change.state === "held" ? (["release", "hold"] as const) : (["hold"] as const),
            set: { ...reasonColumns(reason), try_after: null },
            step: "held" as const,
            why: reason,
            actor: consoleActors.sender,
            requestId: null,
          },
        }));
        await moveChanges(deps, ledger, moves);
      });
    },
    WRITTEN_AT_ONCE,
  );
}
