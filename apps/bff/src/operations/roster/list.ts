import { textOfWords } from "#/upstream/service-failure.ts";
import type { Bookable, RosterEntry, RosterPage, RosterQuery } from "@dc/contract";
import { addCounts, type RecordKey, recordKey, serviceFailureText } from "@dc/directory";
import type { RequestContext } from "#/context/deps.ts";
import { loadIndexVersion } from "#/views/load-index-version.ts";
import { parseStored } from "#/store/sql/json.ts";
import { cutPage } from "#/store/sql/keyset.ts";
import { selectIndexNames } from "#/store/tables/directories/index-versions.ts";
import { selectRecordLifecycles } from "#/store/tables/records/record-creations.ts";
import {
  selectRecordCounts,
  sumByPractitioner,
  sumSharedByPractitioner,
  type RecordCounts,
} from "#/store/tables/records/record-summaries.ts";
import { type RosterRow, selectRosterNames } from "#/store/tables/directories/roster.ts";
import { isOverdue } from "#/store/tables/directories/need.ts";
import { countSchedules, rosterKeys, selectRosterPage } from "#/store/tables/directories/roster-pages.ts";
import { selectSeenSets } from "#/store/tables/changes/change-sets.ts";
import { selectRawTexts } from "#/store/tables/records/readings.ts";
import { bookableBy, bookableMeaning } from "#/upstream/records/bookable.ts";
import { readingsIn } from "#/upstream/records/to-domain.ts";
import { sharesRecords } from "#/upstream/records/references.ts";

/** A page of an index's roster. */
export async function listRoster(
  context: RequestContext,
  indexId: string,
  query: RosterQuery,
  { isCounted = true } = {},
): Promise<RosterPage> {
  const { connection, deps } = context;
  const { db } = deps.store;
  const roster = { connectionId: connection.id, indexId };
  const [{ rows, total }] = await Promise.all([
    selectRosterPage(db, { ...roster, query, isCounted }),
    loadIndexVersion(context, indexId),
  ]);
  const { items, nextCursor } = cutPage(rows, query.limit, rosterKeys(query.sort));
  const records = items.map((row) => ({ type: row.record_type, id: row.record_id }));
  const describe = query.type === "practitioner" ? describePractitioners : describeSchedules;
  const shown = await withSeenSources(context, items);
  const [described, lifeOf, bookableOf] = await Promise.all([
    describe(context, indexId, shown),
    selectRecordLifecycles(db, { ...roster, records }),
    bookableByRecord(context, indexId, records),
  ]);
  // The standard index is compared with nothing.
  const isStandard = indexId === deps.service.profile.standardIndex;
  return {
    items: described.map((entry) => ({
      ...entry,
      counts: isStandard ? null : entry.counts,
      life: lifeOf(entry.record),
      bookable: bookableOf.get(recordKey(entry.record)) ?? null,
    })),
    nextCursor,
    total,
  };
}

/** Leaves out from which directory or change set an entry came where the caller does not see that one. */
async function withSeenSources(
  { connection, deps, reach }: RequestContext,
  rows: readonly RosterRow[],
): Promise<readonly RosterRow[]> {
  if (reach === "all") return rows;
  const copiedFrom = ({ source, source_detail: detail }: RosterRow) =>
    source === "copied" && detail !== null && !detail.startsWith("via ") ? [detail] : [];
  const seen = await selectIndexNames(
    deps.store.db,
    rows.flatMap(copiedFrom).map((index_id) => ({ connection_id: connection.id, index_id })),
  );
  const createdIn = ({ source, source_detail: id }: RosterRow) => (source === "created" && id !== null ? [id] : []);
  const seenSets = await selectSeenSets(deps.store.db, rows.flatMap(createdIn));
  return rows.map((row) =>
    copiedFrom(row).every((id) => seen.has(id)) && createdIn(row).every((id) => seenSets.has(id))
      ? row
      : { ...row, source_detail: null },
  );
}

type Described = Omit<RosterEntry, "life" | "bookable">;

/** Whether records can be booked, by their last readings; nothing is looked at where the profile does not say. */
async function bookableByRecord(
  { connection, deps }: RequestContext,
  indexId: string,
  records: readonly RecordKey[],
): Promise<Map<string, Bookable>> {
  const { profile } = deps.service;
  const bookable = records.filter(({ type }) => bookableMeaning(profile, type) !== null);
  const rows = await selectRawTexts(
    deps.store.db,
    connection.id,
    bookable.map((record) => ({ indexId, record })),
  );
  return new Map(
    rows.flatMap(({ raw_text: text, record_type: type, record_id: id }): [string, Bookable][] => {
      const bookable =
        text === null ? null : bookableBy(profile, type, () => readingsIn(profile, type, parseStored(text)));
      return bookable === null ? [] : [[recordKey({ type, id }), bookable]];
    }),
  );
}

async function describePractitioners(
  { connection, deps }: RequestContext,
  indexId: string,
  rows: readonly RosterRow[],
): Promise<Described[]> {
  const of = { connectionId: connection.id, indexId, practitionerIds: rows.map((row) => row.record_id) };
  const { db } = deps.store;
  const [schedules, counts] = await Promise.all([countSchedules(db, of), sumByPractitioner(db, of)]);
  if (sharesRecords(deps.service.profile))
    for (const [id, shared] of await sumSharedByPractitioner(deps.store.db, of)) {
      const counted = counts.get(id);
      counts.set(id, counted === undefined ? shared : addRecordCounts(counted, shared));
    }
  return rows.map((row) => ({
    ...describeEntry(row),
    practitioner: null,
    schedules: schedules.get(row.record_id) ?? 0,
    ...(counts.get(row.record_id) ?? notCompared),
  }));
}

const notCompared = { counts: null, unknown: 0, atRest: 0 };

function addRecordCounts(a: RecordCounts, b: RecordCounts): RecordCounts {
  return { counts: addCounts(a.counts, b.counts), unknown: a.unknown + b.unknown, atRest: a.atRest + b.atRest };
}

async function describeSchedules(
  { connection, deps }: RequestContext,
  indexId: string,
  rows: readonly RosterRow[],
): Promise<Described[]> {
  const { db } = deps.store;
  const roster = { connectionId: connection.id, indexId };
  const ids = [...new Set(rows.flatMap((row) => row.practitioner_id ?? []))];
  const records = rows.map((row) => ({ type: row.record_type, id: row.record_id }));
  const [names, counts] = await Promise.all([
    selectRosterNames(db, { ...roster, type: "practitioner", ids }),
    selectRecordCounts(db, { ...roster, records }),
  ]);
  return rows.map((row) => ({
    ...describeEntry(row),
    practitioner:
      row.practitioner_id === null ? null : { id: row.practitioner_id, name: names.get(row.practitioner_id) ?? null },
    schedules: null,
    ...(counts.get(row.record_id) ?? notCompared),
  }));
}

function describeEntry(row: RosterRow): Omit<Described, "practitioner" | "schedules" | keyof RecordCounts> {
  return {
    record: { type: row.record_type, id: row.record_id },
    name: row.name,
    overdue: isOverdue(row.need),
    state: row.state,
    words: row.state === "found" ? null : (textOfWords(row.words) ?? failureOf(row)),
    source: row.source,
    sourceDetail: row.source_detail,
    addedAt: row.added_at.toISOString(),
    addedBy: row.added_by,
    lastSeenAt: row.last_seen_at?.toISOString() ?? null,
  };
}

function failureOf({ failure }: RosterRow): string | null {
  return failure === null ? null : serviceFailureText(failure);
}
