import type { MatrixColumn, MatrixPage, MatrixQuery, MatrixRecord } from "@dc/contract";
import {
  type ComparisonRow,
  type FieldComparison,
  type RecordKey,
  recordKey,
  rowStandsOut,
  shapeOf,
  standingOut,
} from "@dc/directory";
import type { z } from "zod";
import type { ComparedRecord } from "#/context/compared-record.ts";
import type { Deps, RequestContext } from "#/context/deps.ts";
import { plansOfRecords } from "#/views/plans-of-records.ts";
import { memberRecords } from "#/views/member-records.ts";
import { namesAmong } from "#/records/compared-names.ts";
import { refreshReadings } from "#/records/refresh-readings.ts";
import { refreshRelatedComparisons } from "#/records/refresh-related.ts";
import { cutPage, readCursor } from "#/store/sql/keyset.ts";
import {
  type DirectoryOfPractitioner,
  selectDirectoriesOf,
  selectScheduleIdsAnywhere,
} from "#/store/tables/records/matrix.ts";
import { selectKnownSchedules } from "#/store/tables/directories/roster.ts";
import { isHeldField } from "#/upstream/records/field-reading.ts";

/** So many directories are read and compared at the same time. */
const AT_ONCE = 4;

type Query = z.output<typeof MatrixQuery>;

/** A practitioner in the directories that have them on their rosters, a page of columns at a time. */
export async function viewMatrix(
  { deps, connection }: RequestContext,
  practitionerId: string,
  query: Query,
): Promise<MatrixPage> {
  const { db } = deps.store;
  const { standardIndex } = deps.service.profile;
  const of = { connectionId: connection.id, practitionerId };
  const { after, since } = placeOf(deps, query);
  const maxAge = () => (deps.clock.now().getTime() - since) / 1000;
  const { rows, total } = await selectDirectoriesOf(db, { ...of, after, limit: query.limit });
  const { items, nextCursor } = cutPage(rows, query.limit, (row) => [row.search, row.id, since]);
  const schedules = await selectKnownSchedules(db, {
    connectionId: connection.id,
    practitionerIds: [practitionerId],
    indexIds: [standardIndex, ...items.map(({ id }) => id)],
  });
  const anywhere = after === null ? await selectScheduleIdsAnywhere(db, { ...of, standardIndex }) : null;
  const shownIds = anywhere ?? [...new Set(schedules.map(({ record_id }) => record_id))];
  const records = recordsOf(practitionerId, shownIds);
  // Base is read before the directories, so that each of them finds it.
  await refreshReadings(
    deps,
    records.map((record) => ({ indexId: standardIndex, ...record, maxAge: maxAge() })),
  );
  const rosterOf = Map.groupBy(schedules, ({ index_id }) => index_id);
  const columns = await inGroups(items, async (row) => {
    const ids = (rosterOf.get(row.id) ?? []).map(({ record_id }) => record_id);
    return await column(deps, row.id, { records: recordsOf(practitionerId, ids), maxAge: maxAge() });
  });
  const standard = anywhere === null ? null : await column(deps, standardIndex, { records, maxAge: maxAge() });
  const all = [...columns, ...(standard === null ? [] : [standard])].flatMap(({ compared }) => compared);
  const [plans, members] = await Promise.all([plansOfRecords(deps, all), membersOfColumns(deps, columns, standard)]);
  return {
    practitioner: { id: practitionerId, name: nameIn(standard ?? columns[0], practitionerId) },
    standard: standard === null ? null : standard.compared.map((record) => describe(deps, standard, record)),
    items: items.map((row, position) => describeColumn(deps, row, columns[position])),
    nextCursor,
    total,
    plans,
    members,
  };
}

function recordsOf(practitionerId: string, scheduleIds: readonly string[]): RecordKey[] {
  return [{ type: "practitioner", id: practitionerId }, ...scheduleIds.map((id) => ({ type: "schedule", id }))];
}

/**
 * After which directory the page begins, and since when a reading is young enough: the same for all pages, so that none of
 * them reads again what another has read.
 */
function placeOf({ clock }: Deps, { cursor, maxAge }: Query) {
  const place = readCursor(cursor, ["text", "text", "number"]);
  if (place === undefined) return { after: null, since: clock.now().getTime() - maxAge * 1000 - 1 };
  const [search, id, since] = place;
  return { after: [search, id] as const, since };
}

