import { withdrawSome } from "#/ledger/go-back.ts";
import { WRITTEN_AT_ONCE } from "#/runtime/in-steps.ts";
import { selectChangeSet } from "#/store/tables/changes/change-sets.ts";
import { selectWithdrawingIds } from "#/store/tables/changes/changes.ts";
import { inLeasedSteps } from "./lease.ts";
import type { Sending } from "./sending.ts";

/** Lets the rows of a set that reads as withdrawn follow, with turns of others in between; a later start goes on. */
export async function withdrawInSteps({ deps, lease }: Pick<Sending, "deps" | "lease">): Promise<void> {
  const row = await selectChangeSet(deps.store.db, deps.connection.id, lease.id);
  if (row?.withdrawing == null) return;
  // Read once: all of a large set would be put in order for each step.
  const { keepsHeld } = row.withdrawing;
  const ids = await selectWithdrawingIds(deps.store.db, { changeSetId: lease.id, keepsHeld });
  const steps = Array.from({ length: Math.ceil(ids.length / WRITTEN_AT_ONCE) }, (_, step) =>
    ids.slice(step * WRITTEN_AT_ONCE, (step + 1) * WRITTEN_AT_ONCE),
  ).values();
  await inLeasedSteps(
    deps,
    lease,
    async (ledger) => await withdrawSome(deps, ledger, lease.id, steps.next().value ?? []),
  );
}
