import type { FieldKind, Operation } from "@dc/directory";
import { sql } from "kysely";
import type { Database, Transaction } from "#/store/sql/transaction.ts";
import type { Actor } from "#/store/schema/stored-values.ts";
import { amongRecords } from "#/store/sql/among-records.ts";
import { oneOf } from "#/store/sql/row-lists.ts";
import type { ChangeRow, RecordsOfIndex } from "./changes.ts";

/**
 * A field of a record type with overrides or drafts, counted over all indices; an empty field stands for the whole
 * record.
 */
export interface DecidedField {
  type: string;
  field: string;
  /** Null if the field is set by a creation. */
  kind: FieldKind | null;
  /** The number of records where it is overridden in the service, overridden but not yet sent, and drafted. */
  applied: number;
  held: number;
  drafts: number;
}

/** Every field with an override or a draft in the connection. */
export async function selectDecidedFields(db: Database | Transaction, connectionId: string): Promise<DecidedField[]> {
  const { rows } = await sql<DecidedField>`
    with decided as (
      select o.index_id, o.record_type, o.record_id, o.field, change.kind,
        case when o.state = 'applied' then 'applied' else 'held' end as standing
      from override o join change on change.id = o.change_id
      where o.connection_id = ${connectionId}
      union
      select index_id, record_type, record_id, coalesce(field, ''), kind, 'draft' from change
      where connection_id = ${connectionId} and state in ('draft', 'in review', 'approved', 'queued')
      union
      select index_id, record_type, record_id, name, null,
        case when state in ('draft', 'in review', 'approved', 'queued') then 'draft' else 'held' end
      from change, json_object_keys(operation -> 'fields') as name
      where connection_id = ${connectionId} and operation ->> 'op' = 'create'
        and state in ('draft', 'in review', 'approved', 'queued', 'sending', 'held', 'unknown', 'deferred')
    )
    select record_type as type, field, kind, (count(*) filter (where standing = 'applied'))::integer as applied,
      (count(*) filter (where standing = 'held'))::integer as held,
      (count(*) filter (where standing = 'draft'))::integer as drafts
    from decided group by record_type, field, kind order by record_type, field, kind`.execute(db);
  return rows;
}

/** The number of held changes of the connection by record type and kind of operation. */
export async function countHeldChanges(
  db: Database,
  connectionId: string,
): Promise<{ type: string; op: Operation["op"]; held: number }[]> {
  const op = sql<Operation["op"]>`operation ->> 'op'`;
  return await db
    .selectFrom("change")
    .select((select) => ["record_type as type", op.as("op"), select.fn.countAll<number>().as("held")])
    .where("connection_id", "=", connectionId)
    .where("state", "=", "held")
    .groupBy(["record_type", op])
    .execute();
}

/** The latest withdrawn changes of these records, newest first, with who withdrew them according to the journal. */
export async function selectWithdrawnOn(
  db: Database,
  { connectionId, indexId, records }: RecordsOfIndex,
  limit: number,
): Promise<(ChangeRow & { withdrawn_by: Actor | null })[]> {
  if (records.length === 0) return [];
  return await db
    .selectFrom("change")
    .selectAll()
    .select((select) =>
      select
        .selectFrom("journal")
        .select("journal.actor")
        .whereRef("journal.subject", "=", "change.id")
        .orderBy("journal.seq", "desc")
        .limit(1)
        .as("withdrawn_by"),
    )
    .where("connection_id", "=", connectionId)
    .where("index_id", "=", indexId)
    .where(amongRecords(records))
    .where("state", "=", "withdrawn")
    .orderBy("updated_at", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Who withdrew last a change of each of these sets, when, why and by what; without those that the console ended. */
export async function selectLastWithdrawn(
  db: Database | Transaction,
  changeSetIds: readonly string[],
): Promise<ReadonlyMap<string, NonNullable<ChangeRow["withdrawn"]> & { at: Date }>> {
  if (changeSetIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; withdrawn: NonNullable<ChangeRow["withdrawn"]>; at: Date }>`
    select distinct on (change_set_id) change_set_id as id, withdrawn, updated_at as at from change
    where change_set_id = ${oneOf(changeSetIds)} and state = 'withdrawn' and withdrawn is not null
    order by change_set_id, updated_at desc, id`.execute(db);
  return new Map(rows.map(({ id, withdrawn, at }) => [id, { ...withdrawn, at }]));
}

/** The changes that decide the overrides of an index, in the order of approval. */
export async function selectDecidingChanges(db: Database, connectionId: string, indexId: string): Promise<ChangeRow[]> {
  return await db
    .selectFrom("change")
    .selectAll()
    .where("id", "in", (where) =>
      where
        .selectFrom("override")
        .select("change_id")
        .where("connection_id", "=", connectionId)
        .where("index_id", "=", indexId),
    )
    .orderBy("approval_order")
    .orderBy("id")
    .execute();
}

/** The held changes of an index, of one set, or of one index in it, in the order of approval. */
export async function selectHeldChanges(
  db: Database | Transaction,
  { connectionId, indexId, changeSetId }: { connectionId: string; indexId?: string; changeSetId?: string },
): Promise<ChangeRow[]> {
  let query = db.selectFrom("change").selectAll().where("connection_id", "=", connectionId).where("state", "=", "held");
  if (indexId !== undefined) query = query.where("index_id", "=", indexId);
  if (changeSetId !== undefined) query = query.where("change_set_id", "=", changeSetId);
  return await query.orderBy("approval_order").orderBy("id").execute();
}
