import { indexRecordKey, type JsonObject, type RecordKey } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { insertSeenPlans } from "#/store/tables/plans.ts";
import {
  insertOriginals,
  type ReadingRow,
  selectReadings,
  touchReadings,
  upsertReadings,
} from "#/store/tables/readings.ts";
import { updateBorrowedNames, replaceReferences } from "#/store/tables/record-references.ts";
import { updateSeenEntries } from "#/store/tables/roster.ts";
import { selectOrigins } from "#/store/tables/index-versions.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import { storedText } from "#/store/sql/stored-text.ts";
import type { FetchedRecord } from "#/upstream/fetch-record.ts";
import { heldName, namesFurtherRecords, referencesIn } from "#/upstream/references.ts";
import type { ServiceProfile } from "#/upstream/service.ts";
import { parseStored } from "#/store/sql/json.ts";
import { planIdsIn } from "#/upstream/set-members.ts";
import { fitsProfile, nameOf, practitionerOf } from "#/upstream/to-domain.ts";

export interface AnsweredRead {
  indexId: string;
  record: RecordKey;
  fetched: Exclude<FetchedRecord, { outcome: "failed" }>;
}

/**
 * Saves answers of the service: the latest reading, the original if it is the first, names and last seen on the
 * roster, and the plan ids. If an answer equals the stored one, only its time is updated.
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
  const rows = reads.map((read) => rowOf(deps, read));
  const isSame = (row: (typeof rows)[number]) => {
    const before = kept.get(indexRecordKey(row));
    return (
      before !== undefined &&
      before.state === row.state &&
      before.content_hash === row.content_hash &&
      before.profile_hash === profile.hash
    );
  };
  const same = rows.filter(isSame);
  const moved = rows.filter((row) => !isSame(row));

  for (const [at, sameTime] of Map.groupBy(same, (row) => row.fetchedAt.getTime()))
    await touchReadings(trx, connection.id, sameTime, new Date(at));
  await upsertReadings(
    trx,
    moved.map((row) => ({
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
  await updateSeenEntries(trx, connection.id, rows.map(seenOf(deps)));
  await saveReferences(deps, trx, rows, moved);
  await insertSeenPlans(trx, connection.id, [
    ...new Set(moved.flatMap((row) => (row.raw === null ? [] : planIdsIn(profile, row.record.type, row.raw)))),
  ]);
}

/** Saves which records these name, and the names that they hold for others. */
async function saveReferences(
  { connection, service: { profile } }: Deps,
  trx: Transaction,
  rows: readonly KeptRow[],
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
  for (const type of profile.recordTypes) {
    const held = heldName(profile, type);
    const [meaning] = held?.via ?? [];
    if (held === null || meaning === undefined || held.via.length > 1) continue;
    const concerned = rows.filter(({ record }) => record.type === type || record.type === held.type);
    for (const [indexId, ofIndex] of Map.groupBy(concerned, (row) => row.indexId)) {
      const targets = ofIndex.flatMap(({ record, raw }) =>
        record.type === held.type
          ? [record]
          : raw === null
            ? []
            : referencesIn(profile, type, raw).flatMap((named) => (named.meaning === meaning ? [named.target] : [])),
      );
      const readings = await selectReadings(
        trx,
        connection.id,
        targets.map((record) => ({ indexId, record })),
      );
      const names = readings.flatMap((row) => {
        const name = row.raw_text === null ? null : heldNameIn(profile, held, parseStored(row.raw_text));
        return name === null ? [] : [{ target: { type: row.record_type, id: row.record_id }, name: storedText(name) }];
      });
      await updateBorrowedNames(trx, { connectionId: connection.id, indexId, type, meaning, names });
    }
  }
}

function heldNameIn(profile: ServiceProfile, held: { type: string; meaning: string }, raw: JsonObject): string | null {
  if (!fitsProfile(profile, held.type, raw)) return null;
  const reading = profile.decode(held.type, raw)[held.meaning];
  const name = reading !== undefined && "value" in reading ? reading.value : null;
  return typeof name === "string" && name.trim() !== "" ? name : null;
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

function rowOf(_deps: Deps, { indexId, record, fetched }: AnsweredRead): KeptRow {
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

function seenOf({ service: { profile } }: Deps) {
  return ({ indexId, record, state, raw, words, fetchedAt }: KeptRow) => ({
    indexId,
    record,
    state,
    name: raw === null ? null : nameOf(profile, record.type, raw),
    practitionerId: raw === null ? null : practitionerOf(profile, record.type, record.id, raw),
    words,
    failure: null,
    seenAt: fetchedAt,
  });
}
