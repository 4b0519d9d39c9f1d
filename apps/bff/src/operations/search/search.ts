import type { SearchQuery, SearchResults } from "@dc/contract";
import { indexRecordKey, recordKey } from "@dc/directory";
import type { RequestContext } from "#/context/deps.ts";
import { describeChangeSets } from "#/operations/change-sets/internal/describe-change-sets.ts";
import { recordAt } from "#/store/sql/among-records.ts";
import { selectSomePractitioner } from "#/store/tables/record-references.ts";
import { searchChangeSets, searchIndexVersions, searchRecords } from "#/store/tables/search.ts";

/** Searches everything that this console knows, for the command palette. */
export async function search(
  { connection, deps }: RequestContext,
  { q, indexId }: SearchQuery,
): Promise<SearchResults> {
  const { db } = deps.store;
  const wanted = { connectionId: connection.id, q, indexId };
  const indexVersions = await searchIndexVersions(db, wanted);
  const practitioners = await searchRecords(db, wanted, ["practitioner"]);
  const schedules = await searchRecords(db, wanted, ["schedule"]);
  const types = deps.service.profile.recordTypes.filter((type) => type !== "practitioner" && type !== "schedule");
  const related = types.length === 0 ? [] : await searchRecords(db, wanted, types);
  const practitionerOf = await practitionersByIndex(db, connection.id, related);
  const changeSets = await describeChangeSets(db, await searchChangeSets(db, wanted));
  return {
    indexVersions: indexVersions.map(({ id, label, referrer_name }) => ({ id, name: label, referrer: referrer_name })),
    practitioners: practitioners.map((row) => ({
      indexId: row.index_id,
      indexName: row.label,
      id: row.record_id,
      name: row.name,
    })),
    schedules: schedules.map((row) => ({
      indexId: row.index_id,
      indexName: row.label,
      id: row.record_id,
      name: row.name,
      practitionerId: row.practitioner_id,
    })),
    related: related.map((row) => ({
      indexId: row.index_id,
      indexName: row.label,
      record: { type: row.record_type, id: row.record_id },
      name: row.name,
      practitionerId: practitionerOf.get(indexRecordKey(recordAt(row))) ?? null,
    })),
    changeSets: changeSets.map(({ id, name, state }) => ({ id, name, state })),
  };
}

/** A practitioner affected by each of these shared records, on whose page the record is shown. */
async function practitionersByIndex(
  db: RequestContext["deps"]["store"]["db"],
  connectionId: string,
  rows: readonly { index_id: string; record_type: string; record_id: string }[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const [indexId, ofIndex] of Map.groupBy(rows, (row) => row.index_id)) {
    const records = ofIndex.map((row) => ({ type: row.record_type, id: row.record_id }));
    const practitioners = await selectSomePractitioner(db, { connectionId, indexId, records });
    for (const record of records) {
      const id = practitioners.get(recordKey(record));
      if (id !== undefined) found.set(indexRecordKey({ indexId, record }), id);
    }
  }
  return found;
}
