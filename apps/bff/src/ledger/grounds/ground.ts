import { setImmediate as nextTurn } from "node:timers/promises";
import {
  applyOperation,
  applyOperations,
  type Change,
  equalPart,
  equalReadings,
  type FieldKind,
  type Ground,
  indexRecordKey,
  isLive,
  isStaged,
  type JsonObject,
  missingEntry,
  movedGround,
  type MovedGround,
  type Reading,
  sameElement,
  shapeOf,
  touchedElements,
} from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { effectiveReading } from "#/ledger/effective-reading.ts";
import { isProvisional } from "#/store/tables/records/assigned-ids.ts";
import { recordAt, recordOf } from "#/store/sql/among-records.ts";
import { parseStored } from "#/store/sql/json.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";
import {
  type ChangeRow,
  comparedStates,
  orderOf,
  selectChangesOnRecords,
  toLedgerChange,
} from "#/store/tables/changes/changes.ts";
import { type RecordWrite, selectRecordWrites } from "#/store/tables/changes/receipts.ts";
import { selectReverting } from "#/store/tables/changes/reverts.ts";
import { selectReadings } from "#/store/tables/records/readings.ts";
import type { StoredGround } from "#/store/schema/ledger-tables.ts";
import { fieldReading } from "#/upstream/records/field-reading.ts";
import { liesOverBase, writtenByChanges } from "#/upstream/records/write-unit.ts";

/** So many changes are compared before other work has its turn. */
const AT_ONCE = 200;

type Values = Pick<Ground, "base" | "index" | "effective">;

/** A change with what it stands on, then and now. */
export interface ComparedGround {
  row: ChangeRow;
  ground: Ground;
  now: Values;
  moved: MovedGround;
  /** The entry of phones that it takes to be listed, as the changes of its set before it leave the list; null where it is. */
  missing: { key: string; listed: number } | null;
  /** The record was read, and is not in the index any more. */
  isGone: boolean;
  /** What the directory says now of its field, and the changes of its set that are staged before it there. */
  standsOn: { effective: Reading | null; own: readonly ChangeRow[] };
  /** The directory says already what it wants, so that it is withdrawn once it is applied, whatever moved. */
  isAlreadySo: boolean;
  /** The change of the directory that became live since, and moved it. */
  by: ChangeRow | null;
  /** When the older of the two readings was made; null where there is none. */
  readAt: Date | null;
}

export interface ComparedGrounds {
  byId: ReadonlyMap<string, ComparedGround>;
  /** When the oldest reading was made; null where none was needed. */
  readSince: Date | null;
}

/** What a record says in base and index, by `indexRecordKey`; null where it is not there, missing where it was not read. */
type RecordsRead = ReadonlyMap<string, { raw: JsonObject | null; contentHash: string | null; fetchedAt: Date }>;

/** Whether somebody has to settle a change before it goes on. */
export function isMoved({ moved, isAlreadySo }: ComparedGround): boolean {
  return !isAlreadySo && (moved.base || moved.index || moved.effective);
}

/**
 * Compares what these changes were decided on with what was read last. Changes of their own sets do not count as part of the
 * directory; what is queued does. Changes without a ground, and creations, are left out.
 */
