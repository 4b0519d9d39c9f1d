import { setImmediate as nextTurn } from "node:timers/promises";
import { indexRecordKey } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { inSteps } from "#/runtime/in-steps.ts";
import { type RecordAt, recordAt } from "#/store/sql/among-records.ts";
import { readConsistently, type Transaction } from "#/store/sql/transaction.ts";
import {
  type ChangeRow,
  type ReadAhead,
  readAhead,
  selectChangesByIds,
  selectChangesOnRecords,
} from "#/store/tables/changes/changes.ts";
import {
  endingOf,
  selectGroundMarks,
  selectGroundMarksOfSet,
  selectRecordsOfSet,
} from "#/store/tables/changes/ground-marks.ts";
import { type ComparedGround, compareGrounds } from "./ground.ts";

/** So many changes are compared before other work has its turn; those of one record together. */
const COMPARED_AT_ONCE = 200;

/** What the changes of a record of one set were compared with, and the mark of all that this stands on. */
interface ComparedRecord extends RecordAt {
  mark: bigint;
  /** The ids of the changes that were compared. */
  asked: ReadonlySet<string>;
  byId: ReadonlyMap<string, ComparedGround>;
}

/** A set as it was read, and by `indexRecordKey` what its changes were compared with. */
export interface ComparedAhead {
  read: ReadAhead;
  records: ReadonlyMap<string, ComparedRecord>;
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
  const read = await readAhead(db, changeSetId, async () => {
    const all: ChangeRow[] = [];
    for (const some of steps(await selectRecordsOfSet(db, changeSetId))) {
      await readConsistently(db, async (trx) => {
        const rows = await selectOfSet(deps, trx, { changeSetId, records: some });
        const marks = await selectMarks(deps, trx, some);
        const chosen = choose(rows);
        const { byId } = await compareGrounds(deps, trx, chosen);
        const chosenOf = Map.groupBy(chosen, keyOf);
        for (const { indexId, record } of some) {
          const key = indexRecordKey({ indexId, record });
          const asked = new Set(chosenOf.get(key)?.map(({ id }) => id));
          records.set(key, { indexId, record, mark: marks.get(key) ?? 0n, asked, byId });
        }
        all.push(...rows);
      });
      await nextTurn();
    }
    return all;
  });
  return { read, records };
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
  const kept = await keptOf(deps, trx, rows, ahead);
  const anew = await compareGrounds(
    deps,
    trx,
    rows.filter((row) => !kept.has(keyOf(row))),
  );
  const byId = new Map<string, ComparedGround>();
  for (const row of rows) {
    const compared = (kept.get(keyOf(row)) ?? anew).byId.get(row.id);
    if (compared !== undefined) byId.set(row.id, compared.row === row ? compared : { ...compared, row });
  }
  return byId;
}

/** What these changes were compared with ahead. */
export function comparedOf(rows: readonly ChangeRow[], ahead: ComparedAhead): ComparedGround[] {
  return rows.flatMap((row) => ahead.records.get(keyOf(row))?.byId.get(row.id) ?? []);
}

/** As `compareAgain`, in no order, where of the changes only this is known: those that are compared anew are read. */
export async function compareAgainUnread(
  deps: Deps,
  trx: Transaction,
  changes: readonly ChangePlace[],
  ahead: ComparedAhead | null,
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

/** What was compared ahead of the records of which nothing is another since, where the same of their changes are asked about. */
async function keptOf(
  deps: Deps,
  trx: Transaction,
  changes: readonly ChangePlace[],
  ahead: ComparedAhead | null,
): Promise<ReadonlyMap<string, ComparedRecord>> {
  const kept = new Map<string, ComparedRecord>();
  if (ahead === null) return kept;
  for (const [key, ofRecord] of Map.groupBy(changes, keyOf)) {
    const compared = ahead.records.get(key);
    if (compared?.asked.size === ofRecord.length && ofRecord.every(({ id }) => compared.asked.has(id)))
      kept.set(key, compared);
  }
  const unchanged = await unchangedEndings(deps, trx, ahead, kept.size);
  const doubtful = [...kept].filter(([, { record }]) => !unchanged.has(endingOf(record.id)));
  const marks = await selectMarks(
    deps,
    trx,
    doubtful.map(([, compared]) => compared),
  );
  for (const [key, { mark }] of doubtful) if (marks.get(key) !== mark) kept.delete(key);
  return kept;
}

/** The last characters of those ids of the set of which no record is another since; none where few records are asked about. */
async function unchangedEndings(
  deps: Deps,
  trx: Transaction,
  { read, records }: ComparedAhead,
  asked: number,
): Promise<ReadonlySet<string>> {
  if (asked < records.size / 2) return new Set();
  const before = new Map<string, bigint>();
  for (const { record, mark } of records.values()) {
    const ending = endingOf(record.id);
    before.set(ending, (before.get(ending) ?? 0n) ^ mark);
  }
  const now = await selectGroundMarksOfSet(trx, markedIn(deps), read.changeSetId);
  return new Set([...before].flatMap(([ending, mark]) => (now.get(ending) === mark ? [ending] : [])));
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
