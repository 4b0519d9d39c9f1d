import {
  applyOperation,
  type Baseline,
  indexRecordKey,
  initialBaseline,
  nextBaseline,
  type Original,
  type Reading,
  touchedElements,
} from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { parseStored } from "#/store/sql/json.ts";
import type { ChangeRow } from "#/store/tables/changes/changes.ts";
import {
  lockFieldMemories,
  lockFieldMemory,
  writeBaselines,
  writeFieldMemory,
} from "#/store/ledger-writes/known-values.ts";
import { recordAt } from "#/store/sql/among-records.ts";
import type { FieldOfIndex } from "#/store/tables/records/known-values.ts";
import { type OriginalRow, selectOriginals } from "#/store/tables/records/readings.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import { fieldReading } from "#/upstream/records/field-reading.ts";

/** O of one field; null if the record was not read before. */
export async function readOriginal(deps: Deps, trx: Transaction, change: ChangeRow): Promise<Original | null> {
  if (change.field === null) return null;
  const record = { type: change.record_type, id: change.record_id };
  const [row] = await selectOriginals(trx, deps.connection.id, [{ indexId: change.index_id, record }]);
  return originalIn(deps, row, { change, field: change.field });
}

function originalIn(
  { service: { profile } }: Deps,
  row: OriginalRow | undefined,
  { change, field }: { change: ChangeRow; field: string },
): Original | null {
  if (row === undefined) return null;
  const raw = row.raw_text === null ? null : parseStored(row.raw_text);
  return { reading: fieldReading(profile, change.record_type, raw, field), provenance: row.provenance };
}

/** On approval L becomes the base value that the author saw. Returns L as it was stored before. */
export async function moveBaseline(deps: Deps, trx: Transaction, change: ChangeRow): Promise<Baseline | null> {
  const { field, kind } = change;
  if (field === null || kind === null) return null;
  const place = fieldOf(deps, change, field);
  const before = (await lockFieldMemory(trx, place)).baseline ?? null;
  await writeFieldMemory(trx, place, { baseline: await decided(deps, trx, change, before, kind) });
  return before;
}

/** Locks the fields of these changes until the transaction ends, so that nothing else of them is applied meanwhile. */
export async function lockFields(deps: Deps, trx: Transaction, changes: readonly ChangeRow[]): Promise<void> {
  await lockFieldMemories(trx, [...fieldsOf(deps, changes).values()]);
}

function fieldsOf(deps: Deps, changes: readonly ChangeRow[]): Map<string, FieldOfIndex> {
  const fields = new Map<string, FieldOfIndex>();
  for (const change of changes)
    if (change.field !== null && change.kind !== null)
      fields.set(fieldKeyOf(change), fieldOf(deps, change, change.field));
  return fields;
}

/** As `moveBaseline`, for many changes, each after the one before it. Returns L of each as it was before. */
export async function moveBaselines(
  deps: Deps,
  trx: Transaction,
  changes: readonly ChangeRow[],
): Promise<(Baseline | null)[]> {
  const fields = fieldsOf(deps, changes);
  const memories = await lockFieldMemories(trx, [...fields.values()]);
  const baselines = new Map(memories.map((memory) => [fieldKeyOf(memory), memory.baseline ?? null]));
  const originals = await selectOriginals(trx, deps.connection.id, [...fields.values()]);
  const originalOf = new Map(originals.map((row) => [indexRecordKey(recordAt(row)), row]));
  const before = changes.map((change) => {
    const { field, kind } = change;
    if (field === null || kind === null) return null;
    const key = fieldKeyOf(change);
    const held = baselines.get(key) ?? null;
    const original = originalIn(deps, originalOf.get(indexRecordKey(recordAt(change))), { change, field });
    baselines.set(key, nextBaselineOf(deps, change, { before: held, kind, original }));
    return held;
  });
  await writeBaselines(
    trx,
    [...fields].map(([key, place]) => ({ ...place, baseline: baselines.get(key) ?? {} })),
  );
  return before;
}

function fieldKeyOf(row: { index_id: string; record_type: string; record_id: string; field: string | null }): string {
  return `${indexRecordKey(recordAt(row))} ${row.field ?? ""}`;
}

/** Restores L after an approval is undone, unless another decision was made since. */
export async function restoreBaseline(deps: Deps, trx: Transaction, change: ChangeRow): Promise<void> {
  const { field, kind } = change;
  if (field === null || kind === null) return;
  const place = fieldOf(deps, change, field);
  const now = (await lockFieldMemory(trx, place)).baseline ?? null;
  const ours = await decided(deps, trx, change, change.baseline_before, kind);
  if (JSON.stringify(now) !== JSON.stringify(ours)) return;
  await writeFieldMemory(trx, place, { baseline: change.baseline_before ?? {} });
}

async function decided(
  deps: Deps,
  trx: Transaction,
  change: ChangeRow,
  before: Baseline | null,
  kind: NonNullable<ChangeRow["kind"]>,
): Promise<Baseline> {
  return nextBaselineOf(deps, change, { before, kind, original: await readOriginal(deps, trx, change) });
}

function nextBaselineOf(
  deps: Deps,
  change: ChangeRow,
  {
    before,
    kind,
    original,
  }: { before: Baseline | null; kind: NonNullable<ChangeRow["kind"]>; original: Original | null },
): Baseline {
  const region = deps.service.profile.defaultRegion;
  const elements = touchedElements(change.operation, region);
  const around = valuesAround(change, region);
  return nextBaseline(kind, before ?? {}, initialBaseline(original), change.base_seen, region, elements, around);
}

/** What the directory said before and after a change. */
export function valuesAround({ kind, operation, value_before: before }: ChangeRow, region: string): Reading[] {
  if (kind === null || before === null) return [];
  const after = applyOperation(kind, before, operation, region);
  return after === null ? [before] : [before, after];
}

export function fieldOf(deps: Deps, change: ChangeRow, field: string) {
  return {
    connectionId: deps.connection.id,
    indexId: change.index_id,
    record: { type: change.record_type, id: change.record_id },
    field,
  };
}
