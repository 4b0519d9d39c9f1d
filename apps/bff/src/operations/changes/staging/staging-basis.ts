import {
  type Change,
  effectivePresence,
  indexRecordKey,
  type JsonObject,
  type Reading,
  type RecordKey,
} from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { OperationError, operationError } from "#/runtime/errors.ts";
import type { RecordReading } from "#/context/compared-record.ts";
import { copiedAt } from "#/records/refresh-comparisons.ts";
import { type ReadRequest, refreshReadings } from "#/records/refresh-readings.ts";
import { isProvisional } from "#/store/tables/records/assigned-ids.ts";
import { fieldReading } from "#/upstream/records/field-reading.ts";

/** What a change is staged against: the record as last read here and in the standard index. */
export interface StagingBasis {
  record: RecordKey;
  here: RecordReading;
  base: RecordReading;
}

/** A record with changes to be staged. */
export interface StagedRecord {
  record: RecordKey;
  /** Whether the author of every change stated the value seen there; otherwise it is read again. */
  isBaseSeen: boolean;
  isIndexSeen: boolean;
}

/**
 * Reads at once what was never read, and each index where no seen value was stated. Refused if the service cannot answer
 * now.
 */
export async function gatherStagingBases(
  deps: Deps,
  indexId: string,
  records: readonly StagedRecord[],
): Promise<StagingBasis[]> {
  const { standardIndex } = deps.service.profile;
  const kept = records.filter(({ record }) => !isProvisional(record));
  const notBefore = await copiedAt(deps, indexId);
  const readings = await refreshReadings(deps, [
    ...kept.map(({ record, isIndexSeen }): ReadRequest => ({
      indexId,
      ...record,
      // What changes nothing is dropped, and an older reading does not tell whether it does.
      maxAge: isIndexSeen ? "any" : 0,
    })),
    ...kept.map(({ record, isBaseSeen }): ReadRequest => ({
      indexId: standardIndex,
      ...record,
      maxAge: isBaseSeen ? "any" : 0,
      notBefore,
    })),
  ]);
  const refused = readings.find(({ state, failed, indexId: index }) => {
    if (state === "not read") return true;
    // An older reading of base replaces a failed one only if the author saw it.
    return index === standardIndex && failed !== null;
  });
  if (refused !== undefined) throw notRead(refused);
  const readingOf = new Map(readings.map((reading) => [indexRecordKey(reading), reading]));
  const readingIn = (index: string, record: RecordKey) =>
    readingOf.get(indexRecordKey({ indexId: index, record })) ?? neverThere(index, record);
  return records.map(({ record }) => ({
    record,
    here: readingIn(indexId, record),
    base: readingIn(standardIndex, record),
  }));
}

function neverThere(indexId: string, record: RecordKey): RecordReading {
  return {
    indexId,
    record,
    state: "missing",
    raw: null,
    contentHash: null,
    fetchedAt: null,
    stale: false,
    status: null,
    durationMs: null,
    requestId: null,
    failed: null,
  };
}

/** Refuses to decide by readings from before, where these are to be of now. */
export function refuseUnread(readings: readonly RecordReading[]): void {
  const refused = readings.find(({ state, failed }) => state === "not read" || failed !== null);
  if (refused !== undefined) throw notRead(refused);
}

function notRead({ failed, record, indexId }: RecordReading): OperationError {
  const unread = operationError("service_unreachable", "record", { ...record, indexId });
  if (failed === null) return unread;
  const code =
    failed.code === "service_timeout" ||
    failed.code === "service_paused" ||
    failed.code === "service_refused" ||
    failed.code === "service_answer_invalid"
      ? failed.code
      : "service_unreachable";
  return new OperationError(code, `${unread.message} ${failed.detail}`, { service: failed.words });
}

export function baseReading(deps: Deps, { base, record }: StagingBasis, field: string): Reading {
  return saidBy(deps, base, { type: record.type, field });
}

export function hereReading(deps: Deps, { here, record }: StagingBasis, field: string): Reading {
  return saidBy(deps, here, { type: record.type, field });
}

const said = new WeakMap<RecordReading, Map<string, Reading>>();

/** What a reading says of a field, taken from its record once for all checks of all changes. */
function saidBy(deps: Deps, reading: RecordReading, { type, field }: { type: string; field: string }): Reading {
  const ofFields = said.get(reading) ?? new Map<string, Reading>();
  said.set(reading, ofFields);
  const known = ofFields.get(field) ?? fieldReading(deps.service.profile, type, reading.raw, field);
  ofFields.set(field, known);
  return known;
}

/** Whether the directory has the record, including drafts, so that fields of a record to be created can be staged. */
export function existsFor({ here }: StagingBasis, changes: readonly Change[]): boolean {
  const creates = changes.some(({ operation, state }) => operation.op === "create" && state === "draft");
  return creates || effectivePresence(here.state === "found" ? "present" : "missing", changes) === "present";
}

/** The raw record into which a value is written. */
export function rawOf({ here }: StagingBasis): JsonObject {
  return here.raw ?? {};
}
