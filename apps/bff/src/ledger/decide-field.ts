import { type Baseline, equalReadings, type Known, type Reading } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { lockFieldMemory, writeFieldMemory } from "#/store/ledger-writes/known-values.ts";
import { transact } from "#/store/sql/transaction.ts";
import type { FieldMemoryRow, FieldOfIndex } from "#/store/tables/records/known-values.ts";
import { followLive } from "./move-change.ts";
import type { Ledger } from "./with-ledger.ts";

/** What a decision moves: L or K of a field, as stored; null where nothing is stored. */
export interface DecidedMemory {
  baseline?: Baseline | null;
  known?: Known | null;
}

/** Moves L or K of a field by a decision that is made on the locked values; returns what it moved, before and after. */
export async function decideField(
  deps: Deps,
  ledger: Ledger,
  place: FieldOfIndex,
  decideOn: (memory: FieldMemoryRow) => DecidedMemory,
): Promise<{ before: DecidedMemory; after: DecidedMemory }> {
  while (await followLive(deps, ledger, place));
  const memory = await lockFieldMemory(ledger.trx, place);
  const { baseline, known } = decideOn(memory);
  const after = { ...(baseline === undefined ? {} : { baseline }), ...(known === undefined ? {} : { known }) };
  await writeFieldMemory(ledger.trx, place, after);
  ledger.markCountsChanged(place.indexId, place.record);
  const before = {
    ...(baseline === undefined ? {} : { baseline: memory.baseline }),
    ...(known === undefined ? {} : { known: memory.known }),
  };
  return { before, after };
}

/** True for the first caller who proposes this base value, so that it is proposed only once. */
export async function claimProposal(
  deps: Deps,
  place: FieldOfIndex,
  { element, base }: { element: string; base: Reading },
): Promise<boolean> {
  return await transact(deps.store.db, async (trx) => {
    const { proposed } = await lockFieldMemory(trx, place);
    const before = proposed?.[element];
    if (before !== undefined && equalReadings("json", before, base, deps.service.profile.defaultRegion)) return false;
    await writeFieldMemory(trx, place, { proposed: { ...proposed, [element]: base } });
    return true;
  });
}
