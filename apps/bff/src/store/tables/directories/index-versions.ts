import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import { containsPattern, searchText } from "#/store/sql/search-text.ts";
import { readCursor } from "#/store/sql/keyset.ts";
import type { IndexVersionTable } from "#/store/schema/index-version-tables.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";
import { stateNow } from "#/store/tables/changes/changes.ts";
import { neededInIndex } from "./need.ts";
import { lastRead, type ReadingAges, readHours } from "./roster-counts.ts";

export type IndexVersionRow = Selectable<IndexVersionTable>;

export async function selectIndexVersion(
  db: Database | Transaction,
  connectionId: string,
  id: string,
): Promise<IndexVersionRow | undefined> {
  return await db
    .selectFrom("index_version")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/**
 * Reads an index version and locks it until the transaction ends: "share" against its deletion, "update" against all that is
 * applied to it.
 */
export async function lockIndexVersion(
  trx: Transaction,
  connectionId: string,
  id: string,
  mode: "share" | "update",
): Promise<IndexVersionRow | undefined> {
  const row = trx
    .selectFrom("index_version")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .where("id", "=", id);
  return await (mode === "share" ? row.forKeyShare() : row.forUpdate()).executeTakeFirst();
}

/** The index versions that every connection has: the standard index and, in test mode, the test index. */
export async function selectGivenIndexVersions(db: Database, connectionId: string): Promise<IndexVersionRow[]> {
  return await db
    .selectFrom("index_version")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .where("origin", "in", ["standard", "test"])
    .orderBy("origin")
    .execute();
}

/** The index versions whose values can be changed. */
export async function selectOpenIndexVersions(
  db: Database,
  connectionId: string,
): Promise<Pick<IndexVersionRow, "id" | "label" | "referrer_name">[]> {
  return await db
    .selectFrom("index_version")
    .select(["id", "label", "referrer_name"])
    .where("connection_id", "=", connectionId)
    .where("origin", "!=", "standard")
    .where("archived_at", "is", null)
    .execute();
}

/** Those that are not archived, the standard index among them. */
export async function selectIndicesInUse(db: Database, connectionId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("index_version")
    .select("id")
    .where("connection_id", "=", connectionId)
    .where("archived_at", "is", null)
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** How each of these index versions came to be known. */
export async function selectOrigins(
  db: Database | Transaction,
  connectionId: string,
  ids: readonly string[],
): Promise<Map<string, IndexVersionRow["origin"]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("index_version")
    .select(["id", "origin"])
    .where("connection_id", "=", connectionId)
    .where("id", "in", [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, row.origin]));
}

