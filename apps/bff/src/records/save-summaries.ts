import { createHash } from "node:crypto";
import { type JsonObject, meaningText, type Phone, phonesOf, type RecordKey, recordKey, shapeOf } from "@dc/directory";
import type { ComparedRecord, FreshReading } from "#/context/compared-record.ts";
import type { Deps } from "#/context/deps.ts";
import type { RecordsCompared } from "#/context/server-events.ts";
import {
  type KeptSummary,
  lockUnwritten,
  type RecordSummaryRow,
  refreshNeed,
  selectSummaries,
  toCountColumns,
  upsertSummaries,
} from "#/store/tables/records/record-summaries.ts";
import { todayOf } from "#/context/today.ts";
import { recordOf } from "#/store/sql/among-records.ts";
import { isAtRest } from "#/store/tables/changes/changes.ts";
import { transact } from "#/store/sql/transaction.ts";
import { searchablePhones } from "#/store/sql/phone-search.ts";
import { searchableNames } from "#/store/sql/search-text.ts";
import { refreshVerified } from "#/store/tables/records/verifications.ts";
import { json, jsonOrNull } from "#/store/sql/json.ts";
import { namesInEither } from "./names-in-either.ts";
import { selectRosterKeys } from "#/store/tables/directories/roster.ts";
import { fieldReading } from "#/upstream/records/field-reading.ts";
import { fitsProfile, nameOf, practitionerInFields, practitionerOf } from "#/upstream/records/to-domain.ts";

/**
 * Saves the counts of comparisons with the standard index for the lists; writes only changed rows. Resolves to true where others
 * were saved since the comparison began, which may know of later decisions: it is to be made again.
 */
export async function saveSummaries(
  deps: Deps,
  { indexId, compared, kept, verifiedNext = new Set() }: RecordsCompared,
): Promise<boolean> {
  const known = compared.filter(({ comparison }) => comparison.presence !== "not read");
  if (known.length === 0) return false;
  const connectionId = deps.connection.id;
  const { profile } = deps.service;
  const rows = known.map((compared) => {
    const { record, comparison, here, against, changes } = compared;
    const raw = here.raw ?? against.raw;
    return {
      connection_id: connectionId,
      index_id: indexId,
      record_type: record.type,
      record_id: record.id,
      practitioner_id:
        raw === null
          ? practitionerOfCreation(profile, record, changes)
          : practitionerOf(profile, record.type, record.id, raw),
      ...toCountColumns(comparison.counts),
      unknown: changes.filter(({ state }) => state === "unknown").length,
      at_rest: changes.filter(isAtRest).length,
      phones: searchablePhones(phonesIn(comparison), profile.defaultRegion),
      names: searchableNames(namesInEither(deps, compared)),
      effective: json(hashesOf(comparison, profile.defaultRegion)),
      compared_at: deps.clock.now(),
    };
  });
  return await saveMoved(deps, indexId, { rows, kept, verifiedNext });
}

/**
 * Saves by which phones and names the records of the standard index's own roster are found. They are compared with nothing, so all
 * their counts are none.
 */
export async function saveStandardPhones(deps: Deps, readings: readonly FreshReading[]): Promise<void> {
  const { connection, service, store } = deps;
  const { profile } = service;
  const ofStandard = readings.filter(({ indexId }) => indexId === profile.standardIndex);
  const place = { connectionId: connection.id, indexId: profile.standardIndex };
  const records = ofStandard.map(({ record }) => record);
  const kept = await selectSummaries(store.db, { ...place, records });
  const entries = await selectRosterKeys(store.db, { ...place, records });
  const rows = ofStandard
    .filter(({ record }) => entries.has(recordKey(record)))
    .map(({ record, raw }) => ({
      connection_id: place.connectionId,
      index_id: place.indexId,
      record_type: record.type,
      record_id: record.id,
      practitioner_id: raw === null ? null : practitionerOf(profile, record.type, record.id, raw),
      ...toCountColumns(noCounts),
      unknown: 0,
      at_rest: 0,
      phones: searchablePhones(raw === null ? [] : phonesInRaw(profile, record.type, raw), profile.defaultRegion),
      names: searchableNames(
        raw === null || !fitsProfile(profile, record.type, raw) ? [] : [nameOf(profile, record.type, raw) ?? []].flat(),
      ),
      compared_at: deps.clock.now(),
    }));
  await saveMoved(deps, place.indexId, { rows, kept, verifiedNext: new Set() });
}

