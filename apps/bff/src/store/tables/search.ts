import { type SqlBool, sql } from "kysely";
import { containsPattern } from "#/store/sql/search-text.ts";
import type { Database } from "#/store/sql/transaction.ts";

const MOST = 8;

export interface SearchIn {
  connectionId: string;
  q: string;
  indexId: string | undefined;
}

/** Index versions whose label, name, referrer or id contains the text. */
export async function searchIndexVersions(db: Database, { connectionId, q }: SearchIn) {
  return await db
    .selectFrom("index_version")
    .select(["id", "label", "referrer_name"])
    .where("connection_id", "=", connectionId)
    .where("archived_at", "is", null)
    .where("search", "like", containsPattern(q))
    .orderBy("search")
    .orderBy("id")
    .limit(MOST)
    .execute();
}

/**
 * Records on rosters whose name or id contains the text, each once: in the given index, else where it was seen last.
 */
export async function searchRecords(db: Database, { connectionId, q, indexId }: SearchIn, types: readonly string[]) {
  const found = db
    .selectFrom("roster_entry")
    .innerJoin("index_version", (join) =>
      join
        .onRef("index_version.connection_id", "=", "roster_entry.connection_id")
        .onRef("index_version.id", "=", "roster_entry.index_id"),
    )
    .select([
      "roster_entry.index_id",
      "index_version.label",
      "roster_entry.record_type",
      "roster_entry.record_id",
      "roster_entry.name",
      "roster_entry.practitioner_id",
      "roster_entry.search",
    ])
    .where("roster_entry.connection_id", "=", connectionId)
    .where("roster_entry.record_type", "in", [...types])
    .where("roster_entry.search", "like", containsPattern(q))
    .where("index_version.archived_at", "is", null)
    .$if(indexId !== undefined, (query) => query.where("roster_entry.index_id", "=", indexId ?? ""))
    .distinctOn(["roster_entry.record_type", "roster_entry.record_id"])
    .orderBy("roster_entry.record_type")
    .orderBy("roster_entry.record_id")
    .orderBy("roster_entry.last_seen_at", (order) => order.desc().nullsLast());
  return await db
    .selectFrom(found.as("found"))
    .selectAll()
    .orderBy("search")
    .orderBy("record_id")
    .limit(MOST)
    .execute();
}

/** The newest change sets whose name contains the text. */
export async function searchChangeSets(db: Database, { connectionId, q, indexId }: SearchIn) {
  return await db
    .selectFrom("change_set")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .where(sql<SqlBool>`lower(name) like ${containsPattern(q)}`)
    .$if(indexId !== undefined, (query) => query.where("index_id", "=", indexId ?? ""))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(MOST)
    .execute();
}