export async function compareGrounds(
  deps: Deps,
  db: Database | Transaction,
  rows: readonly ChangeRow[],
): Promise<ComparedGrounds> {
  const byId = new Map<string, ComparedGround>();
  let readSince: Date | null = null;
  const own = new Set(rows.map((row) => row.change_set_id));
  let ofRecords: ReadonlyMap<string, readonly ChangeRow[]> = new Map();
  const ofDirectory = new WeakMap<readonly ChangeRow[], readonly ChangeRow[]>();
  const othersOn = (onRecord: readonly ChangeRow[]) => {
    const known = ofDirectory.get(onRecord);
    if (known !== undefined) return known;
    const others = onRecord.filter(
      (other) => isOfDirectory(other) && (isCreation(other) || !own.has(other.change_set_id)),
    );
    ofDirectory.set(onRecord, others);
    return others;
  };
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    if (from > 0) await nextTurn();
    const part = rows.slice(from, from + AT_ONCE).filter(isComparable);
    const read = await selectRecords(deps, db, part);
    for (const { fetchedAt } of read.values()) if (readSince === null || fetchedAt < readSince) readSince = fetchedAt;
    ofRecords = await selectOnRecords(db, part, ofRecords);
    const reverting = await selectReverting(
      db,
      part.map(({ id }) => id),
    );
    const deletedOn = part
      .filter(({ field }) => field === null)
      .flatMap((row) => ofRecords.get(indexRecordKey(recordAt(row))) ?? []);
    const writes = await selectRecordWrites(
      db,
      deletedOn.filter(isWritten).map(({ id }) => id),
    );
    for (const row of part) {
      const onRecord = ofRecords.get(indexRecordKey(recordAt(row))) ?? [];
      const isEarlier = (other: ChangeRow) => row.approval_order === null || orderOf(other) < row.approval_order;
      const others = othersOn(onRecord).filter(isEarlier);
      byId.set(
        row.id,
        compareGround(deps, row, { read, onRecord, others, writes, isReverting: reverting.has(row.id) }),
      );
    }
  }
  return { byId, readSince };
}

const isCreation = ({ operation }: ChangeRow) => operation.op === "create";
const isNotQueued = ({ state }: ChangeRow) => state !== "queued";
/** A write of ours that was read back. */
export const isWritten = ({ state, attempt }: ChangeRow) => state === "applied" && attempt > 0;
/** What is queued counts as live; what stands on a record that is to be created counts it as there. */
const isOfDirectory = (row: ChangeRow) => isLive(row) || (isStaged(row) && (row.state === "queued" || isCreation(row)));

type WithGround = ChangeRow & { ground: StoredGround };

function isComparable(row: ChangeRow): row is WithGround {
  return row.ground !== null && row.operation.op !== "create";
}

interface ReadFor {
  read: RecordsRead;
  /** What was written or is live on the record, in the order of folding. */
  onRecord: readonly ChangeRow[];
  /** Of them what other sets have live or queued. */
  others: readonly ChangeRow[];
  /** What writes of ours made of records that are to be deleted, the oldest first. */
  writes: readonly RecordWrite[];
  /** Whether it takes back another change. */
  isReverting: boolean;
}

function compareGround(deps: Deps, row: WithGround, from: ReadFor): ComparedGround {
  const { read, onRecord, others, writes, isReverting } = from;
  const { profile } = deps.service;
  const region = profile.defaultRegion;
  const { ground, operation, field } = row;
  const kind = row.kind ?? "json";
  const effective = effectiveNow(deps, row, read, others);
  const isGone = field !== null && read.get(indexRecordKey(recordAt(row)))?.raw === null;
  const own = ownBefore(deps, row, onRecord);
  const isOfEntries = shapeOf(kind) === "keyed";
  const missing =
    effective === null || !isOfEntries || !isStaged(row)
      ? null
      : missingOf(row, foldedOver(kind, effective, own, region), region);
  const compared = valuesNow(deps, row, { read, others, effective });
  const now = missing === null ? compared : { ...compared, effective };
  const ofField = others.filter((other) => other.field === field);
  const part = (a: Reading, b: Reading) =>
    equalPart(kind, operation, { a, b, effective: ground.effective ?? b }, region);
  const isWrittenSince = (other: ChangeRow) => isWritten(other) && other.updated_at.toISOString() >= ground.at;
  const isIndexOurs =
    field === null
      ? isLedByWrites(ground.index, now.index, onRecord.filter(isWrittenSince), writes)
      : onRecord.some(
          (other) =>
            other.field === field &&
            isWrittenSince(other) &&
            now.index !== null &&
            other.intended !== null &&
            part(now.index, other.intended),
        );
  const found = movedGround({
    kind,
    operation,
    region,
    ground,
    now,
    wentLive: ofField.filter(({ id }) => ground.shown.includes(id)).map((other) => other.operation),
    isIndexOurs,
    followsBase: liesOverBase(profile) && !writtenByChanges(profile, row.record_type, onRecord)(field),
    isGone,
  });
  // What later changes lay over a live one is no ground of it.
  const moved = { ...found, effective: isStaged(row) && (found.effective || missing !== null) };
  const wanting = { isOverridden: ofField.length > 0, part, region };
  const isSo = (says: Reading | null) =>
    !isReverting && !isGone && isSaid(row, says, wanting) && !isNeededBySet(deps, row, onRecord, says);
  // What is queued may be undone.
  const isSoLive = () => others.every(isNotQueued) || isSo(effectiveNow(deps, row, read, others.filter(isNotQueued)));
  return {
    row,
    ground,
    now,
    moved,
    missing,
    isGone,
    standsOn: { effective, own },
    isAlreadySo: isSo(now.effective) && isSoLive(),
    readAt: readAtOf(deps, row, read),
    by: ofField.findLast((other) => other.updated_at.toISOString() >= ground.at) ?? null,
  };
}

