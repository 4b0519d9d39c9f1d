import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import type { ReferrerTable } from "#/store/schema/index-version-tables.ts";
import { readCursor } from "#/store/sql/keyset.ts";
import { hasName, nameSearchText } from "#/store/sql/search-text.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";
import { indexSearchText } from "./index-versions.ts";

export type ReferrerRow = Selectable<ReferrerTable>;
export type ListedReferrerRow = ReferrerRow & { index_versions: number };

/** The names of these referrers, by id; those that do not exist are missing. */
export async function selectReferrerNames(
  db: Database | Transaction,
  connectionId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("referrer")
    .select(["id", "name"])
    .where("connection_id", "=", connectionId)
    .where("id", "in", [...new Set(ids)])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export async function selectReferrer(db: Database, connectionId: string, id: string): Promise<ReferrerRow | undefined> {
  return await db
    .selectFrom("referrer")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/**
 * The referrer as it stays until the transaction ends: `to: "refer"` lets others refer to it too and nobody change it, so
 * that what says its name has the one that it has in the end.
 */
export async function lockReferrer(
  trx: Transaction,
  connectionId: string,
  { id, to }: { id: string; to: "refer" | "change" },
): Promise<ReferrerRow | undefined> {
  return await trx
    .selectFrom("referrer")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .where("id", "=", id)
    .$if(to === "refer", (query) => query.forShare())
    .$if(to === "change", (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
}

/** Who owns a referrer that is not archived. */
export async function selectOwnerIds(db: Database, connectionId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("referrer")
    .select("owner_id")
    .distinct()
    .where("connection_id", "=", connectionId)
    .where("owner_id", "is not", null)
    .where("archived_at", "is", null)
    .execute();
  return rows.flatMap(({ owner_id: id }) => id ?? []);
}

const MOST_OF_A_NAME = 20;

/** The referrers of this name that are not archived, the oldest first; at most 20. For a person to choose, since names are not unique. */
export async function selectReferrersOfName(
  db: Database | Transaction,
  connectionId: string,
  name: string,
): Promise<ReferrerRow[]> {
  return await db
    .selectFrom("referrer")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .where("name", "=", name)
    .where("archived_at", "is", null)
    .orderBy("created_at")
    .orderBy("id")
    .limit(MOST_OF_A_NAME)
    .execute();
}

/** Whether somebody owns a referrer here, or did something here. */
export async function isOwnerOrActor(db: Database, connectionId: string, personId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from referrer where connection_id = ${connectionId} and owner_id = ${personId}
    union all (select 1 from journal where actor ->> 'id' = ${personId}
      and (connection_id = ${connectionId} or connection_id is null) limit 1)
    limit 1`.execute(db);
  return rows.length > 0;
}

export async function insertReferrer(
  trx: Transaction,
  row: Omit<Insertable<ReferrerTable>, "search">,
): Promise<ReferrerRow> {
  return await trx
    .insertInto("referrer")
    .values({ ...row, search: nameSearchText(row.name, row.practitioner_id, row.id) })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Updates the row if it still has the version that was read, and what index versions say of it; undefined if it was modified
 * concurrently.
 */
export async function updateReferrer(
  trx: Transaction,
  before: ReferrerRow,
  set: Updateable<ReferrerTable>,
): Promise<ReferrerRow | undefined> {
  const after = { ...before, ...set };
  const row = await trx
    .updateTable("referrer")
    .set({
      ...set,
      search: nameSearchText(after.name, after.practitioner_id, before.id),
      version: before.version + 1,
    })
    .where("connection_id", "=", before.connection_id)
    .where("id", "=", before.id)
    .where("version", "=", before.version)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined || (row.name === before.name && row.practitioner_id === before.practitioner_id)) return row;
  const named = { referrer_name: row.name, referrer_practitioner_id: row.practitioner_id };
  await trx
    .updateTable("creation")
    .set(named)
    .where("connection_id", "=", row.connection_id)
    .where("referrer_id", "=", row.id)
    .execute();
  const indexVersions = await trx
    .selectFrom("index_version")
    .select(["id", "label", "name"])
    .where("connection_id", "=", row.connection_id)
    .where("referrer_id", "=", row.id)
    .execute();
  for (const index of indexVersions)
    await trx
      .updateTable("index_version")
      .set({ ...named, search: indexSearchText({ ...index, referrer_name: row.name }) })
      .where("connection_id", "=", row.connection_id)
      .where("id", "=", index.id)
      .execute();
  return row;
}

function listed(db: Database | Transaction, connectionId: string) {
  return db
    .selectFrom("referrer")
    .selectAll("referrer")
    .select(
      sql<number>`(select count(*)::integer from index_version
        where index_version.connection_id = referrer.connection_id and index_version.referrer_id = referrer.id
          and index_version.archived_at is null)`.as("index_versions"),
    )
    .where("referrer.connection_id", "=", connectionId);
}

export async function selectListedReferrer(
  db: Database | Transaction,
  connectionId: string,
  id: string,
): Promise<ListedReferrerRow | undefined> {
  return await listed(db, connectionId).where("referrer.id", "=", id).executeTakeFirst();
}

/** In the order of their names, with one more than requested. */
export async function selectReferrerPage(
  db: Database,
  connectionId: string,
  {
    q,
    state,
    cursor,
    limit,
  }: { q?: string | undefined; state: "active" | "archived"; cursor?: string | undefined; limit: number },
): Promise<{ rows: ListedReferrerRow[]; total: number }> {
  const after = readCursor(cursor, ["text", "text"]);
  let matching = listed(db, connectionId).where("archived_at", state === "archived" ? "is not" : "is", null);
  if (q !== undefined && q.trim() !== "") matching = matching.where(hasName(sql.ref("search"), q));
  const { total } = await db
    .selectFrom(matching.as("matching"))
    .select((select) => select.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  if (after !== undefined)
    matching = matching.where((where) => where(where.refTuple("search", "id"), ">", where.tuple(...after)));
  const rows = await matching
    .orderBy("search")
    .orderBy("id")
    .limit(limit + 1)
    .execute();
  return { rows, total: Number(total) };
}
