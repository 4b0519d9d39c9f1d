import { holdsIndex } from "#/store/tables/changes/change-sets.ts";
import { sql } from "kysely";
import { containsPattern } from "#/store/sql/search-text.ts";
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
}

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
 * order of the directories.
 */
export async function searchRecords(
  db: Database,
  { connectionId, q, indexId, near }: SearchIn,
  { types, after, most }: { types: readonly string[]; after?: RecordPlace | undefined; most: number },
): Promise<FoundEntry[]> {
  const inIndex = indexId === undefined ? sql`` : sql`and entry.index_id = ${indexId}`;
  const later =
    after === undefined
      ? sql``
      : sql`having (bool_and(is_far), min(search), record_id, record_type) > (${sql.join([...after])})`;
  const result = await sql<FoundEntry>`
    with matching as (
      select entry.*, index_version.label, index_version.search as index_search,
        entry.index_id is distinct from ${near ?? null} as is_far
      from roster_entry as entry
      join index_version on index_version.connection_id = entry.connection_id and index_version.id = entry.index_id
      where entry.connection_id = ${connectionId} and entry.record_type = any(${[...types]}::text[])
        and entry.search like ${containsPattern(q)} and index_version.archived_at is null ${inIndex}),
    records as (
      select record_type, record_id, bool_and(is_far) as are_far, min(search) as first_search, count(*)::integer as directories
      from matching group by record_type, record_id ${later}
      order by are_far, first_search, record_id, record_type limit ${most}),
    ranked as (
      select matching.*, records.directories, records.are_far, records.first_search,
        row_number() over (partition by record_type, record_id order by is_far, index_search, index_id) as place
      from matching join records using (record_type, record_id))
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
  { connectionId, indexId, near, digits }: Omit<SearchIn, "q"> & { digits: string },
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
