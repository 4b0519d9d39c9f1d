import { type Baseline, indexRecordKey } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { baselineAfter, type Baselines, fieldKeyOf, moveBaselinesBy } from "#/records/moved-baselines.ts";
import type { ChangeRow } from "#/store/tables/changes/changes.ts";
import { lockFieldMemories, writeBaselines } from "#/store/ledger-writes/known-values.ts";
import { recordAt } from "#/store/sql/among-records.ts";
import type { FieldOfIndex } from "#/store/tables/records/known-values.ts";
import { type OriginalRow, selectOriginals } from "#/store/tables/records/readings.ts";
import type { Transaction } from "#/store/sql/transaction.ts";

/**
 * Locks the fields of these changes until the transaction ends, so that nothing else of them is applied meanwhile. In the embedded
 * store nothing else is, since one transaction comes after the other.
 */
export async function lockFields(deps: Deps, trx: Transaction, changes: readonly ChangeRow[]): Promise<void> {
  if (deps.store.kind === "embedded") return;
  await lockFieldMemories(trx, [...fieldsOf(deps, changes).values()]);
}

/** The fields that these changes decide, as `fieldKeyOf` names them. */
export function fieldsOf(deps: Deps, changes: readonly ChangeRow[]): Map<string, FieldOfIndex> {
  const fields = new Map<string, FieldOfIndex>();
  for (const change of changes)
    if (change.field !== null && change.kind !== null)
      fields.set(fieldKeyOf(change), fieldOf(deps, change, change.field));
  return fields;
}

/** As changes become live, L becomes the base value that the author of each saw. Returns L of each as it was before. */
export async function moveBaselines(
  deps: Deps,
  trx: Transaction,
  changes: readonly ChangeRow[],
): Promise<(Baseline | null)[]> {
  return await writeMoved(deps, trx, changes, (baselines, originals) =>
    moveBaselinesBy(deps, baselines, changes, originals),
  );
}

/** Puts L back to what it was before these changes, the last one first, unless another decision was made since. */
export async function restoreBaselines(deps: Deps, trx: Transaction, changes: readonly ChangeRow[]): Promise<void> {
  await writeMoved(deps, trx, changes, (baselines, originals) => {
    const originalOf = new Map(originals.map((row) => [indexRecordKey(recordAt(row)), row]));
    for (const change of changes.toReversed()) {
      const key = fieldKeyOf(change);
      const before = change.baseline_before;
      const original = originalOf.get(indexRecordKey(recordAt(change)));
      const now = JSON.stringify(baselines.get(key));
      // What was tried to be sent says what the index said then; the ground keeps what the directory said when it became live.
      const asStaged = { ...change, value_before: change.ground?.effective ?? change.value_before };
      const isOurs = [change, asStaged].some(
        (row) => JSON.stringify(baselineAfter(deps, row, before, original)) === now,
      );
      if (isOurs) baselines.set(key, before);
    }
  });
}

async function writeMoved<T>(
  deps: Deps,
  trx: Transaction,
  changes: readonly ChangeRow[],
  move: (baselines: Baselines, originals: readonly OriginalRow[]) => T,
): Promise<T> {
  const fields = fieldsOf(deps, changes);
  const memories = await lockFieldMemories(trx, [...fields.values()]);
  const originals = await selectOriginals(trx, deps.connection.id, [...fields.values()]);
  const baselines: Baselines = new Map(memories.map((memory) => [fieldKeyOf(memory), memory.baseline]));
  const moved = move(baselines, originals);
  const written = [...fields].map(([key, place]) => ({ ...place, baseline: baselines.get(key) ?? {} }));
  await writeBaselines(trx, written);
  return moved;
}

function fieldOf(deps: Deps, change: ChangeRow, field: string) {
  return {
    connectionId: deps.connection.id,
    indexId: change.index_id,
    record: { type: change.record_type, id: change.record_id },
    field,
  };
}
