import { type RawBuilder, type Selectable, sql } from "kysely";
import { readCursor } from "#/store/sql/keyset.ts";
import { namesOf, oneOf, selectListed } from "#/store/sql/row-lists.ts";
import { beginsPattern, containsPattern, searchText } from "#/store/sql/search-text.ts";
import type { PlanTable } from "#/store/schema/roster-tables.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";

export type PlanRow = Selectable<PlanTable>;
export type CataloguePlan = Omit<PlanRow, "connection_id" | "search" | "name_search" | "is_seen">;

export function planSearch({ id, payer, name, kind }: Pick<CataloguePlan, "id" | "payer" | "name" | "kind">) {
  return { search: searchText(payer, name, kind, id), name_search: searchText(name) };
}

export async function selectPlans(
  db: Database | Transaction,
  connectionId: string,
  ids: readonly string[],
): Promise<PlanRow[]> {
  if (ids.length === 0) return [];
  return await db
    .selectFrom("plan")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .where("id", "=", oneOf(ids))
    .orderBy("search")
    .orderBy("id")
    .execute();
}

/** The plans with one of these ids or names; a name may be that of several. */
export async function selectPlansNamed(
  db: Database,
  connectionId: string,
  texts: readonly string[],
): Promise<{ text: string; id: string }[]> {
  const { rows } = await sql<{ text: string; id: string }>`
    select said.text, plan.id from plan
    join unnest(${[...texts]}::text[], ${texts.map((text) => searchText(text))}::text[]) as said (text, folded)
      on plan.id = said.text or plan.name_search = said.folded
    where plan.connection_id = ${connectionId}`.execute(db);
  return rows;
}

/** Plan ids that were read and have no name yet. */
export async function selectNamelessPlans(db: Database, connectionId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("plan")
    .select("id")
    .where("connection_id", "=", connectionId)
    .where("source", "=", "seen")
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * One row more than requested, to see whether there is a next page. `fit` is 0 if the name equals the search text, 1 if
 * it begins with it, else 2.
 */
export async function selectPlanPage(
  db: Database,
  connectionId: string,
  { q, cursor, limit }: { q: string | undefined; cursor: string | undefined; limit: number },
): Promise<{ rows: (PlanRow & { fit: number })[]; total: number }> {
  const after = readCursor(cursor, ["integer", "text", "text"]);
  const sought = searchText(q);
  let matching = db.selectFrom("plan").where("connection_id", "=", connectionId);
  if (sought !== "") matching = matching.where("search", "like", containsPattern(q ?? ""));
  const { total } = await matching
    .select((select) => select.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const fit: RawBuilder<number> =
    sought === ""
      ? sql`0`
      : sql`case when name_search = ${sought} then 0 when name_search like ${beginsPattern(q ?? "")} then 1 else 2 end`;
  const rows = await db
    .selectFrom(matching.selectAll().select(fit.as("fit")).as("fitting"))
    .selectAll()
    .$if(after !== undefined, (page) =>
      page.where((where) => where(where.refTuple("fit", "search", "id"), ">", where.tuple(...(after ?? [0, "", ""])))),
    )
    .orderBy("fit")
    .orderBy("search")
    .orderBy("id")
    .limit(limit + 1)
    .execute();
  return { rows, total };
}

const seenColumns = {
  connection_id: "text",
  id: "text",
  source: "text",
  is_seen: "boolean",
  search: "text",
  name_search: "text",
} as const;

/** Adds plan ids that were read, without names; known ones keep theirs. */
export async function insertSeenPlans(trx: Transaction, connectionId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = ids.toSorted().map((id) => ({
    connection_id: connectionId,
    id,
    source: "seen",
    is_seen: true,
    ...planSearch({ id, payer: null, name: null, kind: null }),
  }));
  await trx
    .insertInto("plan")
    .columns(namesOf(seenColumns))
    .expression(selectListed(rows, seenColumns))
    .onConflict((conflict) => conflict.columns(["connection_id", "id"]).doNothing())
    .execute();
  await trx
    .updateTable("plan")
    .set({ is_seen: true })
    .where("connection_id", "=", connectionId)
    .where("id", "=", oneOf(ids))
    .where("is_seen", "=", false)
    .execute();
}

/** Writes the names of a catalogue; the caller selects the rows that change. */
export async function upsertPlans(
  trx: Transaction,
  connectionId: string,
  plans: readonly CataloguePlan[],
): Promise<void> {
  if (plans.length === 0) return;
  await trx
    .insertInto("plan")
    .values(plans.map((plan) => ({ connection_id: connectionId, ...plan, ...planSearch(plan) })))
    .onConflict((conflict) =>
      conflict.columns(["connection_id", "id"]).doUpdateSet((row) => ({
        payer: row.ref("excluded.payer"),
        name: row.ref("excluded.name"),
        kind: row.ref("excluded.kind"),
        source: row.ref("excluded.source"),
        search: row.ref("excluded.search"),
        name_search: row.ref("excluded.name_search"),
      })),
    )
    .execute();
}