/** Whether writes of these changes, and nobody else's, led a record from what it said to what it says now. */
function isLedByWrites(
  seen: Reading | null,
  now: Reading | null,
  written: readonly ChangeRow[],
  writes: readonly RecordWrite[],
): boolean {
  if (seen === null || now === null || "absent" in seen || "absent" in now) return false;
  const ids = new Set(written.map(({ id }) => id));
  const led = new Set<unknown>([seen.value]);
  for (const { changeId, before, after } of writes) if (ids.has(changeId) && led.has(before)) led.add(after);
  return led.has(now.value);
}

function readAtOf({ service: { profile } }: Deps, row: ChangeRow, read: RecordsRead): Date | null {
  const at = [row.index_id, profile.standardIndex].flatMap(
    (indexId) => read.get(indexRecordKey({ indexId, record: recordOf(row) }))?.fetchedAt.getTime() ?? [],
  );
  return at.length === 0 ? null : new Date(Math.min(...at));
}

interface Wanting {
  isOverridden: boolean;
  part: (a: Reading, b: Reading) => boolean;
  region: string;
}

/** Whether a directory that says this says what a change wants. A return ends an override, and a pin makes one, though no value changes. */
function isSaid(row: WithGround, effective: Reading | null, { isOverridden, part, region }: Wanting): boolean {
  const { ground, operation, field, kind } = row;
  const isReturn = operation.op === "reset" || operation.op === "takeBase";
  if (effective === null || ground.effective === null || field === null || !isStaged(row)) return false;
  if (operation.op === "pinValue" || (isReturn && isOverridden)) return false;
  const wanted = applyOperation(kind ?? "json", ground.effective, operation, region);
  return wanted !== null && part(effective, wanted);
}

/** Whether the other changes of its set lead to something else without it. */
function isNeededBySet(deps: Deps, row: ChangeRow, onRecord: readonly ChangeRow[], effective: Reading | null): boolean {
  const region = deps.service.profile.defaultRegion;
  const concerned = standsAmong(deps, row, onRecord);
  const below = concerned.filter(({ id }) => id !== row.id);
  if (effective === null || below.length === 0) return false;
  // What it stands on is settled first, and leads to nothing before.
  if (below.some((other) => missingOf(other, effective, region) !== null)) return true;
  const [all, rest] = [concerned, below].map((some) => foldedOver(row.kind ?? "json", effective, some, region));
  return all === undefined || rest === undefined || !equalReadings(row.kind ?? "json", all, rest, region);
}

/** The staged changes of its set that are folded before it in its field, where entries are named as these leave them. */
function ownBefore(deps: Deps, row: ChangeRow, onRecord: readonly ChangeRow[]): readonly ChangeRow[] {
  if (shapeOf(row.kind ?? "json") !== "keyed") return [];
  const { all } = ownChanges(deps, row, onRecord);
  const place = all.findIndex(({ id }) => id === row.id);
  return all.slice(0, Math.max(place, 0));
}