/** The records of one index, compared with the standard index. */
interface ComparedColumn {
  indexId: string;
  compared: readonly ComparedRecord[];
  /** The records that were asked for, without those that they refer to. */
  asked: ReadonlySet<string>;
  nameOf: (record: ComparedRecord) => string | null;
}

async function column(
  deps: Deps,
  indexId: string,
  { records, maxAge }: { records: readonly RecordKey[]; maxAge: number },
): Promise<ComparedColumn> {
  const againstId = deps.service.profile.standardIndex;
  const { compared, related } = await refreshRelatedComparisons(deps, { indexId, againstId, records, maxAge });
  const all = [...compared, ...related];
  return {
    indexId,
    compared: all,
    asked: new Set(records.map(recordKey)),
    nameOf: await namesAmong(deps, indexId, all),
  };
}

function nameIn(of: ComparedColumn | undefined, practitionerId: string): string | null {
  const practitioner = of?.compared.find(
    ({ record: { type, id } }) => type === "practitioner" && id === practitionerId,
  );
  return practitioner === undefined || of === undefined ? null : of.nameOf(practitioner);
}

/** The records that sets name, once for all columns: most name the same ones. */
async function membersOfColumns(
  deps: Deps,
  columns: readonly ComparedColumn[],
  standard: ComparedColumn | null,
): Promise<MatrixPage["members"]> {
  const members = new Map<string, MatrixPage["members"][number]>();
  for (const { indexId, compared } of standard === null ? columns : [standard, ...columns])
    for (const member of await memberRecords(deps, indexId, compared)) {
      const key = recordKey(member.record);
      if ((members.get(key)?.name ?? null) === null) members.set(key, member);
    }
  return [...members.values()];
}

function describeColumn(
  deps: Deps,
  { id, label, referrer_name }: DirectoryOfPractitioner,
  compared: ComparedColumn | undefined,
): MatrixColumn {
  return {
    index: { id, name: label, referrer: referrer_name },
    records: (compared?.compared ?? []).map((record) => {
      const described = describe(deps, compared, record);
      const shown = described.fields.flatMap((field) => standingOut([field], standsOutIn(field)));
      return { ...described, fields: shown.map(withoutRest) };
    }),
  };
}

/** Of a phone that the standard index lists several times all entries are shown: each is told from the others by its place. */
function standsOutIn({ kind, parts }: FieldComparison): (row: ComparisonRow) => boolean {
  if (shapeOf(kind) !== "keyed") return rowStandsOut;
  const spelled = ({ values: { base } }: ComparisonRow) => JSON.stringify(base);
  const listed = Map.groupBy(parts, spelled);
  const isOfEquals = (row: ComparisonRow) =>
    row.values.base !== null && "value" in row.values.base && (listed.get(spelled(row))?.length ?? 0) > 1;
  return (row) => rowStandsOut(row) || isOfEquals(row);
}

/** A divided field without the values that its parts tell, except those that a change of it says it has seen. */
function withoutRest(field: FieldComparison): FieldComparison {
  if (field.parts.length === 0) return field;
  const { base, index } = field.values;
  const none = { original: null, baseline: null, known: null, wanted: null, effective: null, preview: null };
  return { ...field, values: { ...none, base, index } };
}

function describe(deps: Deps, of: ComparedColumn | undefined, compared: ComparedRecord): MatrixRecord {
  const { record, comparison, here } = compared;
  return {
    record,
    name: of?.nameOf(compared) ?? null,
    onRoster: of?.asked.has(recordKey(record)) === true,
    presence: comparison.presence,
    fields: comparison.fields,
    lost: comparison.fields.flatMap(({ key }) => (isHeldField(deps.service.profile, record.type, key) ? [] : [key])),
    fetchedAt: here.fetchedAt?.toISOString() ?? null,
    stale: here.stale,
    failed: here.failed?.detail ?? null,
  };
}

async function inGroups<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let index = 0; index < items.length; index += AT_ONCE)
    results.push(...(await Promise.all(items.slice(index, index + AT_ONCE).map(work))));
  return results;
}
