import { liveStates, stagedStates } from "@dc/directory";
import { oneOf } from "#/store/sql/row-lists.ts";
import type { ChangeRow } from "./changes.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";

/**
 * The applied changes that are reverted now that these are applied, each with one of those that take it back: those that
 * nothing else has still to take back.
 */
export async function selectRevertedBy(
  trx: Transaction,
  changeIds: readonly string[],
): Promise<(ChangeRow & { taken_by: string })[]> {
  if (changeIds.length === 0) return [];
  return await trx
    .with("taken", (db) =>
      db
        .selectFrom("change_revert")
        .select(({ fn }) => ["reverted_id", fn.max("change_id").as("taken_by")])
        .where("change_id", "=", oneOf(changeIds))
        .groupBy("reverted_id"),
    )
    .selectFrom("change")
    .innerJoin("taken", "taken.reverted_id", "change.id")
    .selectAll("change")
    .select("taken.taken_by")
    .where("change.state", "=", "applied")
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom("change_revert as other")
            .innerJoin("change as taking", "taking.id", "other.change_id")
            .select("taking.id")
            .whereRef("other.reverted_id", "=", "change.id")
            .where("taking.state", "in", [...stagedStates, ...liveStates.filter((state) => state !== "applied")]),
        ),
      ),
    )
    .orderBy("change.approval_order", "desc")
    .execute();
}

/** The changes of a set that another one is about to take back, with the change that does. */
export async function selectPendingReverts(
  db: Database | Transaction,
  changeSetId: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom("change_revert as taking_back")
    .innerJoin("change as reverted", "reverted.id", "taking_back.reverted_id")
    .innerJoin("change as taking", "taking.id", "taking_back.change_id")
    .select(["reverted.id as reverted_id", "taking.id as change_id"])
    .where("reverted.change_set_id", "=", changeSetId)
    .where("taking.state", "in", [...stagedStates, ...liveStates])
    .execute();
  return new Map(rows.map((row) => [row.reverted_id, row.change_id]));
}

/** The changes that these took back, each with the one that did. */
export async function selectTakenBackBy(
  db: Database | Transaction,
  ids: readonly string[],
): Promise<(ChangeRow & { taken_by: string })[]> {
  if (ids.length === 0) return [];
  return await db
    .selectFrom("change_revert as taking_back")
    .innerJoin("change", "change.id", "taking_back.reverted_id")
    .selectAll("change")
    .select("taking_back.change_id as taken_by")
    .where("taking_back.change_id", "=", oneOf(ids))
    .where("change.state", "=", "reverted")
    .execute();
}

/** Those of these changes that take back others. */
export async function selectReverting(
  db: Database | Transaction,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom("change_revert").select("change_id").where("change_id", "=", oneOf(ids)).execute();
  return new Set(rows.map((row) => row.change_id));
}