/** The staged changes of one set in one field, in the order of folding. */
interface OwnChanges {
  all: readonly ChangeRow[];
  /** Those that decide an element, and with them those that decide the whole field. */
  withElement: (element: string) => readonly ChangeRow[];
}

const ownOf = new WeakMap<readonly ChangeRow[], Map<string, OwnChanges>>();

/** Found once for each set and field of a record: each of many changes asks for it. */
function ownChanges(deps: Deps, row: ChangeRow, onRecord: readonly ChangeRow[]): OwnChanges {
  const ofRecord = ownOf.get(onRecord) ?? new Map<string, OwnChanges>();
  ownOf.set(onRecord, ofRecord);
  const key = `${row.change_set_id} ${row.field ?? ""}`;
  const known = ofRecord.get(key);
  if (known !== undefined) return known;
  const all = onRecord.filter((other) => isOfSetAndField(row, other));
  const whole: number[] = [];
  const places = new Map<string, number[]>();
  for (const [place, { operation }] of all.entries()) {
    const touched = touchedElements(operation, deps.service.profile.defaultRegion);
    if (touched === null) whole.push(place);
    for (const element of touched ?? []) {
      const ofElement = places.get(element);
      if (ofElement === undefined) places.set(element, [place]);
      else ofElement.push(place);
    }
  }
  const withElement = (element: string) =>
    [...whole, ...(places.get(element) ?? [])].toSorted((a, b) => a - b).flatMap((place) => all[place] ?? []);
  const found = { all, withElement };
  ofRecord.set(key, found);
  return found;
}

/** The changes of its set on which it may stand, and itself, in the order of folding. */
function standsAmong(deps: Deps, row: ChangeRow, onRecord: readonly ChangeRow[]): readonly ChangeRow[] {
  const { all, withElement } = ownChanges(deps, row, onRecord);
  const touched = touchedElements(row.operation, deps.service.profile.defaultRegion);
  // Entries of a list are named as the others leave them.
  if (touched === null || shapeOf(row.kind ?? "json") === "keyed") return all;
  const [only, ...others] = touched;
  if (only !== undefined && others.length === 0) return withElement(only);
  const concerned = new Set(touched.flatMap((element) => withElement(element)));
  return all.filter((other) => concerned.has(other));
}

const isOfSetAndField = (row: ChangeRow, other: ChangeRow) =>
  other.change_set_id === row.change_set_id && other.field === row.field && isStaged(other);

/** What a value becomes by these changes of its field, one after another. */
export function foldedOver(kind: FieldKind, value: Reading, rows: readonly ChangeRow[], region: string): Reading {
  const operations = rows.map(({ operation }) => operation);
  return applyOperations(kind, value, operations, region) ?? value;
}

/** The entry of phones that a change takes to be in this list, and is not. */
export function missingOf({ kind, operation }: ChangeRow, list: Reading, region: string): ComparedGround["missing"] {
  return kind !== null && shapeOf(kind) === "keyed" ? missingEntry(list, operation, region) : null;
}

interface OfRecord {
  read: RecordsRead;
  others: readonly ChangeRow[];
  effective: Reading | null;
}

function valuesNow(deps: Deps, row: WithGround, { read, others, effective }: OfRecord): Values {
  const { profile } = deps.service;
  const { field } = row;
  const record = recordOf(row);
  const here = read.get(indexRecordKey(recordAt(row)));
  const standard = read.get(indexRecordKey({ indexId: profile.standardIndex, record }));
  if (field === null) {
    const content = (side: typeof here): Reading | null =>
      side === undefined ? null : side.contentHash === null ? { absent: true } : { value: side.contentHash };
    return { base: content(standard), index: content(here), effective: { value: others.map(({ id }) => id) } };
  }
  const sideOf = (side: typeof here) =>
    side === undefined ? null : fieldReading(profile, record.type, side.raw, field);
  return { base: sideOf(standard), index: sideOf(here), effective: row.ground.effective === null ? null : effective };
}

