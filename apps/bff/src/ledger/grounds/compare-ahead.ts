import { setImmediate as nextTurn } from "node:timers/promises";
import { indexRecordKey } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { inSteps } from "#/runtime/in-steps.ts";
import { type RecordAt, recordAt } from "#/store/sql/among-records.ts";
import { readConsistently, type Transaction } from "#/store/sql/transaction.ts";
import { type ChangeRow, selectChangesByIds, selectChangesOnRecords } from "#/store/tables/changes/changes.ts";
import { isAsRead, type ReadAhead, readAhead, selectLastWrite } from "#/store/tables/changes/read-ahead.ts";
import {
  endingOf,
  selectGroundMarkOfSet,
  selectGroundMarks,
  selectGroundMarksOfSet,
  selectRecordsOfSet,
} from "#/store/tables/changes/ground-marks.ts";
import { type ComparedGround, compareGrounds } from "./ground.ts";

/** So many changes are compared before other work has its turn; those of one record together. */
const COMPARED_AT_ONCE = 50;
/** About so many records are looked at once before an act, whether what they stand on is another. */
const CONFIRMED_AT_ONCE = 1_000;

/** A record with changes of one set, and the mark of all that these stood on when they were compared. */
interface ComparedRecord extends RecordAt {
  mark: bigint;
  /** How many of its changes were compared. */
  changes: number;
}

/** A set as it was read, its records by `indexRecordKey`, and by id what its changes were compared with. */
export interface ComparedAhead {
  read: ReadAhead;
  records: ReadonlyMap<string, ComparedRecord>;
  byId: ReadonlyMap<string, ComparedGround>;
  /** The ids of all changes that were compared. */
  asked: ReadonlySet<string>;
  /** The marks of the records whose ids end with the same character, added, by that character. */
  endings: ReadonlyMap<string, bigint>;
  /** What was written last when all of it stood, as `confirmAhead` found it; null where some of it did not. */
  stoodAt?: string | null;
}

/**
 * Compares the changes of a set that `choose` names, some at once, each time on the store as it is at one moment, so that others
 * have their turn in between. Whoever acts on it asks `readOrAhead` and `compareAgain` in the transaction of the act.
 */
export async function compareAhead(
  deps: Deps,
  changeSetId: string,
  choose: (changes: readonly ChangeRow[]) => readonly ChangeRow[],
): Promise<ComparedAhead> {
  const { db } = deps.store;
  const records = new Map<string, ComparedRecord>();
  const byId = new Map<string, ComparedGround>();
  const asked = new Set<string>();
  const endings = new Map<string, bigint>();
  const read = await readAhead(db, changeSetId, async () => {
    const all: ChangeRow[] = [];
    for (const some of steps(await selectRecordsOfSet(db, changeSetId))) {
      await readConsistently(db, async (trx) => {
        const rows = await selectOfSet(deps, trx, { changeSetId, records: some });
        const marks = await selectMarks(deps, trx, some);
        const chosen = choose(rows);
        const compared = await compareGrounds(deps, trx, chosen);
        for (const [id, ground] of compared.byId) byId.set(id, ground);
        for (const { id } of chosen) asked.add(id);
        const chosenOf = Map.groupBy(chosen, keyOf);
        for (const { indexId, record } of some) {
          const key = indexRecordKey({ indexId, record });
          const mark = marks.get(key) ?? 0n;
          const ending = endingOf(record.id);
          endings.set(ending, (endings.get(ending) ?? 0n) ^ mark);
          records.set(key, { indexId, record, mark, changes: chosenOf.get(key)?.length ?? 0 });
        }
        all.push(...rows);
      });
      await nextTurn();
    }
    return all;
  });
  return { read, records, byId, asked, endings };
}

function steps<Item extends { changes: number }>(records: readonly Item[]): Item[][] {
  const [all, last]: [Item[][], Item[]] = [[], []];
  let changes = 0;
  for (const record of records) {
    if (last.length > 0 && changes + record.changes > COMPARED_AT_ONCE) {
      all.push(last.splice(0));
      changes = 0;
    }
    last.push(record);
    changes += record.changes;
  }
  return last.length === 0 ? all : [...all, last];
}

