import { setImmediate as nextTurn } from "node:timers/promises";
import { indexRecordKey, type RecordKey, recordKey } from "@dc/directory";
import type { ComparedRecord, RecordReading } from "#/context/compared-record.ts";
import type { Deps } from "#/context/deps.ts";
import { recordOf } from "#/store/sql/among-records.ts";
import { isFollowing, selectChangesOnRecords, selectLiveOnRecords } from "#/store/tables/changes/changes.ts";
import { selectFieldMemories } from "#/store/tables/records/known-values.ts";
import { selectOriginals } from "#/store/tables/records/readings.ts";
import { byKey, compareSides } from "./compare-sides.ts";
import { type Baselines, fieldKeyOf, moveBaselinesBy } from "./moved-baselines.ts";

/** So many records are compared before other work has its turn. */
const AT_ONCE = 25;

export interface Comparison {
  indexId: string;
  againstId: string;
  records: readonly RecordKey[];
  /** Of each record, in both indices. */
  readings: readonly RecordReading[];
  /** Keys of the records whose readings were made in turn, so that a difference from a base that is followed stands. */
  confirmed?: ReadonlySet<string>;
}

/** Compares readings of records in two indices, with O, L, K, changes and drafts from the store. Writes nothing. */
export async function compareRecords(
  deps: Deps,
  { indexId, againstId, records, readings, confirmed }: Comparison,
): Promise<ComparedRecord[]> {
  const { db } = deps.store;
  const connectionId = deps.connection.id;
  const isAgainstStandard = againstId === deps.service.profile.standardIndex;
  const isSame = againstId === indexId;
  const readingOf = byKey(readings, indexRecordKey);
  const recordsOfIndex = isSame ? [] : records;
  const there = isSame || isAgainstStandard ? [] : records;
  const [originals, memories, changes, changesThere] = await Promise.all([
    selectOriginals(
      db,
      connectionId,
      recordsOfIndex.map((record) => ({ indexId, record })),
    ),
    selectFieldMemories(db, { connectionId, indexId, records: recordsOfIndex }),
    selectChangesOnRecords(db, { connectionId, indexId, records: recordsOfIndex }),
    selectLiveOnRecords(db, { connectionId, indexId: againstId, records: there }),
  ]);
  const baselines: Baselines = new Map(memories.map((row) => [fieldKeyOf(row), row.baseline]));
  const following = changes.filter(isFollowing);
  moveBaselinesBy(deps, baselines, following, originals);
  const originalOf = byKey(originals, keyOfRow);
  const memoriesOf = Map.groupBy(memories, keyOfRow);
  const changesOf = Map.groupBy(changes, keyOfRow);
  const changesThereOf = Map.groupBy(changesThere, ({ record }) => recordKey(record));

  const compared: ComparedRecord[] = [];
  for (const [index, record] of records.entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) await nextTurn();
    const key = recordKey(record);
    const hereReading = readingOf.get(indexRecordKey({ indexId, record }));
    const against = readingOf.get(indexRecordKey({ indexId: againstId, record }));
    if (hereReading === undefined || against === undefined) continue;
    const parts = {
      record,
      here: hereReading,
      against,
      original: originalOf.get(key) ?? null,
      memories: memoriesOf.get(key) ?? [],
      baselineOf: (field: string) =>
        baselines.get(fieldKeyOf({ index_id: indexId, record_type: record.type, record_id: record.id, field })) ?? null,
      changes: changesOf.get(key) ?? [],
      changesAgainst: changesThereOf.get(key) ?? [],
    };
    compared.push(compareSides(deps, parts, { isAgainstStandard, isConfirmed: confirmed?.has(key) === true }));
  }
  return compared;
}

function keyOfRow(row: { record_type: string; record_id: string }): string {
  return recordKey(recordOf(row));
}
