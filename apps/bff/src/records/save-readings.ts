import { indexRecordKey, type JsonObject, type RecordKey, recordKey } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { effectiveRecordNames, type RecordNames, saveNamesOfOthers } from "./effective-names.ts";
import { insertSeenPlans } from "#/store/tables/connections/plans.ts";
import {
  insertOriginals,
  lockReadings,
  type ReadingRow,
  touchReadings,
  upsertReadings,
} from "#/store/tables/records/readings.ts";
import { replaceReferences } from "#/store/tables/records/record-references.ts";
import { selectUnnamedEntries, updateSeenEntries } from "#/store/tables/directories/roster.ts";
import { selectOrigins } from "#/store/tables/directories/index-versions.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import type { FetchedRecord } from "#/upstream/records/fetch-record.ts";
import { namesFurtherRecords, referencesIn } from "#/upstream/records/references.ts";
import { planIdsIn } from "#/upstream/records/set-members.ts";
import { practitionerOf } from "#/upstream/records/to-domain.ts";

export interface AnsweredRead {
  indexId: string;
  record: RecordKey;
  fetched: Exclude<FetchedRecord, { outcome: "failed" }>;
  /** Its roster entry is updated by who asked, with what follows from the reading. */
  leavesEntry?: boolean;
}

/**
 * Saves answers of the service: the latest reading, the original if it is the first, names and last seen on the
 * roster, and the plan ids. If an answer equals the stored one, only its time is updated, and its entry is named where no
 * reading did; if it differs in ignored fields alone, nothing else follows from it.
 */
export async function saveReadings(
  deps: Deps,
  trx: Transaction,
  reads: readonly AnsweredRead[],
  kept: ReadonlyMap<string, ReadingRow>,
): Promise<void> {
  if (reads.length === 0) return;
  const { connection, service } = deps;
  const { profile } = service;
  const rows = reads.map(rowOf);
  const isSame = (row: (typeof rows)[number]) => {
    const before = kept.get(indexRecordKey(row));
    return (
      before !== undefined &&
      before.state === row.state &&
      before.content_hash === row.content_hash &&
      before.profile_hash === profile.hash
    );
  };
  const moved = rows.filter((row) => !isSame(row));

  // Nobody else writes meanwhile in the embedded store.
  if (rows.length > 1 && deps.store.kind !== "embedded") await lockReadings(trx, connection.id, rows);
  const isAsKept = (row: (typeof rows)[number]) =>
    isSame(row) && kept.get(indexRecordKey(row))?.raw_text === row.rawText;
  await touchReadings(trx, connection.id, rows.filter(isAsKept));
  const written = rows.filter((row) => !isAsKept(row));
  await upsertReadings(
    trx,
    written.map((row) => ({
      ...keyOf(deps, row),
      state: row.state,
      raw_text: row.rawText,
      content_hash: row.content_hash,
      profile_hash: profile.hash,
      fetched_at: row.fetchedAt,
      request_id: row.requestId,
      status: row.status,
      duration_ms: row.durationMs,
    })),
  );
  const first = moved.filter((row) => row.indexId !== profile.standardIndex && !kept.has(indexRecordKey(row)));
  const origins = await selectOrigins(trx, connection.id, [...new Set(first.map((row) => row.indexId))]);
  await insertOriginals(
    trx,
    first.map((row) => ({
      ...keyOf(deps, row),
      state: row.state,
      raw_text: row.rawText,
      provenance: origins.get(row.indexId) === "created" ? ("observed" as const) : ("presumed" as const),
      profile_hash: profile.hash,
      fetched_at: row.fetchedAt,
    })),
  );
  const unnamed = await selectUnnamedEntries(trx, connection.id, rows.filter(isSame));
  const renamed = rows.filter((row) => !isSame(row) || unnamed.has(indexRecordKey(row)));
  const names = new Map<string, RecordNames>();
  for (const [indexId, ofIndex] of Map.groupBy(renamed, (row) => row.indexId)) {
    const ofSame = rows.filter((row) => row.indexId === indexId);
    const read = new Map(ofSame.map(({ record, raw }) => [recordKey(record), raw]));
    const records = ofIndex.map(({ record }) => record);
    const found = await effectiveRecordNames(deps, trx, { indexId, records }, { read });
    for (const record of records) {
      const named = found.get(recordKey(record));
      if (named !== undefined) names.set(indexRecordKey({ indexId, record }), named);
    }
  }
  await updateSeenEntries(
    trx,
    connection.id,
    rows.filter((_, at) => reads[at]?.leavesEntry !== true).map(seenOf(deps, names)),
  );
  await saveReferences(deps, trx, moved);
  for (const [indexId, ofIndex] of Map.groupBy(moved, (row) => row.indexId))
    await saveNamesOfOthers(deps, trx, { indexId, records: ofIndex.map(({ record }) => record) });
  await insertSeenPlans(trx, connection.id, [
    ...new Set(moved.flatMap((row) => (row.raw === null ? [] : planIdsIn(profile, row.record.type, row.raw)))),
  ]);
}

/** Saves which records these name. */
async function saveReferences(
  { connection, service: { profile } }: Deps,
  trx: Transaction,
  moved: readonly KeptRow[],
): Promise<void> {
  const naming = moved
    .filter(({ record }) => namesFurtherRecords(profile, record.type))
    .map(({ indexId, record, raw }) => ({
      indexId,
      record,
      references: raw === null ? [] : referencesIn(profile, record.type, raw),
    }));
  await replaceReferences(trx, connection.id, naming);
}

interface KeptRow {
  indexId: string;
  record: RecordKey;
  state: "found" | "missing";
  raw: JsonObject | null;
  rawText: string | null;
  content_hash: string | null;
  fetchedAt: Date;
  requestId: string | null;
  status: number | null;
  durationMs: number | null;
  words: Extract<FetchedRecord, { outcome: "missing" }>["words"] | null;
}

function rowOf({ indexId, record, fetched }: AnsweredRead): KeptRow {
  if (fetched.outcome === "missing") {
    const { words, at } = fetched;
    return {
      indexId,
      record,
      state: "missing",
      raw: null,
      rawText: null,
      content_hash: null,
      fetchedAt: at,
      requestId: words.requestId,
      status: words.status,
      durationMs: null,
      words,
    };
  }
  const { raw, contentHash, fetchedAt, requestId, status, durationMs } = fetched.record;
  return {
    indexId,
    record,
    state: "found",
    raw,
    rawText: JSON.stringify(raw),
    content_hash: contentHash,
    fetchedAt: new Date(fetchedAt),
    requestId,
    status,
    durationMs,
    words: null,
  };
}

function keyOf({ connection }: Deps, { indexId, record }: KeptRow) {
  return { connection_id: connection.id, index_id: indexId, record_type: record.type, record_id: record.id };
}

const unnamed: RecordNames = { name: null, preferredName: null };

function seenOf({ service: { profile } }: Deps, names: ReadonlyMap<string, RecordNames>) {
  return ({ indexId, record, state, raw, words, fetchedAt }: KeptRow) => ({
    indexId,
    record,
    state,
    ...(raw === null ? unnamed : (names.get(indexRecordKey({ indexId, record })) ?? unnamed)),
    practitionerId: raw === null ? null : practitionerOf(profile, record.type, record.id, raw),
    words,
    failure: null,
    seenAt: fetchedAt,
  });
}
