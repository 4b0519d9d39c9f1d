import type { SearchQuery, SearchResults } from "@dc/contract";
import type { RequestContext } from "#/context.ts";
import { describeChangeSets } from "#/operations/change-sets/describe.ts";
import { searchChangeSets, searchIndexVersions, searchRecords } from "#/store/search.ts";

/** What the palette finds among what this console has seen. */
export async function search(
  { connection, deps }: RequestContext,
  { q, indexId }: SearchQuery,
): Promise<SearchResults> {
  const { db } = deps.store;
  const wanted = { connectionId: connection.id, q, indexId };
  const indexVersions = await searchIndexVersions(db, wanted);
  const practitioners = await searchRecords(db, wanted, "practitioner");
  const schedules = await searchRecords(db, wanted, "schedule");
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
    changeSets: changeSets.map(({ id, name, state }) => ({ id, name, state })),
  };
}
