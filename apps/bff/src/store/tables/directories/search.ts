import { holdsIndex } from "#/store/tables/changes/change-sets.ts";
import { sql } from "kysely";
import { containsPattern, trigramsOf } from "#/store/sql/search-text.ts";
import type { Database } from "#/store/sql/transaction.ts";

/** The most of each kind on a page, and the most directories that are named of a record. */
export const MOST_FOUND = 8;
const MOST_PHONES = 500;

export interface SearchIn {
  connectionId: string;
  q: string;
  indexId: string | undefined;
  /** The index whose entries come first. */
  near: string | undefined;
  /** Whether the reader sees some referrers alone: their rosters are read, and nothing else. */
  isLimited: boolean;
}

/** A limit of which the planner only knows that few may be wanted: it then goes through an index in its order, where it can. */
const NO_LIMIT = sql`(select 2147483647)`;

/** Index versions whose label, name, referrer or id contains the text; one more than a page. */
export async function searchIndexVersions(
  db: Database,
  { connectionId, q }: SearchIn,
  after: readonly [search: string, id: string] | undefined,
) {
  return await db
    .selectFrom("index_version")
    .select(["id", "label", "search", "referrer_name", "referrer_practitioner_id"])
    .where("connection_id", "=", connectionId)
    .where("archived_at", "is", null)
    .where("search", "like", containsPattern(q))
    .$if(after !== undefined, (query) =>
      query.where((where) => where(where.refTuple("search", "id"), ">", where.tuple(...(after ?? ["", ""])))),
    )
    .orderBy("search")
    .orderBy("id")
    .limit(MOST_FOUND + 1)
    .execute();
}

export interface FoundEntry {
  index_id: string;
  label: string;
  record_type: string;
  record_id: string;
  name: string | null;
  practitioner_id: string | null;
  /** The number of directories in which the record was found. */
  directories: number;
  /** Whether the index that is near does not have it. */
  are_far: boolean;
  /** The first search text that it has in the order of these. */
  first_search: string;
}

export type RecordPlace = readonly [isFar: boolean, search: string, recordId: string, recordType: string];

/**
 * Roster entries whose name or id contains the text, in the given index or in every directory: those of at most `most` records,
 * those of the index that is near before others, in the order of their names; of each at most eight entries in the same
 * order of the directories. Goes through the texts of records in that order, and asks the rosters until the page is full.
 */
