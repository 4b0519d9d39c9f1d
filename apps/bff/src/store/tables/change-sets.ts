import type { ChangeState } from "@dc/directory";
import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import type { ChangeSetTable } from "#/store/schema/ledger-tables.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";

export type ChangeSetRow = Selectable<ChangeSetTable>;

export async function insertChangeSet(trx: Transaction, row: Insertable<ChangeSetTable>): Promise<ChangeSetRow> {
  return await trx.insertInto("change_set").values(row).returningAll().executeTakeFirstOrThrow();
}

export async function selectChangeSet(
  db: Database | Transaction,
  connectionId: string,
  id: string,
): Promise<ChangeSetRow | undefined> {
  return await db
    .selectFrom("change_set")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** As `selectChangeSet`, locked until the transaction ends, so that nobody else modifies the set meanwhile. */
export async function lockChangeSet(
  trx: Transaction,
  connectionId: string,
  id: string,
): Promise<ChangeSetRow | undefined> {
  return await trx
    .selectFrom("change_set")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** Updates the row if it still has the version that was read; undefined if it was modified concurrently. */
export async function updateChangeSet(
  trx: Transaction,
  before: ChangeSetRow,
  set: Updateable<ChangeSetTable>,
): Promise<ChangeSetRow | undefined> {
  return await trx
    .updateTable("change_set")
    .set({ ...set, version: before.version + 1 })
    .where("id", "=", before.id)
    .where("version", "=", before.version)
    .returningAll()
    .executeTakeFirst();
}

/** Deletes an empty set. */
export async function deleteChangeSet(trx: Transaction, id: string): Promise<void> {
  await trx.deleteFrom("change_set").where("id", "=", id).execute();
}

/** Newest first, after a cursor's key. */
export async function selectChangeSets(
  db: Database | Transaction,
  {
    connectionId,
    indexId,
    after,
    limit,
  }: {
    connectionId: string;
    indexId: string | undefined;
    after: { createdAt: Date; id: string } | null;
    limit: number;
  },
): Promise<ChangeSetRow[]> {
  return await db
    .selectFrom("change_set")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .$if(indexId !== undefined, (query) => query.where("index_id", "=", indexId ?? ""))
    .$if(after !== null, (query) =>
      query.where((where) =>
        where(where.refTuple("created_at", "id"), "<", where.tuple(after?.createdAt ?? new Date(0), after?.id ?? "")),
      ),
    )
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

export async function countChangeSets(
  db: Database | Transaction,
  connectionId: string,
  indexId: string | undefined,
): Promise<number> {
  const { count } = await db
    .selectFrom("change_set")
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("connection_id", "=", connectionId)
    .$if(indexId !== undefined, (query) => query.where("index_id", "=", indexId ?? ""))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The content of a set: the number of changes by state, and what they are about. */
export interface ChangeSetContents {
  states: Map<ChangeState, number>;
  /** Whether the console still asks what became of an unknown change. */
  isReadAgain: boolean;
  records: number;
  fields: number;
  firstField: string | null;
  firstRecordName: string | null;
  firstRecordId: string | null;
  /** The numbers of created and of deleted records. */
  created: number;
  deleted: number;
}

/**
 * The content of these sets. A record that is on no roster is named by the first of these meanings that its creation
 * sets.
 */
export async function selectContents(
  db: Database | Transaction,
  ids: readonly string[],
  nameMeanings: readonly string[],
): Promise<Map<string, ChangeSetContents>> {
  const found = new Map<string, ChangeSetContents>();
  if (ids.length === 0) return found;
  const ofOperation = (op: "create" | "delete") =>
    sql<number>`count(*) filter (where change.field is null and change.operation ->> 'op' = ${op})`;
  const given = nameMeanings.map((meaning) => sql`change.operation -> 'fields' ->> ${meaning}`);
  const about = await db
    .selectFrom("change")
    .leftJoin("roster_entry", (join) =>
      join
        .onRef("roster_entry.connection_id", "=", "change.connection_id")
        .onRef("roster_entry.index_id", "=", "change.index_id")
        .onRef("roster_entry.record_type", "=", "change.record_type")
        .onRef("roster_entry.record_id", "=", "change.record_id"),
    )
    .select((select) => [
      "change.change_set_id as id",
      sql<number>`count(distinct (change.record_type, change.record_id))`.as("records"),
      sql<number>`count(distinct change.field)`.as("fields"),
      select.fn.min("change.field").as("first_field"),
      sql<string | null>`min(coalesce(${sql.join([sql.ref("roster_entry.name"), ...given])}))`.as("first_name"),
      ofOperation("create").as("created"),
      ofOperation("delete").as("deleted"),
      select.fn.min("change.record_id").as("first_record"),
    ])
    .where("change.change_set_id", "in", [...ids])
    .groupBy("change.change_set_id")
    .execute();
  for (const row of about) {
    found.set(row.id, {
      states: new Map(),
      isReadAgain: false,
      records: Number(row.records),
      fields: Number(row.fields),
      firstField: row.first_field,
      firstRecordName: row.first_name,
      firstRecordId: row.first_record,
      created: Number(row.created),
      deleted: Number(row.deleted),
    });
  }
  const counted = await db
    .selectFrom("change")
    .select((select) => [
      "change_set_id as id",
      "state",
      select.fn.countAll<number>().as("count"),
      sql<boolean>`bool_or(state = 'unknown' and try_after is not null)`.as("is_read_again"),
    ])
    .where("change_set_id", "in", [...ids])
    .groupBy(["change_set_id", "state"])
    .execute();
  for (const row of counted) {
    const content = found.get(row.id);
    content?.states.set(row.state, Number(row.count));
    if (content !== undefined && row.is_read_again) content.isReadAgain = true;
  }
  return found;
}

export async function nextApprovalOrder(trx: Transaction): Promise<number> {
  const { rows } = await sql<{ next: number }>`select nextval('approval_order') as next`.execute(trx);
  return Number(rows[0]?.next);
}
