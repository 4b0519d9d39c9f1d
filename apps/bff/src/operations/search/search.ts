import type { SearchQuery, SearchResults } from "@dc/contract";
import { indexRecordKey, recordKey } from "@dc/directory";
import type { RequestContext } from "#/context/deps.ts";
import { reachIn } from "#/context/reach.ts";
import { describeChangeSets } from "#/views/describe-change-sets.ts";
import { recordAt } from "#/store/sql/among-records.ts";
import { askedDigits } from "#/store/sql/phone-search.ts";
import { selectSomePractitioner } from "#/store/tables/records/record-references.ts";
import {
  type FoundEntry,
  searchChangeSets,
  searchIndexVersions,
  searchRecords,
} from "#/store/tables/directories/search.ts";
import { selectPlanPage } from "#/store/tables/connections/plans.ts";
import { selectPeople } from "#/store/tables/people/people.ts";
import { findByPhone } from "./find-by-phone.ts";

const MOST = 8;

/** Searches everything that this console knows, for the command palette. */
export async function search(context: RequestContext, { q, indexId, near }: SearchQuery): Promise<SearchResults> {
  const { connection, deps } = context;
  const { db } = deps.store;
  const wanted = { connectionId: connection.id, q, indexId, near };
  const digits = askedDigits(q, deps.service.profile.defaultRegion);
  const indexVersions = await searchIndexVersions(db, wanted);
  const practitioners = await searchRecords(db, wanted, ["practitioner"]);
  const byPhone = digits === null ? [] : await findByPhone(db, { ...wanted, digits });
  const schedules = await searchRecords(db, wanted, ["schedule"]);
  const types = deps.service.profile.recordTypes.filter((type) => type !== "practitioner" && type !== "schedule");
  const related = types.length === 0 ? [] : firstOfEach(await searchRecords(db, wanted, types));
  const practitionerOf = await practitionersByIndex(db, connection.id, related);
  const page = { q, cursor: undefined, limit: MOST };
  const plans = (await selectPlanPage(db, connection.id, page)).rows.slice(0, MOST);
  const seesPeople = context.actor.kind === "person" && reachIn(context, "people") === "all";
  const people = seesPeople ? await selectPeople(deps.wholeStore.db, { q, after: null, limit: MOST }) : [];
  const changeSets = await describeChangeSets(deps, db, await searchChangeSets(db, wanted));
  return {
    indexVersions: indexVersions.map((row) => ({
      id: row.id,
      name: row.label,
      referrer: row.referrer_name,
      referrerPractitionerId: row.referrer_practitioner_id,
    })),
    practitioners: [
      ...byRecord(practitioners).map(({ record: { record_id: id, name }, ...match }) => ({
        id,
        name,
        phone: null,
        ...match,
      })),
      ...byPhone,
    ],
    schedules: byRecord(schedules).map(
      ({ record: { record_id: id, name, practitioner_id: practitionerId }, ...match }) => ({
        id,
        name,
        practitionerId,
        ...match,
      }),
    ),
    related: related.map((row) => ({
      indexId: row.index_id,
      indexName: row.label,
      record: { type: row.record_type, id: row.record_id },
      name: row.name,
      practitionerId: practitionerOf.get(indexRecordKey(recordAt(row))) ?? null,
    })),
    plans: plans.map(({ id, name, payer }) => ({ id, name, payer })),
    changeSets: changeSets.map(({ id, name, state }) => ({ id, name, state })),
    people: people.slice(0, MOST).map(({ id, name, email }) => ({ id, name, email })),
  };
}

function byRecord(entries: readonly FoundEntry[]) {
  return [
    ...Map.groupBy(entries, (entry) => recordKey({ type: entry.record_type, id: entry.record_id })).values(),
  ].flatMap((same) =>
    same.slice(0, 1).map((record) => ({
      record,
      directories: same.map(({ index_id: id, label }) => ({ indexId: id, indexName: label })),
      directoryCount: record.directories,
    })),
  );
}

function firstOfEach(entries: readonly FoundEntry[]): FoundEntry[] {
  return byRecord(entries).map(({ record }) => record);
}

/** A practitioner affected by each of these shared records, on whose page the record is shown. */
async function practitionersByIndex(
  db: RequestContext["deps"]["store"]["db"],
  connectionId: string,
  rows: readonly { index_id: string; record_type: string; record_id: string }[],
): Promise<Map<string, string>> {
  const practitionerIds = new Map<string, string>();
  for (const [indexId, ofIndex] of Map.groupBy(rows, (row) => row.index_id)) {
    const records = ofIndex.map((row) => ({ type: row.record_type, id: row.record_id }));
    const practitioners = await selectSomePractitioner(db, { connectionId, indexId, records });
    for (const record of records) {
      const id = practitioners.get(recordKey(record));
      if (id !== undefined) practitionerIds.set(indexRecordKey({ indexId, record }), id);
    }
  }
  return practitionerIds;
}
