import { indexRecordKey, initialKnown, type Known, nextKnown, type Reading, touchedElements } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { fieldKeyOf, originalIn, valuesAround } from "#/records/moved-baselines.ts";
import { lockFieldMemories, writeKnown } from "#/store/ledger-writes/known-values.ts";
import { recordAt } from "#/store/sql/among-records.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import type { ChangeRow } from "#/store/tables/changes/changes.ts";
import { selectOriginals } from "#/store/tables/records/readings.ts";
import { fieldsOf } from "./move-baseline.ts";

export interface ReadBack {
  change: ChangeRow;
  readBack: Reading;
}

/** Sets K to the values that were read back, one change after the other, for the elements of each. */
export async function recordKnownValues(deps: Deps, trx: Transaction, read: readonly ReadBack[]): Promise<void> {
  const fields = fieldsOf(
    deps,
    read.map(({ change }) => change),
  );
  if (fields.size === 0) return;
  const region = deps.service.profile.defaultRegion;
  const memories = await lockFieldMemories(trx, [...fields.values()]);
  const originals = await selectOriginals(trx, deps.connection.id, [...fields.values()]);
  const originalOf = new Map(originals.map((row) => [indexRecordKey(recordAt(row)), row]));
  const known = new Map<string, Known>(memories.map((memory) => [fieldKeyOf(memory), memory.known ?? {}]));
  for (const { change, readBack } of read) {
    const { field, kind } = change;
    if (field === null || kind === null) continue;
    const key = fieldKeyOf(change);
    const start = initialKnown(originalIn(deps, change, originalOf.get(indexRecordKey(recordAt(change)))));
    const elements = touchedElements(change.operation, region);
    const around = valuesAround(change, region);
    known.set(key, nextKnown(kind, known.get(key) ?? {}, start, readBack, region, elements, around));
  }
  await writeKnown(
    trx,
    [...fields].map(([key, place]) => ({ ...place, known: known.get(key) ?? {} })),
  );
}
