import type { SearchKind, SearchQuery, SearchResults } from "@dc/contract";
import { indexRecordKey, recordKey, withoutTitles } from "@dc/directory";
import type { RequestContext } from "#/context/deps.ts";
import { reachIn } from "#/context/reach.ts";
import { describeChangeSets } from "#/views/describe-change-sets.ts";
import { operationError } from "#/runtime/errors.ts";
import { cutPage, readCursor } from "#/store/sql/keyset.ts";
import { recordAt } from "#/store/sql/among-records.ts";
import { askedDigits } from "#/store/sql/phone-search.ts";
import { searchText } from "#/store/sql/search-text.ts";
import { selectSomePractitioner } from "#/store/tables/records/record-references.ts";
import type { Database } from "#/store/sql/transaction.ts";
import {
  type FoundEntry,
  MOST_FOUND,
  type RecordPlace,
  searchChangeSets,
  type SearchIn,
  searchIndexVersions,
  searchRecords,
} from "#/store/tables/directories/search.ts";
import { selectPlanPage } from "#/store/tables/connections/plans.ts";
import { selectPeople } from "#/store/tables/people/people.ts";
import { findByPhone } from "./find-by-phone.ts";

type Found<Kind extends SearchKind> = PageOf<SearchResults[Kind][number]>;

interface PageOf<Item> {
  items: Item[];
  nextCursor: string | null;
}

interface Sought extends SearchIn {
  cursor: string | undefined;
}

/** Searches everything that this console knows, for the command palette: the first page of each kind, or one of a kind. */
export async function search(context: RequestContext, query: SearchQuery): Promise<SearchResults> {
  const { q, indexId, near, kind: only, cursor } = query;
  if (cursor !== undefined && only === undefined)
    throw operationError("invalid_request", "cursor", { pointer: "?cursor" });
  const isLimited = context.reach !== "all";
  // Of signs alone that are folded away nothing is left to look for.
  const isEmpty = searchText(q) === "";
  const sought = { connectionId: context.connection.id, q, indexId, near, cursor, isLimited };
  const found = async <Kind extends SearchKind>(
    kind: Kind,
    find: (context: RequestContext, sought: Sought) => Promise<Found<Kind>>,
  ): Promise<Found<Kind>> =>
    !isEmpty && (only === undefined || only === kind) ? await find(context, sought) : { items: [], nextCursor: null };
  // Each waits for a query of its own, and a store that has several connections answers them side by side.
  const [indexVersions, practitioners, schedules, related, plans, changeSets, people] = await Promise.all([
    found("indexVersions", findIndexVersions),
    found("practitioners", findPractitioners),
    found("schedules", findSchedules),
    found("related", findRelated),
    found("plans", findPlans),
    found("changeSets", findChangeSets),
    found("people", findPeople),
  ]);
  return {
    indexVersions: indexVersions.items,
    practitioners: practitioners.items,
    schedules: schedules.items,
    related: related.items,
    plans: plans.items,
    changeSets: changeSets.items,
    people: people.items,
    nextCursors: {
      indexVersions: indexVersions.nextCursor,
      practitioners: practitioners.nextCursor,
      schedules: schedules.nextCursor,
      related: related.nextCursor,
      plans: plans.nextCursor,
      changeSets: changeSets.nextCursor,
      people: people.nextCursor,
    },
  };
}

async function findIndexVersions({ deps }: RequestContext, sought: Sought): Promise<Found<"indexVersions">> {
  const rows = await searchIndexVersions(deps.store.db, sought, readCursor(sought.cursor, ["text", "text"]));
  const { items, nextCursor } = cutPage(rows, MOST_FOUND, (row) => [row.search, row.id]);
  return {
    items: items.map((row) => ({
      id: row.id,
      name: row.label,
      referrer: row.referrer_name,
      referrerPractitionerId: row.referrer_practitioner_id,
    })),
    nextCursor,
  };
}

/** By name or id, and by phone: each has a page in the first answer, and then those by phone follow those by name. */
async function findPractitioners({ deps }: RequestContext, sought: Sought): Promise<Found<"practitioners">> {
  const { db } = deps.store;
  const after = readCursor(sought.cursor, ["text", "integer", "text", "text"]);
  const [by, isFar = 0, text = "", id = ""] = after ?? [];
  const digits = askedDigits(sought.q, deps.service.profile.defaultRegion);
  const nothing = { items: [], nextCursor: null };
  const [byName, byPhone] = await Promise.all([
    by === "phone"
      ? nothing
      : pageOfRecords(
          db,
          { ...sought, q: withoutTitles(sought.q) },
          {
            types: ["practitioner"],
            after: after && [isFar === 1, text, id, "practitioner"],
            keysOf: (record) => ["name", Number(record.are_far), record.first_search, record.record_id],
          },
        ),
    digits === null ? nothing : findByPhone(db, { ...sought, digits }, by === "phone" ? [isFar, id] : undefined),
  ]);
  return {
    items: [
      ...byName.items.map(({ record: { record_id: recordId, name, preferred_name: preferredName }, ...match }) => ({
        id: recordId,
        name,
        preferredName,
        phone: null,
        ...match,
      })),
      ...(by === "name" ? [] : byPhone.items),
    ],
    nextCursor: byName.nextCursor ?? byPhone.nextCursor,
  };
}