const noCounts = { same: 0, ours: 0, "base moved": 0, conflict: 0, differs: 0, outside: 0, held: 0, drafts: 0 };

function phonesInRaw(profile: Deps["service"]["profile"], type: string, raw: JsonObject): Phone[] {
  if (!fitsProfile(profile, type, raw)) return [];
  return profile
    .meanings(type)
    .filter(({ kind, via }) => shapeOf(kind) === "keyed" && via.length === 0)
    .flatMap(({ name }) => phonesOf(fieldReading(profile, type, raw, name)) ?? []);
}

interface SavedRows {
  rows: readonly Counted[];
  kept: readonly KeptSummary[];
  verifiedNext: ReadonlySet<string>;
}

/** Writes the rows that say something else than before. Resolves to true where some are of somebody else by now, and were left. */
async function saveMoved(deps: Deps, indexId: string, { rows, kept, verifiedNext }: SavedRows): Promise<boolean> {
  const connectionId = deps.connection.id;
  const keptText = new Set(kept.map((row) => textOf(row)));
  const others = rows.filter((row) => !keptText.has(textOf(row)));
  if (others.length === 0) return false;
  return await transact(deps.store.db, async (trx) => {
    const moved = await lockUnwritten(trx, others, kept);
    if (moved.length === 0) return true;
    await upsertSummaries(trx, moved);
    await refreshNeed(trx, { connectionId, indexId, records: moved.map(recordOf) });
    // A draft changes counts alone.
    const saidBefore = new Set(kept.map((row) => textOf(row, said)));
    const records = moved
      .filter((row) => !saidBefore.has(textOf(row, said)))
      .map(recordOf)
      .filter((record) => !verifiedNext.has(recordKey(record)));
    if (indexId !== deps.service.profile.standardIndex)
      await refreshVerified(trx, { connectionId, indexId, records, today: todayOf(deps) });
    return moved.length < others.length;
  });
}

function practitionerOfCreation(
  profile: Deps["service"]["profile"],
  record: RecordKey,
  changes: ComparedRecord["changes"],
): string | null {
  if (record.type === "practitioner") return record.id;
  const creation = changes.findLast(({ operation }) => operation.op === "create")?.operation;
  return creation?.op === "create" ? practitionerInFields(profile, record.type, creation.fields) : null;
}

/** The phones that the record should have, by every meaning that is a list of phones. */
export function phonesIn({ fields }: ComparedRecord["comparison"]): Phone[] {
  return fields
    .filter(({ kind }) => shapeOf(kind) === "keyed")
    .flatMap(({ values: { effective } }) => (effective === null ? [] : (phonesOf(effective) ?? [])));
}

/** One hash of what all fields of a record effectively say. */
export function saidHash(hashes: { readonly [field: string]: string }): string {
  const sorted = Object.entries(hashes).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(sorted)).digest("base64url").slice(0, 16);
}

/** One hash of what these records effectively say; one of which nothing was ever read counts for nothing. */
export function saidHashOfAll(records: readonly (RecordKey & { effective: { [field: string]: string } })[]): string {
  const read = records.filter(({ effective }) => Object.keys(effective).length > 0);
  return saidHash(
    Object.fromEntries(read.map(({ type, id, effective }) => [recordKey({ type, id }), saidHash(effective)])),
  );
}

/** A hash of what each field effectively says; one that was never read has none. */
export function hashesOf({ fields }: ComparedRecord["comparison"], region: string): { [field: string]: string } {
  return Object.fromEntries(
    fields.flatMap(({ key, kind, values: { effective } }) =>
      effective === null
        ? []
        : [
            [
              key,
              createHash("sha256")
                .update(meaningText(kind, effective, region))
                .digest("base64url")
                .slice(0, 16),
            ],
          ],
    ),
  );
}

type Counted = Parameters<typeof upsertSummaries>[1][number];

const compared = [
  "record_type",
  "record_id",
  "practitioner_id",
  "same",
  "ours",
  "base_moved",
  "conflict",
  "differs",
  "outside",
  "held",
  "drafts",
  "unknown",
  "at_rest",
  "phones",
  "names",
  "effective",
] as const satisfies readonly (keyof Counted)[];

/** Whose record it is, and what it says, on which verifications rest. */
const said = ["record_type", "record_id", "practitioner_id", "effective"] as const;

function textOf(row: Counted | RecordSummaryRow, names: readonly (keyof Counted)[] = compared): string {
  return JSON.stringify(
    names.map((name) => (typeof row[name] === "object" ? jsonOrNull(row[name]) : (row[name] ?? null))),
  );
}