/** Undefined if the index version is known already. */
export async function insertIndexVersion(
  trx: Transaction,
  row: Insertable<IndexVersionTable>,
): Promise<IndexVersionRow | undefined> {
  return await trx
    .insertInto("index_version")
    .values(row)
    .onConflict((conflict) => conflict.columns(["connection_id", "id"]).doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Updates the row if it still has the version that was read; undefined if it was modified concurrently. */
export async function updateIndexVersion(
  trx: Transaction,
  before: IndexVersionRow,
  set: Updateable<IndexVersionTable>,
): Promise<IndexVersionRow | undefined> {
  return await trx
    .updateTable("index_version")
    .set({ ...set, version: before.version + 1 })
    .where("connection_id", "=", before.connection_id)
    .where("id", "=", before.id)
    .where("version", "=", before.version)
    .returningAll()
    .executeTakeFirst();
}

export interface IndexVersionPageQuery {
  q?: string | undefined;
  state: "active" | "archived";
  waits?: "conflict" | "outside" | "base moved" | "nothing" | undefined;
  read?: keyof ReadingAges | undefined;
  reached?: string | undefined;
  sort: "need" | "name" | "recent" | "roster" | "overrides";
  cursor?: string | undefined;
  limit: number;
}

export type RankedIndexVersionRow = IndexVersionRow & { rank: number };

/** In the requested order, with one row more than requested. Excludes the standard and the test index. */
export async function selectIndexVersionPage(
  db: Database,
  connectionId: string,
  { q, state, waits, read, reached, now, sort, cursor, limit }: IndexVersionPageQuery & { now: Date },
): Promise<{ rows: RankedIndexVersionRow[]; total: number }> {
  let matching = db
    .selectFrom("index_version")
    .where("connection_id", "=", connectionId)
    .where("origin", "in", ["created", "adopted"]);
  matching = matching.where("archived_at", state === "archived" ? "is not" : "is", null);
  if (q !== undefined && q.trim() !== "") matching = matching.where("search", "like", containsPattern(q));
  if (waits !== undefined) matching = matching.where(waitsThere(connectionId, waits));
  if (read !== undefined)
    matching = matching.where(sql<boolean>`id in (select index_id from ${readHours(connectionId)} as hour
      where ${lastRead(now)[read]} group by index_id having sum(entries) > 0)`);
  if (reached !== undefined) matching = matching.where(sql<boolean>`id in ${reachedOn(connectionId, reached)}`);
  const { total } = await matching
    .select((select) => select.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();

  const after = sort === "name" ? undefined : readCursor(cursor, ["number", "text", "text"]);
  const afterName = sort === "name" ? readCursor(cursor, ["text", "text"]) : undefined;
  let ranked = db
    .selectFrom(matching.selectAll().as("index_version"))
    .leftJoin(rankOf(sort, connectionId), (join) => join.onRef("ranked.index_id", "=", "index_version.id"))
    .selectAll("index_version")
    .select(sql<number>`coalesce(ranked.rank, 0)::bigint`.as("rank"));
  if (sort === "recent")
    ranked = ranked
      .clearSelect()
      .selectAll("index_version")
      .select(sql<number>`(extract(epoch from index_version.created_at) * 1000)::bigint`.as("rank"));
  let page = db.selectFrom(ranked.as("page")).selectAll();
  if (afterName !== undefined)
    page = page.where((where) => where(where.refTuple("search", "id"), ">", where.tuple(...afterName)));
  if (after !== undefined) {
    const [rank, search, id] = after;
    page = page.where((where) =>
      where.or([
        where("rank", "<", rank),
        where.and([where("rank", "=", rank), where(where.refTuple("search", "id"), ">", where.tuple(search, id))]),
      ]),
    );
  }
  if (sort !== "name") page = page.orderBy("rank", "desc");
  return {
    rows: await page
      .orderBy("search")
      .orderBy("id")
      .limit(limit + 1)
      .execute(),
    total,
  };
}

/** The directories that changes of the standard data, still unsettled, reached on a day (UTC). */
const reachedOn = (connectionId: string, day: string) => sql`(select index_id from record_summary
  cross join lateral (values (base_moved_since), (conflict_since)) as moved (since)
  where connection_id = ${connectionId} and (conflict > 0 or base_moved > 0 or outside > 0)
    and since >= ${day}::date::timestamp at time zone 'UTC' and since < (${day}::date + 1)::timestamp at time zone 'UTC')`;

/** In which directories a record waits for such a decision, or none for any. */
function waitsThere(connectionId: string, waits: NonNullable<IndexVersionPageQuery["waits"]>) {
  const unsettled = sql`(select index_id from record_summary
    where connection_id = ${connectionId} and (conflict > 0 or base_moved > 0 or outside > 0)`;
  return waits === "nothing"
    ? sql<boolean>`id not in ${unsettled})`
    : sql<boolean>`id in ${unsettled} and ${sql.ref(waits === "base moved" ? "base_moved" : waits)} > 0)`;
}

export function indexVersionKeys(
  sort: IndexVersionPageQuery["sort"],
): (row: RankedIndexVersionRow) => (string | number)[] {
  return sort === "name" ? (row) => [row.search, row.id] : (row) => [Number(row.rank), row.search, row.id];
}

/** The number by which a list is ordered, for each index that has one. */
function rankOf(sort: IndexVersionPageQuery["sort"], connectionId: string) {
  switch (sort) {
    case "overrides":
      return sql<{
        index_id: string;
        rank: number;
      }>`(select index_id, count(distinct change_id) as rank from override where connection_id = ${connectionId} group by index_id)`.as<"ranked">(
        sql.ref("ranked"),
      );
    case "roster":
      return sql<{
        index_id: string;
        rank: number;
      }>`(select index_id, sum(entries) as rank from roster_count where connection_id = ${connectionId} and record_type = 'practitioner' group by index_id)`.as<"ranked">(
        sql.ref("ranked"),
      );
    case "need":
    case "name":
    case "recent":
      return sql<{
        index_id: string;
        rank: number;
      }>`(select index_id, ${neededInIndex} as rank from roster_entry where connection_id = ${connectionId} and need > 0 group by index_id)`.as<"ranked">(
        sql.ref("ranked"),
      );
  }
}

/** The ledger counts of each of these index versions. */
export async function selectLedgerTallies(db: Database | Transaction, connectionId: string, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, { live: number; held: number; unknown: number; drafts: number }>();
  const overrides = await db
    .selectFrom("override")
    .innerJoin("change", "change.id", "override.change_id")
    .select([
      "override.index_id",
      sql<number>`count(distinct change.id)`.as("live"),
      sql<number>`count(distinct change.id) filter (where override.state = 'held')`.as("held"),
      sql<number>`count(distinct change.id) filter (where override.state = 'unknown')`.as("unknown"),
    ])
    .where("override.connection_id", "=", connectionId)
    .where("override.index_id", "in", [...ids])
    .groupBy("override.index_id")
    .execute();
  const drafts = await db
    .selectFrom("change")
    .select((select) => ["index_id", select.fn.countAll<number>().as("drafts")])
    .where("connection_id", "=", connectionId)
    .where("index_id", "in", [...ids])
    .where("state", "=", "draft")
    .where(stateNow, "=", "draft")
    .groupBy("index_id")
    .execute();
  const draftsOf = new Map(drafts.map((row) => [row.index_id, row.drafts]));
  const tallies = new Map(ids.map((id) => [id, { live: 0, held: 0, unknown: 0, drafts: draftsOf.get(id) ?? 0 }]));
  for (const { index_id, ...counts } of overrides)
    tallies.set(index_id, { ...counts, drafts: draftsOf.get(index_id) ?? 0 });
  return tallies;
}

/** The text that index versions are searched and ordered by: the label first. */
export function indexSearchText({
  id,
  label,
  name,
  referrer_name,
}: Pick<IndexVersionRow, "id" | "label" | "name" | "referrer_name">): string {
  return searchText(label, name === label ? null : name, referrer_name, id);
}

/** The displayed names of the index versions in these rows. */
/** The referrer of each index version that has one, by id. */
export async function selectReferrersOfIndices(
  db: Database | Transaction,
  connectionId: string,
  indexIds: readonly string[],
): Promise<Map<string, string>> {
  if (indexIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("index_version")
    .select(["id", "referrer_id"])
    .where("connection_id", "=", connectionId)
    .where("id", "in", [...new Set(indexIds)])
    .execute();
  return new Map(rows.flatMap(({ id, referrer_id: referrerId }) => (referrerId === null ? [] : [[id, referrerId]])));
}

export async function selectIndexNames(
  db: Database | Transaction,
  rows: readonly { connection_id: string; index_id: string }[],
): Promise<Map<string, string>> {
  const [first] = rows;
  if (first === undefined) return new Map();
  const labelled = await db
    .selectFrom("index_version")
    .select(["id", "label"])
    .where("connection_id", "=", first.connection_id)
    .where("id", "in", [...new Set(rows.map((row) => row.index_id))])
    .execute();
  return new Map(labelled.map(({ id, label }) => [id, label]));
}
