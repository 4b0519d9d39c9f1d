import { type SelectQueryBuilder, sql, type SqlBool } from "kysely";
import { type RecordAt, recordAt } from "#/store/sql/among-records.ts";
import { readCursor } from "#/store/sql/keyset.ts";
import type { RosterOf, RosterRow } from "./roster.ts";
import type { RosterState } from "#/store/schema/roster-tables.ts";
import type { Schema } from "#/store/schema/schema.ts";
import { hasName } from "#/store/sql/search-text.ts";
import type { Database } from "#/store/sql/transaction.ts";

export interface RosterQuery {
  type: string;
  q?: string | undefined;
  state?: RosterState | undefined;
  sort: "name" | "need" | "added";
  cursor?: string | undefined;
  limit: number;
}

/** In the requested order, with one row more than requested; the total is not counted where nobody asks for it. */
export async function selectRosterPage(
  db: Database,
  { connectionId, indexId, query, isCounted = true }: RosterOf & { query: RosterQuery; isCounted?: boolean },
): Promise<{ rows: RosterRow[]; total: number | null }> {
  const ofType = db
    .selectFrom("roster_entry")
    .where("connection_id", "=", connectionId)
    .where("index_id", "=", indexId)
    .where("record_type", "=", query.type);
  let matching = ofType;
  if (query.q !== undefined && query.q.trim() !== "") matching = matching.where(hasName(sql.ref("search"), query.q));
  if (query.state !== undefined) matching = matching.where("state", "=", query.state);
  const isWhole = matching === ofType;
  const [rows, count] = await Promise.all([
    orderedPage(db, matching, query),
    !isCounted
      ? null
      : (isWhole
          ? db
              .selectFrom("roster_count")
              .select(sql<number>`coalesce(sum(entries), 0)::integer`.as("total"))
              .where("connection_id", "=", connectionId)
              .where("index_id", "=", indexId)
              .where("record_type", "=", query.type)
          : matching.select((select) => select.fn.countAll<number>().as("total"))
        ).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: count?.total ?? null };
}

const orders = {
  name: [
    ["search", "asc"],
    ["record_id", "asc"],
  ],
  need: [
    ["need", "desc"],
    ["search", "asc"],
    ["record_id", "asc"],
  ],
  added: [
    ["added_at", "desc"],
    ["record_id", "desc"],
  ],
} as const;

/** Finds the keys of a page first: an index has the text that is sought, and tells it without a look at the entry. */
async function orderedPage(
  db: Database,
  matching: SelectQueryBuilder<Schema, "roster_entry", object>,
  { sort, cursor, limit }: RosterQuery,
): Promise<RosterRow[]> {
  const order = orders[sort];
  let keys = after(matching, sort, cursor)
    .select(["connection_id", "index_id", "record_type"])
    .select(order.map(([name]) => name))
    .limit(limit + 1);
  for (const [name, way] of order) keys = keys.orderBy(name, way);
  let page = db
    .selectFrom(keys.as("found"))
    .crossJoinLateral((lateral) =>
      lateral
        .selectFrom("roster_entry")
        .selectAll()
        .whereRef("roster_entry.connection_id", "=", "found.connection_id")
        .whereRef("roster_entry.index_id", "=", "found.index_id")
        .whereRef("roster_entry.record_type", "=", "found.record_type")
        .whereRef("roster_entry.record_id", "=", "found.record_id")
        .offset(sql.lit(0))
        .as("entry"),
    )
    .selectAll("entry");
  for (const [name, way] of order) page = page.orderBy(`found.${name}`, way);
  return await page.execute();
}

function after(
  matching: SelectQueryBuilder<Schema, "roster_entry", object>,
  sort: RosterQuery["sort"],
  cursor: string | undefined,
) {
  switch (sort) {
    case "name": {
      const key = readCursor(cursor, ["text", "text"]);
      return key === undefined
        ? matching
        : matching.where((where) => where(where.refTuple("search", "record_id"), ">", where.tuple(...key)));
    }
    case "need": {
      const key = readCursor(cursor, ["integer", "text", "text"]);
      if (key === undefined) return matching;
      const [need, search, id] = key;
      return matching
        .where("need", "<=", need)
        .where((where) =>
          where.or([
            where("need", "<", need),
            where.and([
              where("need", "=", need),
              where(where.refTuple("search", "record_id"), ">", where.tuple(search, id)),
            ]),
          ]),
        );
    }
    case "added": {
      const key = readCursor(cursor, ["number", "text"]);
      return key === undefined
        ? matching
        : matching.where((where) =>
            where(where.refTuple("added_at", "record_id"), "<", where.tuple(new Date(key[0]), key[1])),
          );
    }
  }
}

/** The sort keys of a row, for the cursor. */
export function rosterKeys(sort: RosterQuery["sort"]): (row: RosterRow) => (string | number)[] {
  switch (sort) {
    case "name":
      return (row) => [row.search, row.record_id];
    case "need":
      return (row) => [row.need, row.search, row.record_id];
    case "added":
      return (row) => [row.added_at.getTime(), row.record_id];
  }
}

/** The number of schedules of each practitioner on a roster. */
export async function countSchedules(
  db: Database,
  { connectionId, indexId, practitionerIds }: RosterOf & { practitionerIds: readonly string[] },
): Promise<Map<string, number>> {
  if (practitionerIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("roster_entry")
    .select((select) => ["practitioner_id", select.fn.countAll<number>().as("schedules")])
    .where("connection_id", "=", connectionId)
    .where("index_id", "=", indexId)
    .where("practitioner_id", "in", [...practitionerIds])
    .where("record_type", "=", "schedule")
    .groupBy("practitioner_id")
    .execute();
  return new Map(rows.map((row) => [row.practitioner_id ?? "", row.schedules]));
}

/** The position of an entry among those of its type, by name. */
export async function selectRosterPosition(db: Database, { connectionId, indexId }: RosterOf, entry: RosterRow) {
  const position = sql`(${entry.search}, ${entry.record_id})`;
  const of = sql`connection_id = ${connectionId} and index_id = ${indexId} and record_type = ${entry.record_type}`;
  const result = await sql<{ before: number; total: number; previous_id: string | null; next_id: string | null }>`
    select
      (select count(*) from roster_entry where ${of} and (search, record_id) < ${position}) as before,
      (select coalesce(sum(entries), 0)::integer from roster_count where ${of}) as total,
      (select record_id from roster_entry where ${of} and (search, record_id) < ${position} order by search desc, record_id desc limit 1) as previous_id,
      (select record_id from roster_entry where ${of} and (search, record_id) > ${position} order by search, record_id limit 1) as next_id`.execute(
    db,
  );
  return result.rows[0] ?? { before: 0, total: 0, previous_id: null, next_id: null };
}

/**
 * An entry that the service has and that was never compared, or before its phones and names were kept. Without statistics of a
 * new directory a join would compare each of its entries with each of its summaries.
 */
const isUncounted = sql<SqlBool>`entry.state = 'found' and not exists (select 1 from record_summary as summary
  where summary.connection_id = entry.connection_id and summary.index_id = entry.index_id
    and summary.record_type = entry.record_type and summary.record_id = entry.record_id and summary.phones is not null and summary.names is not null
  offset 0)`;

/** Whether an index version has such entries. */
export async function hasUncounted(db: Database, { connectionId, indexId }: RosterOf): Promise<boolean> {
  const { rows } = await sql`select from roster_entry as entry
    where entry.connection_id = ${connectionId} and entry.index_id = ${indexId} and ${isUncounted} limit 1`.execute(db);
  return rows.length > 0;
}

/** Uncounted entries after a cursor's key. */
export async function selectUncounted(
  db: Database,
  { connectionId, indexId, after, limit }: RosterOf & { after: { type: string; id: string } | null; limit: number },
): Promise<{ type: string; id: string }[]> {
  return await db
    .selectFrom("roster_entry as entry")
    .select(["entry.record_type as type", "entry.record_id as id"])
    .where("entry.connection_id", "=", connectionId)
    .where("entry.index_id", "=", indexId)
    .$if(after !== null, (query) =>
      query.where((where) =>
        where(
          where.refTuple("entry.record_type", "entry.record_id"),
          ">",
          where.tuple(after?.type ?? "", after?.id ?? ""),
        ),
      ),
    )
    .where(isUncounted)
    .orderBy("entry.record_type")
    .orderBy("entry.record_id")
    .limit(limit)
    .execute();
}

/** The records on all rosters of a connection, after a cursor's key. */
export async function selectRosterKeysAfter(
  db: Database,
  { connectionId, after, limit }: { connectionId: string; after: RecordAt | null; limit: number },
): Promise<RecordAt[]> {
  const rows = await db
    .selectFrom("roster_entry")
    .select(["index_id", "record_type", "record_id"])
    .where("connection_id", "=", connectionId)
    .$if(after !== null, (query) =>
      query.where((where) =>
        where(
          where.refTuple("index_id", "record_type", "record_id"),
          ">",
          where.tuple(after?.indexId ?? "", after?.record.type ?? "", after?.record.id ?? ""),
        ),
      ),
    )
    .orderBy("index_id")
    .orderBy("record_type")
    .orderBy("record_id")
    .limit(limit)
    .execute();
  return rows.map(recordAt);
}
