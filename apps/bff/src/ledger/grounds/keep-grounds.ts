import {
  distinctRecords,
  equalJson,
  equalReadings,
  isUnsent,
  type Json,
  type Reading,
  type RecordKey,
  recordKey,
  unsentStates,
} from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { fieldKeyOf } from "#/records/moved-baselines.ts";
import { inSteps } from "#/runtime/in-steps.ts";
import type { DecidedGrounds, StoredGround } from "#/store/schema/ledger-tables.ts";
import { recordOf } from "#/store/sql/among-records.ts";
import { json } from "#/store/sql/json.ts";
import {
  type ChangeRow,
  isAtRest,
  reasonColumns,
  selectChangesByIds,
  selectChangesOnRecords,
} from "#/store/tables/changes/changes.ts";
import type { DecisionRow } from "#/store/tables/changes/decisions.ts";
import type { FieldOfIndex } from "#/store/tables/records/known-values.ts";
import { compareGrounds, groundNow } from "./ground.ts";
import { annotateEach, settleGrounds } from "#/ledger/changes.ts";
import type { Ledger } from "#/ledger/with-ledger.ts";
import { SupersededError } from "#/runtime/errors.ts";

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

/** The grounds of a field's changes before and after a decision about it. */
export interface GroundsOfField {
  before: NonNullable<DecidedGrounds["stoodOn"]>;
  after: NonNullable<DecidedGrounds["stoodOn"]>;
}

/**
 * Who keeps ours, or accepts what the index says, has seen what is there now: it is the ground of what was not sent yet, too:
 * `seenBy` says of a change that it concerns what was seen of its field. Returns what the ground was and is, by `fieldKeyOf`.
 */
export async function decideOnGrounds(
  deps: Deps,
  ledger: Ledger,
  places: readonly FieldOfIndex[],
  {
    side,
    isConcerned,
    seenBy,
  }: {
    side: "base" | "index";
    isConcerned: (row: ChangeRow) => boolean;
    seenBy: (row: ChangeRow, seen: Reading, now: Reading) => Reading;
  },
): Promise<ReadonlyMap<string, GroundsOfField>> {
  const byField = new Map<string, GroundsOfField>();
  const decided = new Set(places.map((place) => fieldKey(place.record, place.field)));
  const at = deps.clock.now();
  const region = deps.service.profile.defaultRegion;
  for (const [indexId, ofIndex] of Map.groupBy(places, (place) => place.indexId))
    await inSteps(distinctRecords(ofIndex.map(({ record }) => record)), async (records) => {
      const place = { connectionId: deps.connection.id, indexId, records, states: unsentStates };
      const rows = (await selectChangesOnRecords(ledger.trx, place)).filter(
        (row) => row.field !== null && decided.has(fieldKey(recordOf(row), row.field)) && isConcerned(row),
      );
      const { byId } = await compareGrounds(deps, ledger.trx, rows);
      const notes = [...byId.values()].flatMap(({ row, now, moved, isGone }) => {
        const { ground } = row;
        if (ground === null) return [];
        const [was, is] = [ground[side], now[side]];
        const kept = was === null || is === null ? (is ?? was) : seenBy(row, was, is);
        const isAllSeen = kept === null || is === null || equalReadings(row.kind ?? "json", kept, is, region);
        const goesOn = isAtRest(row) && isAllSeen && !moved[side === "base" ? "index" : "base"];
        const gone = side === "index" && isGone ? { isGone } : {};
        const seen = { ...ground, [side]: kept, at: at.toISOString(), ...gone };
        const key = fieldKeyOf(row);
        const ofField = byField.get(key) ?? { before: {}, after: {} };
        byField.set(key, ofField);
        const rests = isAtRest(row) ? row.reason : null;
        ofField.before[row.id] = { ground, rests };
        ofField.after[row.id] = { ground: seen, rests: goesOn ? null : rests };
        return [{ row, notes: { ground: json(seen), ...(goesOn ? { ...reasonColumns(null), try_after: at } : {}) } }];
      });
      await annotateEach(deps, ledger, notes);
    });
  return byField;
}

/**
 * What was not sent yet stands on what it stood on before the decision, and rests if it did. False, where somebody decided since what
 * it stands on.
 */
export async function undoOnGrounds(
  deps: Deps,
  ledger: Ledger,
  rows: readonly Pick<DecisionRow, "before" | "after">[],
): Promise<boolean> {
  const before = new Map(rows.flatMap((row) => Object.entries(row.before.stoodOn ?? {})));
  const after = new Map(rows.flatMap((row) => Object.entries(row.after.stoodOn ?? {})));
  let isAsLeft = true;
  await inSteps([...after.keys()], async (ids) => {
    const changes = (await selectChangesByIds(ledger.trx, ids)).filter(isUnsent);
    const notes = changes.flatMap((row) => {
      const [was, left] = [before.get(row.id), after.get(row.id)];
      if (was === undefined || left === undefined) return [];
      isAsLeft &&= row.ground !== null && equalJson(asJson(row.ground), asJson(left.ground));
      const restsAgain = was.rests !== null && left.rests === null && row.state === "deferred";
      const rest = restsAgain ? { ...reasonColumns(was.rests), try_after: null } : {};
      return [{ row, notes: { ground: json(was.ground), ...rest } }];
    });
    if (isAsLeft) await annotateEach(deps, ledger, notes);
  });
  return isAsLeft;
}

/** A ground is stored as JSON. */
function asJson(ground: StoredGround): Json {
  return ground as object as Json;
}

const fieldKey = (record: RecordKey, field: string) => `${recordKey(record)} ${field}`;
