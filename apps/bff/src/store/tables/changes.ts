import type { Change, ChangeState, RecordKey } from "@dc/directory";
import type { Insertable, Selectable, Updateable } from "kysely";
import { amongRecords } from "#/store/sql/among-records.ts";
import { json, jsonOrNull } from "#/store/sql/json.ts";
import { namesOf, selectListed } from "#/store/sql/row-lists.ts";
import type { ChangeTable } from "#/store/sql/schema.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";

export type ChangeRow = Selectable<ChangeTable>;

/** States in which a change is part of W. */
export const liveStates = [
  "sending",
  "applied",
  "held",
  "unknown",
  "deferred",
] as const satisfies readonly ChangeState[];
/** States in which a change is part of the preview. */
const stagedStates = ["draft", "in review", "approved"] as const satisfies readonly ChangeState[];

type LedgerColumns = Pick<
  ChangeRow,
  | "id"
  | "record_type"
  | "record_id"
  | "field"
  | "kind"
  | "operation"
  | "state"
  | "policy"
  | "approval_order"
  | "base_seen"
>;

/** The place of a change in the order of approval. */
export function orderOf({ approval_order: order }: Pick<ChangeRow, "approval_order">): number {
  return order ?? 0;
}

/** The change as the domain folds it. */
export function toLedgerChange(row: LedgerColumns): Change {
  return {
    id: row.id,
    record: { type: row.record_type, id: row.record_id },
    ...(row.field === null ? {} : { field: row.field }),
    ...(row.kind === null ? {} : { kind: row.kind }),
    operation: row.operation,
    state: row.state,
    policy: row.policy,
    order: row.approval_order,
    baseSeen: row.base_seen,
  };
}

export async function insertChange(trx: Transaction, row: Insertable<ChangeTable>): Promise<ChangeRow> {
  return await trx.insertInto("change").values(row).returningAll().executeTakeFirstOrThrow();
}

/** A draft as it is staged; what it holds of JSON is as it will be read. */
export type NewDraft = LedgerColumns &
  Pick<
    ChangeRow,
    "connection_id" | "change_set_id" | "index_id" | "evidence_id" | "value_before" | "created_by" | "created_at"
  >;

/** Keeps drafts, in the order in which they are given. */
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

/** Whether anything but drafts lies in a set. */
export async function hasMoreThanDrafts(trx: Transaction, changeSetId: string): Promise<boolean> {
  const found = await trx
    .selectFrom("change")
    .select("id")
    .where("change_set_id", "=", changeSetId)
    .where("state", "!=", "draft")
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export async function selectChange(
  db: Database | Transaction,
  connectionId: string,
  id: string,
): Promise<ChangeRow | undefined> {
  return await db
    .selectFrom("change")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Every change of a set, in the order in which they were approved, else staged. */
export async function selectChangesOfSet(db: Database | Transaction, changeSetId: string): Promise<ChangeRow[]> {
  return await db
    .selectFrom("change")
    .selectAll()
    .where("change_set_id", "=", changeSetId)
    .orderBy("approval_order", (order) => order.asc().nullsLast())
    .orderBy("staged_order")
    .execute();
}

/** The live and staged changes on these records of an index, in the order of approval, then of staging. */
export async function selectChangesOnRecords(
  db: Database | Transaction,
  {
    connectionId,
    indexId,
    records,
    states = [...liveStates, ...stagedStates],
  }: RecordsOfIndex & { states?: readonly ChangeState[] },
): Promise<ChangeRow[]> {
  if (records.length === 0) return [];
  return await db
    .selectFrom("change")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .where("index_id", "=", indexId)
    .where(amongRecords(records))
    .where("state", "in", [...states])
    .orderBy("approval_order", (order) => order.asc().nullsLast())
    .orderBy("staged_order")
    .execute();
}

export interface RecordsOfIndex {
  connectionId: string;
  indexId: string;
  records: readonly RecordKey[];
}

/** Every live change of an index, or of all indices of the connection. */
export async function selectLiveChanges(
  db: Database | Transaction,
  connectionId: string,
  indexId?: string,
): Promise<ChangeRow[]> {
  return await db
    .selectFrom("change")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .$if(indexId !== undefined, (query) => query.where("index_id", "=", indexId ?? ""))
    .where("state", "in", [...liveStates])
    .orderBy("approval_order")
    .orderBy("id")
    .execute();
}

/** Changes the row if it is still in the version that was read; undefined when somebody was faster. */
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

/** Takes a draft away; undefined when it is no draft any more. */
export async function deleteDraft(trx: Transaction, connectionId: string, id: string): Promise<ChangeRow | undefined> {
  return await trx
    .deleteFrom("change")
    .where("connection_id", "=", connectionId)
    .where("id", "=", id)
    .where("state", "=", "draft")
    .returningAll()
    .executeTakeFirst();
}

/** The changes of a set in the order in which they were staged, after a key. */
export async function selectChangePage(
  db: Database | Transaction,
  {
    changeSetId,
    state,
    after,
    limit,
  }: {
    changeSetId: string;
    state: ChangeState | undefined;
    after: { createdAt: Date; id: string } | null;
    limit: number;
  },
): Promise<ChangeRow[]> {
  let query = db.selectFrom("change").selectAll().where("change_set_id", "=", changeSetId);
  if (state !== undefined) query = query.where("state", "=", state);
  if (after !== null)
    query = query.where((where) =>
      where(where.refTuple("created_at", "id"), ">", where.tuple(after.createdAt, after.id)),
    );
  return await query.orderBy("created_at").orderBy("id").limit(limit).execute();
}

export async function selectChangesByIds(db: Database | Transaction, ids: readonly string[]): Promise<ChangeRow[]> {
  if (ids.length === 0) return [];
  return await db
    .selectFrom("change")
    .selectAll()
    .where("id", "in", [...ids])
    .execute();
}

/** The held changes of an index or of one set, in the order of approval. */
export async function selectHeldChanges(
  db: Database | Transaction,
  { connectionId, indexId, changeSetId }: { connectionId: string; indexId: string; changeSetId?: string },
): Promise<ChangeRow[]> {
  let query = db
    .selectFrom("change")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .where("index_id", "=", indexId)
    .where("state", "=", "held");
  if (changeSetId !== undefined) query = query.where("change_set_id", "=", changeSetId);
  return await query.orderBy("approval_order").orderBy("id").execute();
}
