import { type Insertable, type Selectable, sql } from "kysely";
import type { LeftInCatalogue, PlanImportTable, PlanNames } from "#/store/schema/roster-tables.ts";
import type { TakenBack } from "#/store/schema/stored-values.ts";
import { json, jsonOrNull } from "#/store/sql/json.ts";
import { namesOf, selectListed } from "#/store/sql/row-lists.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";
import { isStagedOrLive } from "#/store/tables/changes/changes.ts";

export type PlanImport = Selectable<PlanImportTable>;

/** A plan that an import added, or gave other names. */
export interface PlanImportRow {
  id: string;
  /** Null for what it added. */
  before: PlanNames | null;
  after: PlanNames;
}

const BATCH = 1_000;
/** So many imports of a connection are kept. */
const MOST_KEPT = 50;

const rowColumns = {
  connection_id: "text",
  import_id: "text",
  plan_id: "text",
  before: "json",
  after: "json",
} as const;

/** Keeps an import with what it changed, in the place of the oldest. */
export async function insertPlanImport(
  trx: Transaction,
  run: Insertable<PlanImportTable>,
  rows: readonly PlanImportRow[],
): Promise<void> {
  const { connection_id: connectionId, id } = run;
  await trx.insertInto("plan_import").values(run).execute();
  for (let at = 0; at < rows.length; at += BATCH) {
    const listed = rows.slice(at, at + BATCH).map((row) => ({
      connection_id: connectionId,
      import_id: id,
      plan_id: row.id,
      before: jsonOrNull(row.before),
      after: json(row.after),
    }));
    await trx
      .insertInto("plan_import_row")
      .columns(namesOf(rowColumns))
      .expression(selectListed(listed, rowColumns))
      .execute();
  }
  await sql`delete from plan_import where connection_id = ${connectionId} and id in (
    select id from plan_import where connection_id = ${connectionId}
    order by created_at desc, id desc offset ${MOST_KEPT})`.execute(trx);
}

/** All that are kept, newest first. */
export async function selectPlanImports(db: Database, connectionId: string): Promise<PlanImport[]> {
  return await db
    .selectFrom("plan_import")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

/** An import, locked until the transaction ends. */
export async function lockPlanImport(
  trx: Transaction,
  { connectionId, id }: { connectionId: string; id: string },
): Promise<PlanImport | undefined> {
  return await trx
    .selectFrom("plan_import")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

export async function setTakenBack(
  trx: Transaction,
  { connection_id: connectionId, id }: Pick<PlanImport, "connection_id" | "id">,
  takenBack: TakenBack<LeftInCatalogue>,
): Promise<void> {
  await trx
    .updateTable("plan_import")
    .set({ taken_back: json(takenBack) })
    .where("connection_id", "=", connectionId)
    .where("id", "=", id)
    .execute();
}

/** What an import changed, with what is there now, whether records that were read have it, and whether a change names it that is staged or live. */
export interface ImportedPlan extends PlanImportRow {
  now: PlanNames | null;
  is_seen: boolean;
  is_used: boolean;
}

export async function selectImportedPlans(
  trx: Transaction,
  { connection_id: connectionId, id }: Pick<PlanImport, "connection_id" | "id">,
): Promise<ImportedPlan[]> {
  const { rows } = await sql<ImportedPlan>`
    with named as materialized (
      select operation ->> 'element' as id from change where connection_id = ${connectionId} and ${isStagedOrLive}
      union select operation ->> 'by' from change where connection_id = ${connectionId} and ${isStagedOrLive}
      union select member from change, json_array_elements_text(case when json_typeof(operation -> 'value') = 'array'
          then operation -> 'value' else '[]' end) as member
        where connection_id = ${connectionId} and ${isStagedOrLive})
    select kept.plan_id as id, kept.before, kept.after, coalesce(plan.is_seen, false) as is_seen,
      case when plan.id is not null then json_build_object('payer', payer, 'name', name, 'kind', kind, 'source', source) end as now,
      exists (select from named where named.id = kept.plan_id) as is_used
    from plan_import_row as kept
    left join plan on plan.connection_id = kept.connection_id and plan.id = kept.plan_id
    where kept.connection_id = ${connectionId} and kept.import_id = ${id}
    order by kept.plan_id`.execute(trx);
  return rows;
}

export async function deletePlans(trx: Transaction, connectionId: string, ids: readonly string[]): Promise<void> {
  await sql`delete from plan where connection_id = ${connectionId} and id = any(${[...ids]}::text[])`.execute(trx);
}
