import type { RecordKey } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { parseStored } from "#/store/sql/json.ts";
import type { ChangeRow } from "#/store/tables/changes/changes.ts";
import { type ReadingRow, selectReadings, selectSiblings } from "#/store/tables/records/readings.ts";
import { fieldReading } from "#/upstream/records/field-reading.ts";
import {
  canShowLeak,
  equalIn,
  type IntendedField,
  type IndexMovement,
  movedBetween,
  nowhere,
  siblingOfNewRecord,
  type SiblingReading,
} from "./other-indices.ts";
import type { RefetchedRecord } from "#/records/refetch-record.ts";

/**
 * The record in the standard index just before sending; null if a later reading has replaced it. What base did not have is known
 * without a reading.
 */
export async function baseBeforeSending(deps: Deps, change: ChangeRow): Promise<RefetchedRecord | null> {
  if (change.base_hash_before === null) return nowhere;
  const row = await selectKeptReading(deps, deps.service.profile.standardIndex, recordOf(change));
  return row?.content_hash === change.base_hash_before ? toRefetchedRecord(row) : null;
}

/** Another index as it was before sending; null if none was read, or it was read again since. */
export async function siblingBeforeSending(
  deps: Deps,
  change: ChangeRow,
  fields: readonly IntendedField[],
): Promise<SiblingReading | null> {
  const { index_id: indexId, sent_at: readBy } = change;
  if (readBy === null) return null;
  const record = recordOf(change);
  if (change.operation.op === "create") return await siblingOfNewRecord(deps, indexId, record);
  const place = { connectionId: deps.connection.id, indexId, record, readBy, since: readBy, limit: 1 };
  const [id] = await selectSiblings(deps.store.db, place);
  const row = id === undefined ? undefined : await selectKeptReading(deps, id, record);
  if (id === undefined || row === undefined) return null;
  const before = toRefetchedRecord(row);
  return canShowLeak(deps, record.type, before, fields) ? { indexId: id, before, since: readBy } : null;
}

/**
 * Whether the standard index moved during sending. If that reading is gone, its stored hash shows whether base moved,
 * and the values that the authors saw show whether base took our value.
 */
export function baseMovedSince(
  deps: Deps,
  changes: readonly ChangeRow[],
  { before, now, fields }: { before: RefetchedRecord | null; now: RefetchedRecord; fields: readonly IntendedField[] },
): IndexMovement | null {
  const [first] = changes;
  if (first === undefined) return null;
  if (before !== null) return movedBetween(deps, first.record_type, before, now, fields);
  if (now.outcome === "failed" || first.base_hash_before === null) return null;
  if (now.contentHash === first.base_hash_before) return "none";
  const { profile } = deps.service;
  const took = changes.some(({ field, kind, intended, base_seen: seen }) => {
    // A record that is missing from the index and from base existed before if its hash is known.
    if (field === null) return intended !== null && "absent" in intended && now.raw === null;
    if (kind === null || intended === null || seen === null) return false;
    const is = fieldReading(profile, first.record_type, now.raw, field);
    return equalIn(profile, kind, is, intended) && !equalIn(profile, kind, seen, intended);
  });
  return took ? "ours" : "own";
}

async function selectKeptReading(deps: Deps, indexId: string, record: RecordKey): Promise<ReadingRow | undefined> {
  const [row] = await selectReadings(deps.store.db, deps.connection.id, [{ indexId, record }]);
  return row;
}

function toRefetchedRecord({
  raw_text: text,
  content_hash: contentHash,
  request_id: requestId,
}: ReadingRow): RefetchedRecord {
  return { outcome: "read", raw: text === null ? null : parseStored(text), text: null, contentHash, requestId };
}

function recordOf(change: ChangeRow): RecordKey {
  return { type: change.record_type, id: change.record_id };
}