/**
 * As `compareGrounds` for changes of one set, by their ids: what was compared ahead stands where nothing of its record is another
 * since, and the rest is compared anew, as all of them where `ahead` is null.
 */
export async function compareAgain(
  deps: Deps,
  trx: Transaction,
  rows: readonly ChangeRow[],
  ahead: ComparedAhead | null,
): Promise<ReadonlyMap<string, ComparedGround>> {
  const { kept, changed } = await comparedStill(deps, trx, rows, ahead);
  const anew = await compareGrounds(deps, trx, changed);
  const byId = new Map<string, ComparedGround>();
  for (const row of rows) {
    const compared = anew.byId.get(row.id) ?? kept.get(row.id);
    if (compared !== undefined) byId.set(row.id, compared.row === row ? compared : { ...compared, row });
  }
  return byId;
}

/**
 * Looks before an act whether all that was compared stands, so that the act asks only whether anything was written since. In the
 * embedded store alone, where nothing is written beside the act, and everybody waits for it.
 */
export async function confirmAhead(deps: Deps, ahead: ComparedAhead): Promise<ComparedAhead> {
  if (deps.store.kind !== "embedded") return ahead;
  const inParts = await confirmInParts(deps, ahead);
  if (inParts !== undefined) return inParts;
  return await readConsistently(deps.store.db, async (trx) => {
    const isRead = await isAsRead(trx, ahead.read);
    const stands = isRead && (await isMarkedAs(deps, trx, ahead));
    const last = await selectLastWrite(trx);
    return { ...ahead, read: { ...ahead.read, stoodAt: isRead ? last : null }, stoodAt: stands ? last : null };
  });
}

/** The same in parts, between which others have their turn; undefined where somebody wrote anything meanwhile. */
async function confirmInParts(deps: Deps, ahead: ComparedAhead): Promise<ComparedAhead | undefined> {
  const { db } = deps.store;
  const { read, records } = ahead;
  const last = await selectLastWrite(db);
  const isRead = await isAsRead(db, read);
  const of = isRead ? Math.ceil(records.size / CONFIRMED_AT_ONCE) : 0;
  let mark = 0n;
  for (let part = 0; part < of; part += 1) {
    await nextTurn();
    mark ^= await selectGroundMarkOfSet(db, markedIn(deps), read.changeSetId, { part, of });
  }
  if ((await selectLastWrite(db)) !== last) return undefined;
  const stoodAt = isRead && mark === markOf(ahead) ? last : null;
  return { ...ahead, read: { ...read, stoodAt: isRead ? last : null }, stoodAt };
}

/** Whether all that was compared stands. Once it did not it never does. */
async function stillStands(deps: Deps, trx: Transaction, ahead: ComparedAhead): Promise<boolean> {
  const { read, stoodAt } = ahead;
  if (stoodAt === null) return false;
  const isUnwritten = stoodAt !== undefined && (await selectLastWrite(trx)) === stoodAt;
  // Others wrote nothing since it stood, and this transaction nothing of the set.
  return (isUnwritten && (await isAsRead(trx, read))) || (await isMarkedAs(deps, trx, ahead));
}

/** What these changes were compared with ahead. */
export function comparedOf(rows: readonly Pick<ChangeRow, "id">[], { byId }: ComparedAhead): ComparedGround[] {
  return rows.flatMap(({ id }) => byId.get(id) ?? []);
}

/** As `compareAgain`, in no order, where of the changes only this is known: those that are compared anew are read. */
export async function compareAgainUnread(
  deps: Deps,
  trx: Transaction,
  changes: readonly ChangePlace[],
  ahead: ComparedAhead | null,
): Promise<ComparedGround[]> {
  const { kept, changed } = await comparedStill(deps, trx, changes, ahead);
  const rows = await selectChangesByIds(
    trx,
    changed.map(({ id }) => id),
  );
  const { byId } = await compareGrounds(deps, trx, rows);
  return [...kept.values(), ...byId.values()];
}

