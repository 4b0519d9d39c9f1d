import type { Insertable, Selectable, Updateable } from "kysely";
import { readCursor } from "#/store/sql/keyset.ts";
import type { CreationTable } from "#/store/schema/index-version-tables.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";

export type CreationRow = Selectable<CreationTable>;

/** Throws a unique violation of `creation_open_once` while one of its name and referrer is being sent or its outcome is open. */
export async function insertCreation(trx: Transaction, row: Insertable<CreationTable>): Promise<CreationRow> {
  return await trx.insertInto("creation").values(row).returningAll().executeTakeFirstOrThrow();
}

/** Whether another creation of this name is being sent, or its outcome is open. */
export async function hasOpenCreation(
  trx: Transaction,
  connectionId: string,
  { name, otherThan = "" }: { name: string; otherThan?: string },
): Promise<boolean> {
  const open = await trx
    .selectFrom("creation")
    .select("id")
    .where("connection_id", "=", connectionId)
    .where("name", "=", name)
    .where("id", "<>", otherThan)
    .where("state", "in", ["sending", "unknown"])
    .limit(1)
    .executeTakeFirst();
  return open !== undefined;
}

export async function selectCreation(
  db: Database | Transaction,
  connectionId: string,
  id: string,
): Promise<CreationRow | undefined> {
  return await db
    .selectFrom("creation")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** The creation as it stands, which nobody else changes until the transaction ends. */
export async function lockCreation(trx: Transaction, id: string): Promise<CreationRow | undefined> {
  return await trx.selectFrom("creation").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
}

/** Newest first, with one row more than requested; with `open`, only those with an open outcome. */
export async function selectCreations(
  db: Database,
  connectionId: string,
  {
    open,
    changeSetId,
    cursor,
    limit,
  }: { open: boolean; changeSetId: string | undefined; cursor: string | undefined; limit: number },
): Promise<CreationRow[]> {
  const after = readCursor(cursor, ["number", "text"]);
  let matching = db.selectFrom("creation").selectAll().where("connection_id", "=", connectionId);
  if (changeSetId !== undefined) matching = matching.where("change_set_id", "=", changeSetId);
  if (open) matching = matching.where("state", "in", ["sending", "unknown"]);
  if (after !== undefined)
    matching = matching.where((where) =>
      where(where.refTuple("created_at", "id"), "<", where.tuple(new Date(after[0]), after[1])),
    );
  return await matching
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
}

/** Moves a creation out of one of these states; undefined if it is in none of them. */
export async function moveCreation(
  trx: Transaction,
  id: string,
  from: readonly CreationRow["state"][],
  set: Updateable<CreationTable>,
): Promise<CreationRow | undefined> {
  return await trx
    .updateTable("creation")
    .set(set)
    .where("id", "=", id)
    .where("state", "in", [...from])
    .returningAll()
    .executeTakeFirst();
}

export async function updateCreation(trx: Transaction, id: string, set: Updateable<CreationTable>): Promise<void> {
  await trx.updateTable("creation").set(set).where("id", "=", id).execute();
}

/** Gives the creation of an index version the referrer that it has now, so that the same people see both. */
export async function moveCreationTo(
  trx: Transaction,
  { connectionId, indexId }: { connectionId: string; indexId: string },
  referrer: Pick<CreationRow, "referrer_id" | "referrer_name" | "referrer_practitioner_id">,
): Promise<void> {
  await trx
    .updateTable("creation")
    .set({
      referrer_id: referrer.referrer_id,
      referrer_name: referrer.referrer_name,
      referrer_practitioner_id: referrer.referrer_practitioner_id,
    })
    .where("connection_id", "=", connectionId)
    .where("index_id", "=", indexId)
    .execute();
}

/** Creations that are being sent; for a process that knows that no other one is sending. */
export async function selectSendingCreations(
  db: Database,
  connectionId: string,
  sentBefore: Date,
): Promise<CreationRow[]> {
  return await db
    .selectFrom("creation")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .where("state", "=", "sending")
    .where("sent_at", "<=", sentBefore)
    .execute();
}

/**
 * Creations with an unknown outcome of which it is known what the service listed before. Not those whose name was asked
 * for before in vain: that request may still be carried out.
 */
export async function selectListedUnknownCreations(
  db: Database,
  connectionId: string,
  sentAfter: Date,
): Promise<CreationRow[]> {
  return await db
    .selectFrom("creation")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .where("state", "=", "unknown")
    .where("listed_before", "is not", null)
    .where("sent_at", ">", sentAfter)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom("creation as earlier")
            .select("earlier.id")
            .whereRef("earlier.connection_id", "=", "creation.connection_id")
            .whereRef("earlier.name", "=", "creation.name")
            .where("earlier.state", "in", ["not created", "abandoned"]),
        ),
      ),
    )
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** Creations whose roster was read and whose overrides of another directory are still to be staged. */
export async function selectCreationsToStart(db: Database, connectionId: string): Promise<CreationRow[]> {
  return await db
    .selectFrom("creation")
    .innerJoin("roster_import", "roster_import.id", "creation.roster_import_id")
    .selectAll("creation")
    .where("creation.connection_id", "=", connectionId)
    .where("creation.overrides_from", "is not", null)
    .where("creation.change_set_id", "is", null)
    .where("roster_import.state", "=", "done")
    .orderBy("creation.created_at")
    .orderBy("creation.id")
    .execute();
}
