import { holdsIndex } from "#/store/tables/changes/change-sets.ts";
import { sql } from "kysely";
import { containsPattern } from "#/store/sql/search-text.ts";
import type { Database } from "#/store/sql/transaction.ts";

const MOST = 8;
const MOST_PHONES = 500;

export interface SearchIn {
  connectionId: string;
  q: string;
  indexId: string | undefined;
  /** The index whose entries come first. */
  near: string | undefined;
}

/** Index versions whose label, name, referrer or id contains the text. */
export async function searchIndexVersions(db: Database, { connectionId, q }: SearchIn) {
  return await db
    .selectFrom("index_version")
    .select(["id", "label", "referrer_name", "referrer_practitioner_id"])
    .where("connection_id", "=", connectionId)
    .where("archived_at", "is", null)
    .where("search", "like", containsPattern(q))
    .orderBy("search")
    .orderBy("id")
    .limit(MOST)
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
}

/**
 * Roster entries whose name or id contains the text, in the given index or in every directory: at most eight records (or
 * `most`), those of the index that is near before others, in the order of their names; of each at most eight entries in the same
 * order of the directories.
 */
export async function searchRecords(
  db: Database,
  { connectionId, q, indexId, near }: SearchIn,
  types: readonly string[],
  most = MOST,
): Promise<FoundEntry[]> {
  const inIndex = indexId === undefined ? sql`` : sql`and entry.index_id = ${indexId}`;
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
      from matching group by record_type, record_id order by are_far, first_search, record_id limit ${most}),
    ranked as (
      select matching.*, records.directories, records.are_far, records.first_search,
        row_number() over (partition by record_type, record_id order by is_far, index_search, index_id) as place
      from matching join records using (record_type, record_id))
    select index_id, label, record_type, record_id, name, practitioner_id, directories from ranked
    where place <= ${MOST} order by are_far, first_search, record_id, place`.execute(db);
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

/** The newest change sets whose name contains the text. */
export async function searchChangeSets(db: Database, { connectionId, q, indexId }: SearchIn) {
  return await db
    .selectFrom("change_set")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .where("search", "like", containsPattern(q))
    .$if(indexId !== undefined, (query) => query.where(holdsIndex(indexId ?? "")))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(MOST)
    .execute();
}
