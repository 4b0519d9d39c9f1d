import { type Baseline, equalReadings, type Known, type Reading } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { lockFieldMemory, writeFieldMemory } from "#/store/ledger-writes/known-values.ts";
import { transact } from "#/store/sql/transaction.ts";
import type { FieldMemoryRow, FieldOfIndex } from "#/store/tables/known-values.ts";
import type { Ledger } from "./with-ledger.ts";

/** Moves L or K of a field by a decision that is made on the locked values. */
export async function decideField<Decided extends { baseline?: Baseline; known?: Known }>(
  ledger: Ledger,
  at: FieldOfIndex,
  decideOn: (memory: FieldMemoryRow) => Decided,
): Promise<Decided> {
  const decided = decideOn(await lockFieldMemory(ledger.trx, at));
  await writeFieldMemory(ledger.trx, at, decided);
  ledger.markCountsChanged(at.indexId, at.record);
  return decided;
}

/** True for the first caller who proposes this base value, so that it is proposed only once. */
export async function claimProposal(
  deps: Deps,
  at: FieldOfIndex,
  { element, base }: { element: string; base: Reading },
): Promise<boolean> {
  return await transact(deps.store.db, async (trx) => {
    const { proposed } = await lockFieldMemory(trx, at);
    const before = proposed?.[element];
    if (before !== undefined && equalReadings("json", before, base, deps.service.profile.defaultRegion)) return false;
    await writeFieldMemory(trx, at, { proposed: { ...proposed, [element]: base } });
    return true;
  });
}
