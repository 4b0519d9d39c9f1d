import { sql } from "kysely";
import type { Database } from "#/store/sql/transaction.ts";

interface Visit {
  id: string;
  personId: string;
  connectionId: string;
  page: string;
}

/** So long a visit lasts that is not renewed; it is every ten seconds. */
export const ALIVE_MS = 25_000;
/** Pages that one person can have open; who opens more is seen on the newest. */
const MOST_OF_PERSON = 16;

/** Begins or renews a visit, and ends those that nobody has renewed since `aliveSince`. */
export async function renewVisit(
  db: Database,
  { id, personId, connectionId, page }: Visit,
  { now, aliveSince }: { now: Date; aliveSince: Date },
): Promise<void> {
  await sql`delete from page_visit where (person_id, id) in
    (select person_id, id from page_visit where seen_at < ${aliveSince} for update skip locked)`.execute(db);
  await sql`insert into page_visit (person_id, id, connection_id, page, began_at, seen_at)
    values (${personId}, ${id}, ${connectionId}, ${page}, ${now}, ${now})
    on conflict (person_id, id) do update set connection_id = excluded.connection_id, page = excluded.page,
      began_at = case when page_visit.page = excluded.page then page_visit.began_at else excluded.began_at end,
      seen_at = excluded.seen_at`.execute(db);
  await sql`delete from page_visit where person_id = ${personId} and id not in
    (select id from page_visit where person_id = ${personId} order by began_at desc, id limit ${MOST_OF_PERSON})`.execute(
    db,
  );
}

export async function endVisit(db: Database, personId: string, id: string): Promise<void> {
  await db.deleteFrom("page_visit").where("person_id", "=", personId).where("id", "=", id).execute();
}

/** The ids of the others who are at a page, who came first before others. */
export async function selectOtherVisitors(
  db: Database,
  { personId, connectionId, page }: Omit<Visit, "id">,
  { aliveSince, limit }: { aliveSince: Date; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom("page_visit")
    .select("person_id")
    .where("connection_id", "=", connectionId)
    .where("page", "=", page)
    .where("person_id", "<>", personId)
    .where("seen_at", ">=", aliveSince)
    .groupBy("person_id")
    .orderBy(({ fn }) => fn.min("began_at"))
    .orderBy("person_id")
    .limit(limit)
    .execute();
  return rows.map(({ person_id }) => person_id);
}
