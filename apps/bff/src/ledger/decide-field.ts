import { distinctRecords, equalReadings, type Reading, unsentStates } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { fieldKeyOf } from "#/records/moved-baselines.ts";
import { InvariantError } from "#/runtime/errors.ts";
import { inSteps } from "#/runtime/in-steps.ts";
import {
  lockFieldMemories,
  lockFieldMemory,
  writeBaselines,
  writeFieldMemory,
  writeKnown,
} from "#/store/ledger-writes/known-values.ts";
import type { DecidedMemory } from "#/store/schema/ledger-tables.ts";
import { type RecordAt, recordOf } from "#/store/sql/among-records.ts";
import { transact } from "#/store/sql/transaction.ts";
import { isFollowing, selectChangesOnRecords } from "#/store/tables/changes/changes.ts";
import type { FieldMemoryRow, FieldOfIndex } from "#/store/tables/records/known-values.ts";
import { followLive } from "./move-change.ts";
import type { Ledger } from "./with-ledger.ts";

/** So many fields are decided before other work has its turn. */
const AT_ONCE = 50;

export interface DecidedField {
  place: FieldOfIndex;
  before: DecidedMemory;
  after: DecidedMemory;
}

/**
 * Moves L or K of fields of one index, each given once, by decisions that are made on the locked values; returns what was moved,
 * before and after.
 */
export async function decideFields(
  deps: Deps,
  ledger: Ledger,
  places: readonly FieldOfIndex[],
  decideOn: (memory: FieldMemoryRow) => DecidedMemory,
): Promise<DecidedField[]> {
  await followRecords(deps, ledger, places);
  const placeOf = new Map(places.map((place) => [fieldKeyOf({ ...rowOf(place), field: place.field }), place]));
  const decided: DecidedField[] = [];
  await inSteps(
    await lockFieldMemories(ledger.trx, places),
    async (memories) => {
      for (const memory of memories) {
        const place = placeOf.get(fieldKeyOf(memory));
        if (place === undefined) throw new InvariantError("A field was locked that nobody asked for.");
        const after = decideOn(memory);
        const before = Object.fromEntries(partsOf(after).map((part) => [part, memory[part]]));
        decided.push({ place, before, after });
        ledger.markCountsChanged(place.indexId, place.record);
      }
    },
    AT_ONCE,
  );
  const moved = decided.map(({ place, after }) => ({ ...place, ...after }));
  await writeBaselines(
    ledger.trx,
    moved.flatMap(({ baseline, ...place }) => (baseline === undefined ? [] : [{ ...place, baseline }])),
  );
  await writeKnown(
    ledger.trx,
    moved.flatMap(({ known, ...place }) => (known === undefined ? [] : [{ ...place, known }])),
  );
  return decided;
}

const partsOf = (memory: DecidedMemory) =>
  (["baseline", "known"] as const).filter((part) => memory[part] !== undefined);

const rowOf = ({ indexId, record }: FieldOfIndex) => ({
  index_id: indexId,
  record_type: record.type,
  record_id: record.id,
});

/** Changes of these records whose sets are live, and whose own rows do not say so yet, do so first. */
export async function followRecords(deps: Deps, ledger: Ledger, places: readonly RecordAt[]): Promise<void> {
  const connectionId = deps.connection.id;
  for (const [indexId, ofIndex] of Map.groupBy(places, (place) => place.indexId))
    await inSteps(distinctRecords(ofIndex.map(({ record }) => record)), async (records) => {
      const rows = await selectChangesOnRecords(ledger.trx, { connectionId, indexId, records, states: unsentStates });
      const behind = distinctRecords(rows.filter(isFollowing).map(recordOf));
      for (const record of behind) while (await followLive(deps, ledger, { connectionId, indexId, record }));
    });
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
