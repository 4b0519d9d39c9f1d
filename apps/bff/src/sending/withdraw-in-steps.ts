import { setImmediate as nextTurn } from "node:timers/promises";
import { withdrawSome } from "#/ledger/go-back.ts";
import { selectChangeSet } from "#/store/tables/changes/change-sets.ts";
import { underLease } from "./lease.ts";
import type { Sending } from "./sending.ts";

/** Lets the rows of a set that reads as withdrawn follow, with turns of others in between; a later start goes on. */
export async function withdrawInSteps({ deps, lease }: Pick<Sending, "deps" | "lease">): Promise<void> {
  const row = await selectChangeSet(deps.store.db, deps.connection.id, lease.id);
  if (row?.withdrawing == null) return;
  while (await underLease(deps, lease, async (ledger) => await withdrawSome(deps, ledger, lease.id))) await nextTurn();
}
