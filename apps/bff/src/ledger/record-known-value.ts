import { nextKnown, type Reading, initialKnown, touchedElements } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { valuesAround } from "#/records/moved-baselines.ts";
import { fieldOf, readOriginal } from "./move-baseline.ts";
import type { ChangeRow } from "#/store/tables/changes/changes.ts";
import { lockFieldMemory, writeFieldMemory } from "#/store/ledger-writes/known-values.ts";
import type { Transaction } from "#/store/sql/transaction.ts";

/** Sets K to the value that was read back, for the elements of the change. */
export async function recordKnownValue(
  deps: Deps,
  trx: Transaction,
  change: ChangeRow,
  readBack: Reading,
): Promise<void> {
  const { field, kind } = change;
  if (field === null || kind === null) return;
  const region = deps.service.profile.defaultRegion;
  const place = fieldOf(deps, change, field);
  const before = (await lockFieldMemory(trx, place)).known ?? {};
  const start = initialKnown(await readOriginal(deps, trx, change));
  const elements = touchedElements(change.operation, region);
  const known = nextKnown(kind, before, start, readBack, region, elements, valuesAround(change, region));
  await writeFieldMemory(trx, place, { known });
}
