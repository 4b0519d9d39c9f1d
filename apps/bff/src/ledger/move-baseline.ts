import { type Baseline, baselineWithout, indexRecordKey } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { baselineAfter, type Baselines, fieldKeyOf, moveBaselinesBy } from "#/records/moved-baselines.ts";
import { selectDeciding, writeBaselinesBefore } from "#/store/ledger-writes/changes.ts";
import { type ChangeRow, orderOf } from "#/store/tables/changes/changes.ts";
import { lockFieldMemories, writeBaselines } from "#/store/ledger-writes/known-values.ts";
import { recordAt } from "#/store/sql/among-records.ts";
import type { FieldOfIndex } from "#/store/tables/records/known-values.ts";
import { type OriginalRow, selectOriginals } from "#/store/tables/records/readings.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import { touchesSamePart } from "./grounds/ground.ts";

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

/** The same of changes that are live, once L is where it was before them: it goes back there where one is withdrawn. */
export async function moveBaselinesAnew(deps: Deps, trx: Transaction, changes: readonly ChangeRow[]): Promise<void> {
  const before = await moveBaselines(deps, trx, changes.map(asStaged));
  await writeBaselinesBefore(trx, new Map(changes.map(({ id }, place) => [id, before[place] ?? null])));
}

/** What was tried to be sent says what the index said then; the ground keeps what the directory said as it was decided. */
const asStaged = (change: ChangeRow): ChangeRow => ({
  ...change,
  value_before: change.ground?.effective ?? change.value_before,
});

/**
 * Puts L back to what it was before these changes, the last one first, for what each decided; what was decided since stays. So it
 * is where L goes back to once a later change of their fields is withdrawn.
 */
export async function restoreBaselines(deps: Deps, trx: Transaction, changes: readonly ChangeRow[]): Promise<void> {
  await writeMoved(deps, trx, changes, async (baselines, originals) => {
    const originalOf = new Map(originals.map((row) => [indexRecordKey(recordAt(row)), row]));
    const deciding = await selectDeciding(trx, deps.connection.id, changes);
    const ofField = Map.groupBy(deciding, fieldKeyOf);
    const storedOf = new Map(deciding.map((row) => [row.id, row]));
    const restored = new Set(changes.map(({ id }) => id));
    const moved = new Map<string, Baseline | null>();
    for (const change of changes.toReversed()) {
      const key = fieldKeyOf(change);
      // What was read before the fields were locked may have been stored anew since.
      const { baseline_before: before } = storedOf.get(change.id) ?? change;
      const original = originalOf.get(indexRecordKey(recordAt(change)));
      const decisions = [asStaged(change), change].flatMap((row) => {
        const after = baselineAfter(deps, row, before, original);
        return after === null ? [] : [{ before, after }];
      });
      const without = (baseline: Baseline | null) =>
        decisions.reduce((left, decision) => baselineWithout(left, decision), baseline);
      const later = (ofField.get(key) ?? []).filter((row) => !restored.has(row.id) && orderOf(row) > orderOf(change));
      let isDecidedSince = false;
      for (const row of later) {
        const was = moved.has(row.id) ? (moved.get(row.id) ?? null) : row.baseline_before;
        const left = without(was);
        if (left === was) continue;
        moved.set(row.id, left);
        isDecidedSince = touchesSamePart(deps, row, change);
        if (isDecidedSince) break;
      }
      if (!isDecidedSince) baselines.set(key, without(baselines.get(key) ?? null));
    }
    await writeBaselinesBefore(trx, moved);
  });
}

async function writeMoved<T>(
  deps: Deps,
  trx: Transaction,
  changes: readonly ChangeRow[],
  move: (baselines: Baselines, originals: readonly OriginalRow[]) => T | Promise<T>,
): Promise<T> {
  const fields = fieldsOf(deps, changes);
  const memories = await lockFieldMemories(trx, [...fields.values()]);
  const originals = await selectOriginals(trx, deps.connection.id, [...fields.values()]);
  const baselines: Baselines = new Map(memories.map((memory) => [fieldKeyOf(memory), memory.baseline]));
  const moved = await move(baselines, originals);
  const written = [...fields].map(([key, place]) => ({ ...place, baseline: baselines.get(key) ?? null }));
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