async function findSchedules({ deps }: RequestContext, sought: Sought): Promise<Found<"schedules">> {
  const { items, nextCursor } = await pageOfTypes(deps.store.db, sought, ["schedule"]);
  return {
    items: items.map(({ record: { record_id: id, name, practitioner_id: practitionerId }, ...match }) => ({
      id,
      name,
      practitionerId,
      ...match,
    })),
    nextCursor,
  };
}

async function findRelated({ connection, deps }: RequestContext, sought: Sought): Promise<Found<"related">> {
  const { db } = deps.store;
  const types = deps.service.profile.recordTypes.filter((type) => type !== "practitioner" && type !== "schedule");
  if (types.length === 0) return { items: [], nextCursor: null };
  const { items, nextCursor } = await pageOfTypes(db, sought, types);
  const related = items.map(({ record }) => record);
  const practitionerOf = await practitionersByIndex(db, connection.id, related);
  return {
    items: related.map((row) => ({
      indexId: row.index_id,
      indexName: row.label,
      record: { type: row.record_type, id: row.record_id },
      name: row.name,
      practitionerId: practitionerOf.get(indexRecordKey(recordAt(row))) ?? null,
    })),
    nextCursor,
  };
}

async function findPlans({ deps }: RequestContext, { connectionId, q, cursor }: Sought): Promise<Found<"plans">> {
  const { rows } = await selectPlanPage(deps.store.db, connectionId, { q, cursor, limit: MOST_FOUND });
  const { items, nextCursor } = cutPage(rows, MOST_FOUND, (row) => [row.fit, row.search, row.id]);
  return { items: items.map(({ id, name, payer }) => ({ id, name, payer })), nextCursor };
}

async function findChangeSets({ deps }: RequestContext, sought: Sought): Promise<Found<"changeSets">> {
  const { db } = deps.store;
  const rows = await searchChangeSets(db, sought, readCursor(sought.cursor, ["number", "text"]));
  const { items, nextCursor } = cutPage(rows, MOST_FOUND, (row) => [row.created_at.getTime(), row.id]);
  const described = await describeChangeSets(deps, db, items);
  return { items: described.map(({ id, name, state }) => ({ id, name, state })), nextCursor };
}

async function findPeople(context: RequestContext, { q, cursor }: Sought): Promise<Found<"people">> {
  if (context.actor.kind !== "person" || reachIn(context, "people") !== "all") return { items: [], nextCursor: null };
  const after = readCursor(cursor, ["text", "text"]) ?? null;
  const rows = await selectPeople(context.deps.wholeStore.db, { q, after, limit: MOST_FOUND });
  const { items, nextCursor } = cutPage(rows, MOST_FOUND, (row) => [row.search, row.id]);
  return { items: items.map(({ id, name, email }) => ({ id, name, email })), nextCursor };
}

type FoundRecord = ReturnType<typeof byRecord>[number];

async function pageOfTypes(db: Database, sought: Sought, types: readonly string[]): Promise<PageOf<FoundRecord>> {
  const after = readCursor(sought.cursor, ["integer", "text", "text", "text"]);
  return await pageOfRecords(db, sought, {
    types,
    after: after && [after[0] === 1, after[1], after[2], after[3]],
    keysOf: (record) => [Number(record.are_far), record.first_search, record.record_id, record.record_type],
  });
}

async function pageOfRecords(
  db: Database,
  sought: Sought,
  {
    types,
    after,
    keysOf,
  }: {
    types: readonly string[];
    after: RecordPlace | undefined;
    keysOf: (record: FoundEntry) => (string | number)[];
  },
): Promise<PageOf<FoundRecord>> {
  const entries = await searchRecords(db, sought, { types, after, most: MOST_FOUND + 1 });
  return cutPage(byRecord(entries), MOST_FOUND, ({ record }) => keysOf(record));
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

/** A practitioner affected by each of these shared records, on whose page the record is shown. */
async function practitionersByIndex(
  db: Database,
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
