import { setImmediate as nextTurn } from "node:timers/promises";
import { indexRecordKey } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { inSteps } from "#/runtime/in-steps.ts";
import { type RecordAt, recordAt } from "#/store/sql/among-records.ts";
import { readConsistently, type Transaction } from "#/store/sql/transaction.ts";
import { type ChangeRow, selectChangesByIds, selectChangesOnRecords } from "#/store/tables/changes/changes.ts";
import {
  type ReadChange,
  selectChangesAgain,
  selectGroundMarks,
  selectRecordsOfSet,
  withMarks,
} from "#/store/tables/changes/ground-marks.ts";
import { type ComparedGround, compareGrounds } from "./ground.ts";

/** So many changes are compared before other work has its turn; those of one record together. */
const COMPARED_AT_ONCE = 200;

/** What the changes of a record of one set were compared with, and the mark of all that this stands on. */
interface ComparedRecord {
  mark: string;
  byId: ReadonlyMap<string, ComparedGround>;
  read: readonly ReadChange[];
}

/** By `indexRecordKey`. */
export type ComparedAhead = ReadonlyMap<string, ComparedRecord>;

/**
 * Compares the changes of a set that `choose` names, some at once, each time on the store as it is at one moment, so that others
 * have their turn in between. Whoever acts on it asks `compareAgain` in the transaction of the act.
 */
export async function compareAhead(
  deps: Deps,
  changeSetId: string,
  choose: (changes: readonly ChangeRow[]) => readonly ChangeRow[],
): Promise<ComparedAhead> {
  const { db } = deps.store;
  const ahead = new Map<string, ComparedRecord>();
  for (const records of steps(await selectRecordsOfSet(db, changeSetId))) {
    await readConsistently(db, async (trx) => {
      const rows = choose(await selectOfSet(deps, trx, { changeSetId, records }));
      const marks = await selectMarks(deps, trx, records);
      const { byId } = await compareGrounds(deps, trx, rows);
      const readOf = Map.groupBy(await withMarks(trx, rows), ({ row }) => keyOf(row));
      for (const [key, read] of readOf) {
        const asked = read.map(({ row }) => row);
        ahead.set(key, { mark: markOf(asked, marks.get(key)), byId, read });
      }
    });
    await nextTurn();
  }
  return ahead;
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
 * since, and the rest is compared anew.
 */
export async function compareAgain(
  deps: Deps,
  trx: Transaction,
  rows: readonly ChangeRow[],
  ahead: ComparedAhead,
): Promise<ReadonlyMap<string, ComparedGround>> {
  const kept = await keptOf(deps, trx, rows, ahead);
  const anew = await compareGrounds(
    deps,
    trx,
    rows.filter((row) => !kept.has(keyOf(row))),
  );
  return new Map(
    rows.flatMap((row) => {
      const compared = (kept.get(keyOf(row)) ?? anew).byId.get(row.id);
      return compared === undefined ? [] : [[row.id, { ...compared, row }] as const];
    }),
  );
}

/** What these changes were compared with ahead. */
export function comparedOf(rows: readonly ChangeRow[], ahead: ComparedAhead): ComparedGround[] {
  return rows.flatMap((row) => ahead.get(keyOf(row))?.byId.get(row.id) ?? []);
}

/** Every change of a set, in the order of approval, then of staging: what was read ahead only where it is another since. */
export async function readAgain(trx: Transaction, changeSetId: string, ahead: ComparedAhead): Promise<ChangeRow[]> {
  const read = [...ahead.values()].flatMap((compared) => compared.read);
  return await selectChangesAgain(trx, changeSetId, new Map(read.map((change) => [change.row.id, change])));
}

/** As `compareAgain`, in no order, where of the changes only this is known: those that are compared anew are read. */
export async function compareAgainUnread(
  deps: Deps,
  trx: Transaction,
  changes: readonly ChangePlace[],
  ahead: ComparedAhead,
): Promise<ComparedGround[]> {
  const kept = await keptOf(deps, trx, changes, ahead);
  const anew = changes.filter((change) => !kept.has(keyOf(change)));
  const rows = await selectChangesByIds(
    trx,
    anew.map(({ id }) => id),
  );
  const { byId } = await compareGrounds(deps, trx, rows);
  return [...changes.flatMap((change) => kept.get(keyOf(change))?.byId.get(change.id) ?? []), ...byId.values()];
}

/** What was compared ahead of the records of which nothing is another since. */
async function keptOf(
  deps: Deps,
  trx: Transaction,
  changes: readonly ChangePlace[],
  ahead: ComparedAhead,
): Promise<ReadonlyMap<string, ComparedRecord>> {
  const byRecord = Map.groupBy(changes, keyOf);
  const marks = await selectMarks(
    deps,
    trx,
    [...byRecord.values()].flatMap(([row]) => (row ? [recordAt(row)] : [])),
  );
  const kept = new Map<string, ComparedRecord>();
  for (const [key, ofRecord] of byRecord) {
    const compared = ahead.get(key);
    if (compared?.mark === markOf(ofRecord, marks.get(key))) kept.set(key, compared);
  }
  return kept;
}

type ChangePlace = Pick<ChangeRow, "id" | "index_id" | "record_type" | "record_id">;

const keyOf = (row: ChangePlace) => indexRecordKey(recordAt(row));

/** What a record is compared by: its mark, and which of its changes are asked about. */
const markOf = (asked: readonly ChangePlace[], mark: string | undefined) =>
  [...asked.map(({ id }) => id).toSorted(), mark].join(" ");

async function selectMarks(
  { connection, service }: Deps,
  trx: Transaction,
  records: readonly RecordAt[],
): Promise<ReadonlyMap<string, string>> {
  const of = { connectionId: connection.id, standardIndex: service.profile.standardIndex };
  const marks = new Map<string, string>();
  await inSteps(records, async (some) => {
    for (const [key, mark] of await selectGroundMarks(trx, of, some)) marks.set(key, mark);
  });
  return marks;
}

/** What of these records a set has staged or live. */
async function selectOfSet(
  { connection }: Deps,
  trx: Transaction,
  { changeSetId, records }: { changeSetId: string; records: readonly RecordAt[] },
): Promise<ChangeRow[]> {
  const found: ChangeRow[] = [];
  for (const [indexId, ofIndex] of Map.groupBy(records, (record) => record.indexId)) {
    const ofRecords = { connectionId: connection.id, indexId, records: ofIndex.map(({ record }) => record) };
    found.push(...(await selectChangesOnRecords(trx, ofRecords)));
  }
  return found.filter((row) => row.change_set_id === changeSetId);
}
