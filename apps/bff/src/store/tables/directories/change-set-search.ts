import { sql } from "kysely";
import { oneOf, selectListed } from "#/store/sql/row-lists.ts";
import { searchText } from "#/store/sql/search-text.ts";
import type { Database } from "#/store/sql/transaction.ts";
import type { ChangeSetSubjects } from "#/store/tables/changes/change-sets.ts";

/** The sets whose search text is to be derived, by id after the one that is given, and for how many marks that is. */
export async function selectDueSearches(
  db: Database,
  { connectionId, after, limit }: { connectionId: string; after: string; limit: number },
): Promise<{ change_set_id: string; marks: number }[]> {
  const { rows } = await sql<{ change_set_id: string; marks: number }>`
    select change_set_id, marks::integer as marks from change_set_search
    where connection_id = ${connectionId} and marks <> derived and change_set_id > ${after} order by change_set_id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** The labels of the directories in which each of these sets has changes, whatever became of them. */
export async function selectLabelsOfSets(
  db: Database,
  connectionId: string,
  ids: readonly string[],
): Promise<Map<string, string[]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ change_set_id: string; labels: string[] }>`
    select change_set_id, array_agg(label) as labels from (
      select change_set_id, index_id from change_count
      where connection_id = ${connectionId} and change_set_id = ${oneOf(ids)}
      group by change_set_id, index_id having sum(changes) <> 0) as held
    join index_version on index_version.connection_id = ${connectionId} and index_version.id = held.index_id
    group by change_set_id`.execute(db);
  return new Map(rows.map(({ change_set_id: id, labels }) => [id, labels]));
}

export interface DerivedSearch {
  id: string;
  marks: number;
  names: readonly string[];
  /** The record that the set is called by, whose other names find the set too; null for an empty set. */
  subject: ChangeSetSubjects["first"] | null;
}

const columns = {
  id: "text",
  marks: "bigint",
  search: "text",
  index_id: "text",
  record_type: "text",
  record_id: "text",
} as const;

/** Keeps what was derived, with a space before its first word, too; what was marked meanwhile stays due. */
export async function updateSetSearches(
  db: Database,
  connectionId: string,
  derived: readonly DerivedSearch[],
): Promise<void> {
  if (derived.length === 0) return;
  const rows = derived.map(({ id, marks, names, subject }) => ({
    id,
    marks,
    search: searchText(...names),
    index_id: subject?.indexId ?? null,
    record_type: subject?.type ?? null,
    record_id: subject?.id ?? null,
  }));
  await sql`
    update change_set_search as kept set derived = named.marks, index_id = named.index_id, record_type = named.record_type,
      record_id = named.record_id, search = concat_ws(' ', '', named.search, entry.search)
    from (${selectListed(rows, columns)}) as named
    left join roster_entry as entry on entry.connection_id = ${connectionId} and entry.index_id = named.index_id
      and entry.record_type = named.record_type and entry.record_id = named.record_id
    where kept.change_set_id = named.id`.execute(db);
}