/** What was compared ahead and stands still, by the ids of changes, and those of these changes that are to be compared anew. */
async function comparedStill<Row extends ChangePlace>(
  deps: Deps,
  trx: Transaction,
  changes: readonly Row[],
  ahead: ComparedAhead | null,
): Promise<{ kept: ReadonlyMap<string, ComparedGround>; changed: readonly Row[] }> {
  if (ahead === null) return { kept: new Map(), changed: changes };
  const isAll = changes.length === ahead.asked.size && changes.every(({ id }) => ahead.asked.has(id));
  if (isAll && (await stillStands(deps, trx, ahead))) return { kept: ahead.byId, changed: [] };
  const unchanged = await unchangedEndings(deps, trx, ahead, changes.length);
  const byRecord = Array.from(Map.groupBy(changes, keyOf), ([key, rows]) => {
    const record = ahead.records.get(key);
    const isSame = record?.changes === rows.length && rows.every(({ id }) => ahead.asked.has(id));
    return { key, rows, record: isSame ? record : undefined };
  });
  const isUnchanged = ({ record }: ComparedRecord) => unchanged.has(endingOf(record.id));
  const doubtful = byRecord.flatMap(({ record }) => (record === undefined || isUnchanged(record) ? [] : [record]));
  const marks = await selectMarks(deps, trx, doubtful);
  const kept = new Map<string, ComparedGround>();
  const changed: Row[] = [];
  for (const { key, rows, record } of byRecord) {
    const stands = record !== undefined && (isUnchanged(record) || marks.get(key) === record.mark);
    if (stands) for (const compared of comparedOf(rows, ahead)) kept.set(compared.row.id, compared);
    else changed.push(...rows);
  }
  return { kept, changed };
}

/** Whether the marks of all records of the set, added, are what they were. */
async function isMarkedAs(deps: Deps, trx: Transaction, ahead: ComparedAhead): Promise<boolean> {
  return (await selectGroundMarkOfSet(trx, markedIn(deps), ahead.read.changeSetId)) === markOf(ahead);
}

const markOf = ({ endings }: ComparedAhead) => [...endings.values()].reduce((all, one) => all ^ one, 0n);

/** The last characters of those ids of the set of which no record is another since; none where few changes are asked about. */
async function unchangedEndings(
  deps: Deps,
  trx: Transaction,
  { read, records, endings }: ComparedAhead,
  asked: number,
): Promise<ReadonlySet<string>> {
  if (asked < records.size / 2) return new Set();
  const now = await selectGroundMarksOfSet(trx, markedIn(deps), read.changeSetId);
  return new Set([...endings].flatMap(([ending, mark]) => (now.get(ending) === mark ? [ending] : [])));
}

type ChangePlace = Pick<ChangeRow, "id" | "index_id" | "record_type" | "record_id">;

const keyOf = (row: ChangePlace) => indexRecordKey(recordAt(row));

const markedIn = ({ connection, service }: Deps) => ({
  connectionId: connection.id,
  standardIndex: service.profile.standardIndex,
});

async function selectMarks(
  deps: Deps,
  trx: Transaction,
  records: readonly RecordAt[],
): Promise<ReadonlyMap<string, bigint>> {
  const marks = new Map<string, bigint>();
  await inSteps(records, async (some) => {
    for (const [key, mark] of await selectGroundMarks(trx, markedIn(deps), some)) marks.set(key, mark);
  });
  return marks;
}

/** The changes of a set on these records. */
async function selectOfSet(
  { connection }: Deps,
  trx: Transaction,
  { changeSetId, records: all }: { changeSetId: string; records: readonly RecordAt[] },
): Promise<ChangeRow[]> {
  const found: ChangeRow[] = [];
  for (const [indexId, ofIndex] of Map.groupBy(all, (record) => record.indexId)) {
    const records = ofIndex.map(({ record }) => record);
    const ofRecords = { connectionId: connection.id, indexId, records, states: null };
    found.push(...(await selectChangesOnRecords(trx, ofRecords)));
  }
  return found.filter((row) => row.change_set_id === changeSetId);
}
