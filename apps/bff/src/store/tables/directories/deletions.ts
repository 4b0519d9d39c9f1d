import type { Insertable, Selectable, Updateable } from "kysely";
import type { DeletionTable } from "#/store/schema/index-version-tables.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";

export type DeletionRow = Selectable<DeletionTable>;

/** Throws a unique violation of `deletion_open_once` while another deletion of the index version is open. */
export async function insertDeletion(trx: Transaction, row: Insertable<DeletionTable>): Promise<DeletionRow> {
  return await trx.insertInto("deletion").values(row).returningAll().executeTakeFirstOrThrow();
}

/** The deletion of an index version that is open, else the newest. */
export async function selectLatestDeletion(
  db: Database | Transaction,
  connectionId: string,
  indexId: string,
): Promise<DeletionRow | undefined> {
  return await db
    .selectFrom("deletion")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .where("index_id", "=", indexId)
    .orderBy((order) => order.case().when("state", "in", ["held", "sending", "unknown"]).then(0).else(1).end())
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

export async function selectDeletionsIn(
  db: Database | Transaction,
  connectionId: string,
  state: DeletionRow["state"],
): Promise<DeletionRow[]> {
  return await db
    .selectFrom("deletion")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .where("state", "=", state)
    .orderBy("created_at")
    .execute();
}

/** Moves a deletion out of one of these states; undefined if it is in none of them. */
export async function moveDeletion(
  trx: Transaction,
  id: string,
  from: readonly DeletionRow["state"][],
  set: Updateable<DeletionTable>,
): Promise<DeletionRow | undefined> {
  return await trx
    .updateTable("deletion")
    .set(set)
    .where("id", "=", id)
    .where("state", "in", [...from])
    .returningAll()
    .executeTakeFirst();
}

/** Archives an index version that the service has no more. */
export async function markDeleted(
  trx: Transaction,
  { connectionId, indexId, now }: { connectionId: string; indexId: string; now: Date },
): Promise<void> {
  await trx
    .updateTable("index_version")
    .set((set) => ({
      deleted_at: now,
      archived_at: set.fn.coalesce("archived_at", set.val(now)),
      version: set("version", "+", 1),
    }))
    .where("connection_id", "=", connectionId)
    .where("id", "=", indexId)
    .executeTakeFirstOrThrow();
}

/** How many changes of an index version are on their way to the service, or have an unknown outcome. */
export async function countUnsettledChanges(
  db: Database | Transaction,
  connectionId: string,
  indexId: string,
): Promise<number> {
  const { unsettled } = await db
    .selectFrom("change")
    .select((select) => select.fn.countAll<number>().as("unsettled"))
    .where("connection_id", "=", connectionId)
    .where("index_id", "=", indexId)
    .where("state", "in", ["queued", "deferred", "sending", "unknown"])
    .executeTakeFirstOrThrow();
  return unsettled;
}