/** What the directory says of a field without the set of its change; null where the record was not read. */
function effectiveNow(deps: Deps, row: ChangeRow, read: RecordsRead, others: readonly ChangeRow[]): Reading | null {
  const record = recordOf(row);
  const here = read.get(indexRecordKey(recordAt(row)));
  if (row.field === null || (here === undefined && !isProvisional(record))) return null;
  const at = { type: record.type, field: row.field, kind: row.kind ?? "json", raw: here?.raw ?? null };
  return effectiveReading(deps, at, others.map(toLiveChange));
}

/** Whether two changes of a record decide the same field, or the same element of it. */
export function touchesSamePart({ service: { profile } }: Deps, a: Decides, b: Decides): boolean {
  if (a.field === null || b.field === null) return true;
  if (a.field !== b.field) return false;
  const region = profile.defaultRegion;
  const [left, right] = [touchedElements(a.operation, region), touchedElements(b.operation, region)];
  if (left === null || right === null) return true;
  const isSame = sameElement(a.kind ?? "json");
  return left.some((key) => right.some((other) => isSame(key, other)));
}

type Decides = Pick<ChangeRow, "field" | "kind" | "operation">;

/** As `toLedgerChange`, where what is queued counts as live: it is folded before anything staged now. */
export function toLiveChange(row: ChangeRow): Change {
  return { ...toLedgerChange(row), ...(row.state === "queued" ? { state: "held" as const } : {}) };
}

async function selectRecords(
  { connection, service: { profile } }: Deps,
  db: Database | Transaction,
  rows: readonly ChangeRow[],
): Promise<RecordsRead> {
  const records = rows
    .filter((row) => !isProvisional(recordOf(row)))
    .flatMap((row) => [recordAt(row), { indexId: profile.standardIndex, record: recordOf(row) }]);
  const kept = await selectReadings(db, connection.id, records);
  return new Map(
    kept.map((row) => [
      indexRecordKey(recordAt(row)),
      {
        raw: row.raw_text === null ? null : parseStored(row.raw_text),
        contentHash: row.content_hash,
        fetchedAt: row.fetched_at,
      },
    ]),
  );
}

/** What is on the records of these changes, by `indexRecordKey`; of the same records it is not selected once more. */
async function selectOnRecords(
  db: Database | Transaction,
  rows: readonly ChangeRow[],
  selected: ReadonlyMap<string, readonly ChangeRow[]>,
): Promise<ReadonlyMap<string, readonly ChangeRow[]>> {
  const onRecords = new Map<string, readonly ChangeRow[]>();
  const others = rows.filter((row) => {
    const key = indexRecordKey(recordAt(row));
    const kept = selected.get(key);
    if (kept !== undefined) onRecords.set(key, kept);
    return kept === undefined;
  });
  const found: ChangeRow[] = [];
  for (const [indexId, ofIndex] of Map.groupBy(others, (row) => row.index_id))
    for (const [connectionId, of] of Map.groupBy(ofIndex, (row) => row.connection_id))
      found.push(
        ...(await selectChangesOnRecords(db, {
          connectionId,
          indexId,
          records: of.map(recordOf),
          states: comparedStates,
        })),
      );
  for (const [key, of] of Map.groupBy(found, (row) => indexRecordKey(recordAt(row)))) onRecords.set(key, of);
  return onRecords;
}

/** What is there now, as the ground of whoever decides that the change holds on it. */
export function groundNow({ ground, now, isGone }: ComparedGround, at: Date): StoredGround {
  return {
    base: now.base ?? ground.base,
    index: now.index ?? ground.index,
    effective: ground.effective === null ? null : (now.effective ?? ground.effective),
    shown: [],
    at: at.toISOString(),
    ...(isGone ? { isGone } : {}),
  };
}
