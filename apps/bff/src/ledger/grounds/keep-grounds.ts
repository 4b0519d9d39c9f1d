import { distinctRecords, type RecordKey, recordKey, unsentStates } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { inSteps } from "#/runtime/in-steps.ts";
import { recordOf } from "#/store/sql/among-records.ts";
import { json } from "#/store/sql/json.ts";
import { type ChangeRow, isAtRest, reasonColumns, selectChangesOnRecords } from "#/store/tables/changes/changes.ts";
import type { FieldOfIndex } from "#/store/tables/records/known-values.ts";
import { compareGrounds, groundNow } from "./ground.ts";
import { annotateEach, settleGrounds } from "#/ledger/changes.ts";
import { SupersededError } from "#/ledger/move-change.ts";
import type { Ledger } from "#/ledger/with-ledger.ts";

const nothingSeen = { base: null, index: null, effective: null, shown: [], at: new Date(0).toISOString() };

/**
 * Gives changes that an earlier version staged, without what their author saw, the values that are there as they are first
 * shown. Returns all of them, with their grounds.
 */
export async function keepGrounds(deps: Deps, ledger: Ledger, rows: readonly ChangeRow[]): Promise<ChangeRow[]> {
  const without = rows.filter(({ ground, operation }) => ground === null && operation.op !== "create");
  if (without.length === 0) return [...rows];
  const asked = without.map((row) => ({ ...row, ground: { ...nothingSeen, effective: { absent: true as const } } }));
  const { byId } = await compareGrounds(deps, ledger.trx, asked);
  const now = deps.clock.now();
  const settled = without.flatMap((row) => {
    const compared = byId.get(row.id);
    if (compared === undefined) return [];
    return [{ row, ground: { ...groundNow(compared, now), isKept: false }, by: null }];
  });
  if (!(await settleGrounds(deps, ledger, settled)))
    throw new SupersededError("Some of the changes were changed in the meantime.");
  const groundOf = new Map(settled.map(({ row, ground }) => [row.id, ground]));
  return rows.map((row) => {
    const ground = groundOf.get(row.id);
    return ground === undefined ? row : { ...row, ground, version: row.version + 1 };
  });
}

/** Who keeps ours, or accepts what the index says, has seen what is there now: it is the ground of what was not sent yet, too. */
export async function decideOnGrounds(
  deps: Deps,
  ledger: Ledger,
  places: readonly FieldOfIndex[],
  side: "base" | "index",
): Promise<void> {
  const decided = new Set(places.map((place) => fieldKey(place.record, place.field)));
  const at = deps.clock.now();
  for (const [indexId, ofIndex] of Map.groupBy(places, (place) => place.indexId))
    await inSteps(distinctRecords(ofIndex.map(({ record }) => record)), async (records) => {
      const place = { connectionId: deps.connection.id, indexId, records, states: unsentStates };
      const rows = (await selectChangesOnRecords(ledger.trx, place)).filter(
        (row) => row.field !== null && decided.has(fieldKey(recordOf(row), row.field)),
      );
      const { byId } = await compareGrounds(deps, ledger.trx, rows);
      const notes = [...byId.values()].map(({ row, ground, now, moved }) => {
        const goesOn = isAtRest(row) && !moved[side === "base" ? "index" : "base"];
        return {
          row,
          notes: {
            ground: json({ ...ground, [side]: now[side] ?? ground[side], at: at.toISOString() }),
            ...(goesOn ? { ...reasonColumns(null), try_after: at } : {}),
          },
        };
      });
      await annotateEach(deps, ledger, notes);
    });
}

const fieldKey = (record: RecordKey, field: string) => `${recordKey(record)} ${field}`;
