import { type Insertable, sql, type Updateable } from "kysely";
import { json, jsonOrNull } from "#/store/sql/json.ts";
import { namesOf, selectListed } from "#/store/sql/row-lists.ts";
import type { ChangeTable } from "#/store/schema/ledger-tables.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import type { AssignedId } from "#/store/tables/assigned-ids.ts";
import type { ChangeRow, LedgerColumns } from "#/store/tables/changes.ts";

export async function insertChange(trx: Transaction, row: Insertable<ChangeTable>): Promise<ChangeRow> {
  return await trx.insertInto("change").values(row).returningAll().executeTakeFirstOrThrow();
}

/** A draft as it is staged; JSON values have the form in which they are read. */
export type NewDraft = LedgerColumns &
  Pick<
    ChangeRow,
    "connection_id" | "change_set_id" | "index_id" | "evidence_id" | "value_before" | "created_by" | "created_at"
  >;

/** Inserts drafts in the given order. */
export async function insertDrafts(trx: Transaction, drafts: readonly NewDraft[]): Promise<ChangeRow[]> {
  if (drafts.length === 0) return [];
  const rows = drafts.map((draft) => ({
    ...draft,
    operation: json(draft.operation),
    base_seen: jsonOrNull(draft.base_seen),
    value_before: jsonOrNull(draft.value_before),
    created_by: json(draft.created_by),
    updated_at: draft.created_at,
  }));
  const kept = await trx
    .insertInto("change")
    .columns(namesOf(draftColumns))
    .expression(selectListed(rows, draftColumns))
    .returningAll()
    .execute();
  const rowOf = new Map(kept.map((row) => [row.id, row]));
  return drafts.flatMap(({ id }) => rowOf.get(id) ?? []);
}

const draftColumns = {
  id: "text",
  connection_id: "text",
  change_set_id: "text",
  index_id: "text",
  record_type: "text",
  record_id: "text",
  field: "text",
  kind: "text",
  operation: "json",
  policy: "text",
  approval_order: "bigint",
  evidence_id: "text",
  base_seen: "json",
  value_before: "json",
  state: "text",
  created_by: "json",
  created_at: "timestamptz",
  updated_at: "timestamptz",
} as const;

/** Updates the row if it still has the version that was read; undefined if it was modified concurrently. */
export async function updateChange(
  trx: Transaction,
  before: ChangeRow,
  set: Updateable<ChangeTable>,
  now: Date,
): Promise<ChangeRow | undefined> {
  return await trx
    .updateTable("change")
    .set({ ...set, updated_at: now, version: before.version + 1 })
    .where("id", "=", before.id)
    .where("version", "=", before.version)
    .where("state", "=", before.state)
    .returningAll()
    .executeTakeFirst();
}

/** Deletes a draft; undefined if it is no longer a draft. */
export async function deleteDraft(trx: Transaction, connectionId: string, id: string): Promise<ChangeRow | undefined> {
  return await trx
    .deleteFrom("change")
    .where("connection_id", "=", connectionId)
    .where("id", "=", id)
    .where("state", "=", "draft")
    .returningAll()
    .executeTakeFirst();
}

/** Deletes every change of a set. */
export async function deleteChangesOfSet(trx: Transaction, changeSetId: string): Promise<void> {
  await trx.deleteFrom("change").where("change_set_id", "=", changeSetId).execute();
}

/**
 * Replaces the provisional id with the assigned one in the changes of the record and in the values of other changes of
 * the index. Returns the records of those others.
 */
export async function renameRecordInChanges(
  trx: Transaction,
  { connectionId, indexId, type, provisionalId, recordId }: AssignedId,
): Promise<{ type: string; id: string }[]> {
  await sql`update change set record_id = ${recordId} where connection_id = ${connectionId} and index_id = ${indexId}
    and record_type = ${type} and record_id = ${provisionalId}`.execute(trx);
  const [ours, theirs] = [JSON.stringify(provisionalId), JSON.stringify(recordId)];
  const { rows } = await sql<{ type: string; id: string }>`
    update change set operation = replace(operation::text, ${ours}, ${theirs})::json,
      intended = replace(intended::text, ${ours}, ${theirs})::json
    where connection_id = ${connectionId} and index_id = ${indexId}
      and (strpos(operation::text, ${ours}) > 0 or strpos(intended::text, ${ours}) > 0)
    returning record_type as type, record_id as id`.execute(trx);
  return rows;
}