export async function searchRecords(
  db: Database,
  { connectionId, q, indexId, near, isLimited }: SearchIn,
  { types, after, most }: { types: readonly string[]; after?: RecordPlace | undefined; most: number },
): Promise<FoundEntry[]> {
  const pattern = containsPattern(q);
  const trigrams = isLimited ? [] : trigramsOf(pattern);
  const texts = isLimited ? sql`roster_entry` : sql`record_search`;
  const [type] = types;
  const ofType = types.length === 1 ? sql`= ${type}` : sql`= any(${[...types]}::text[])`;
  const isAsked = (row: "entry" | "text") => sql`${sql.ref(`${row}.connection_id`)} = ${connectionId}
    and ${sql.ref(`${row}.record_type`)} ${ofType} and ${sql.ref(`${row}.search`)} like ${pattern}`;
  const matching = sql`
    select entry.*, index_version.label, index_version.search as index_search,
      entry.index_id is distinct from ${near ?? null} as is_far
    from roster_entry as entry
    join index_version on index_version.connection_id = entry.connection_id and index_version.id = entry.index_id
    where ${isAsked("entry")} and index_version.archived_at is null
      ${indexId === undefined ? sql`` : sql`and entry.index_id = ${indexId}`}`;
  const onRoster = (of: string | undefined) =>
    of === undefined
      ? sql``
      : sql`and (text.record_type, text.record_id) in (
          select record_type, record_id from roster_entry as entry where ${isAsked("entry")} and entry.index_id = ${of})`;
  const page = (areFar: boolean, limit: ReturnType<typeof sql>) => {
    const only = areFar ? indexId : near;
    return sql`
    select text.record_type, text.record_id, text.search as first_search, found.are_far, found.directories
    from (select distinct record_type, record_id, search from ${texts} as text
      where ${isAsked("text")} ${trigrams.length === 0 ? sql`` : sql`and public.trigrams(search) @> ${trigrams}::text[]`}
        ${onRoster(only)}
        ${after === undefined || after[0] !== areFar ? sql`` : sql`and (search, record_id, record_type) > (${sql.join(after.slice(1))})`}
      order by search, record_id, record_type ${only === undefined ? sql`limit ${NO_LIMIT}` : sql``}) as text
    cross join lateral (
      select min(entry.search) as first_search, bool_and(is_far) as are_far, count(*)::integer as directories
      from (${matching}) as entry
      where entry.record_type = text.record_type and entry.record_id = text.record_id) as found
    where found.first_search = text.search and found.are_far = ${areFar}
    order by text.search, text.record_id, text.record_type limit ${limit}`;
  };
  const hasNear = near !== undefined && after?.[0] !== true;
  const result = await sql<FoundEntry>`
    with near_records as materialized (${hasNear ? page(false, sql`${most}`) : page(false, sql`0`)}),
    records as materialized (select * from near_records union all
      (${page(true, sql`(select ${most} - count(*) from near_records)`)})),
    ranked as (
      select entry.*, records.directories, records.are_far, records.first_search,
        row_number() over (partition by record_type, record_id order by is_far, index_search, index_id) as place
      from records join lateral (${matching} and entry.record_type = records.record_type and entry.record_id = records.record_id) as entry
        using (record_type, record_id))
    select index_id, label, record_type, record_id, name, practitioner_id, directories, are_far, first_search from ranked
    where place <= ${MOST_FOUND} order by are_far, first_search, record_id, record_type, place`.execute(db);
  return result.rows;
}

export interface FoundPhone extends Pick<FoundEntry, "index_id" | "label" | "record_type" | "record_id"> {
  practitioner_id: string | null;
  phones: string;
}

/** Records with a phone that has these digits, in the order of their directories; at most 500. */
export async function searchPhones(
  db: Database,
  { connectionId, indexId, near, digits }: Omit<SearchIn, "q" | "isLimited"> & { digits: string },
): Promise<FoundPhone[]> {
  const rows = await db
    .selectFrom("record_summary as summary")
    .innerJoin("index_version", (join) =>
      join
        .onRef("index_version.connection_id", "=", "summary.connection_id")
        .onRef("index_version.id", "=", "summary.index_id"),
    )
    .select(["summary.index_id", "label", "record_type", "record_id", "practitioner_id", "phones"])
    .where("summary.connection_id", "=", connectionId)
    .where("summary.phones", "like", `%${digits}%`)
    .where("index_version.archived_at", "is", null)
    .$if(indexId !== undefined, (query) => query.where("summary.index_id", "=", indexId ?? ""))
    .orderBy(sql`summary.index_id is distinct from ${near ?? null}`)
    .orderBy("index_version.search")
    .orderBy("summary.index_id")
    .orderBy("record_type")
    .orderBy("record_id")
    .limit(MOST_PHONES)
    .execute();
  return rows.map((row) => ({ ...row, phones: row.phones ?? "" }));
}

/** Change sets whose name contains the text, the newest first; one more than a page. */
export async function searchChangeSets(
  db: Database,
  { connectionId, q, indexId }: SearchIn,
  after: readonly [createdAtMs: number, id: string] | undefined,
) {
  return await db
    .selectFrom("change_set")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .where("search", "like", containsPattern(q))
    .$if(indexId !== undefined, (query) => query.where(holdsIndex(indexId ?? "")))
    .$if(after !== undefined, (query) =>
      query.where((where) => {
        const [createdAtMs, id] = after ?? [0, ""];
        return where(where.refTuple("created_at", "id"), "<", where.tuple(new Date(createdAtMs), id));
      }),
    )
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(MOST_FOUND + 1)
    .execute();
}
