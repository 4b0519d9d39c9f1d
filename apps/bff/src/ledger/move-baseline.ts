import {
  applyOperation,
  type Baseline,
  initialBaseline,
  nextBaseline,
  type Original,
  type Reading,
  touchedElements,
} from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { parseStored } from "#/store/sql/json.ts";
import type { ChangeRow } from "#/store/tables/changes.ts";
import { lockFieldMemory, writeFieldMemory } from "#/store/ledger-writes/known-values.ts";
import { selectOriginals } from "#/store/tables/readings.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import { fieldReading } from "#/upstream/field-reading.ts";

/** O of one field; null if the record was not read before. */
export async function readOriginal(deps: Deps, trx: Transaction, change: ChangeRow): Promise<Original | null> {
  if (change.field === null) return null;
  const record = { type: change.record_type, id: change.record_id };
  const [row] = await selectOriginals(trx, deps.connection.id, [{ indexId: change.index_id, record }]);
  if (row === undefined) return null;
  const raw = row.raw_text === null ? null : parseStored(row.raw_text);
  return { reading: fieldReading(deps.service.profile, record.type, raw, change.field), provenance: row.provenance };
}

/** On approval L becomes the base value that the author saw. Returns L as it was stored before. */
export async function moveBaseline(deps: Deps, trx: Transaction, change: ChangeRow): Promise<Baseline | null> {
  const { field, kind } = change;
  if (field === null || kind === null) return null;
  const at = fieldOf(deps, change, field);
  const before = (await lockFieldMemory(trx, at)).baseline ?? null;
  await writeFieldMemory(trx, at, { baseline: await decided(deps, trx, change, before, kind) });
  return before;
}

/** Restores L after an approval is undone, unless another decision was made since. */
export async function restoreBaseline(deps: Deps, trx: Transaction, change: ChangeRow): Promise<void> {
  const { field, kind } = change;
  if (field === null || kind === null) return;
  const at = fieldOf(deps, change, field);
  const now = (await lockFieldMemory(trx, at)).baseline ?? null;
  const ours = await decided(deps, trx, change, change.baseline_before, kind);
  if (JSON.stringify(now) !== JSON.stringify(ours)) return;
  await writeFieldMemory(trx, at, { baseline: change.baseline_before ?? {} });
}

async function decided(
  deps: Deps,
  trx: Transaction,
  change: ChangeRow,
  before: Baseline | null,
  kind: NonNullable<ChangeRow["kind"]>,
): Promise<Baseline> {
  const region = deps.service.profile.defaultRegion;
  const start = initialBaseline(await readOriginal(deps, trx, change));
  const elements = touchedElements(change.operation, region);
  return nextBaseline(kind, before ?? {}, start, change.base_seen, region, elements, valuesAround(change, region));
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
