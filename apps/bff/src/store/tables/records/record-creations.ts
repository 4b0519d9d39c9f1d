import { sql } from "kysely";
import type { ChangeRow } from "#/store/tables/changes/changes.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";
import { type ChangeState, type RecordKey, recordKey } from "@dc/directory";
import { amongRecords, recordOf } from "#/store/sql/among-records.ts";
import type { RosterOf } from "#/store/tables/directories/roster.ts";

type RecordOfIndex = Pick<ChangeRow, "connection_id" | "index_id" | "record_type" | "record_id">;

const isCreation = sql<boolean>`change.operation ->> 'op' = 'create'`;

/** The creations of these records in any state; the latest attempt comes last. */
export async function selectCreationsOf(
  db: Database | Transaction,
  records: readonly RecordOfIndex[],
): Promise<Pick<ChangeRow, "index_id" | "record_type" | "record_id" | "operation">[]> {
  const [first] = records;
  if (first === undefined) return [];
  return await db
    .selectFrom("change")
    .select(["index_id", "record_type", "record_id", "operation"])
    .where("connection_id", "=", first.connection_id)
    .where("index_id", "in", [...new Set(records.map((record) => record.index_id))])
    .where("record_type", "in", [...new Set(records.map((record) => record.record_type))])
    .where("record_id", "in", [...new Set(records.map((record) => record.record_id))])
    .where("field", "is", null)
    .where(isCreation)
    .orderBy("staged_order")
    .execute();
}

/** The ids of records that are staged to be created in an index with this value in a field. */
export async function selectStagedToBeCreated(
  db: Database,
  {
    connectionId,
    indexId,
    type,
    field,
    value,
  }: { connectionId: string; indexId: string; type: string; field: string; value: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom("change")
    .select("record_id")
    .where("connection_id", "=", connectionId)
    .where("state", "in", ["draft", "in review", "approved", "queued"])
    .where("index_id", "=", indexId)
    .where("record_type", "=", type)
    .where("record_id", ">=", "new_")
    .where("record_id", "<", "new`")
    .where("field", "is", null)
    .where(isCreation)
    .where(sql<boolean>`change.operation -> 'fields' ->> ${field} = ${value}`)
    .orderBy("staged_order")
    .execute();
  return [...new Set(rows.map((row) => row.record_id))];
}

/** The last change that creates a record. */
export async function selectCreationOf(
  db: Database,
  { connectionId, indexId, id }: { connectionId: string; indexId: string; id: string },
): Promise<Pick<ChangeRow, "state"> | undefined> {
  return await db
    .selectFrom("change")
    .select("state")
    .where("connection_id", "=", connectionId)
    .where("index_id", "=", indexId)
    .where("record_id", "=", id)
    .where("field", "is", null)
    .where(isCreation)
    .orderBy("staged_order", "desc")
    .limit(1)
    .executeTakeFirst();
}

export interface RecordLifecycle {
  op: "create" | "delete";
  state: ChangeState;
  changeId: string;
}

/** The live creation or deletion of each of these records that has one. */
export async function selectRecordLifecycles(
  db: Database,
  { connectionId, indexId, records }: RosterOf & { records: readonly RecordKey[] },
): Promise<(record: RecordKey) => RecordLifecycle | null> {
  if (records.length === 0) return () => null;
  const rows = await db
    .selectFrom("override")
    .innerJoin("change", "change.id", "override.change_id")
    .select(["override.record_type", "override.record_id", "override.change_id", "override.state"])
    .select(sql<"create" | "delete">`change.operation ->> 'op'`.as("op"))
    .where("override.connection_id", "=", connectionId)
    .where("override.index_id", "=", indexId)
    .where(amongRecords(records, "override"))
    .where("override.field", "=", "")
    .execute();
  const lifecycles = new Map(
    rows.map((row) => [recordKey(recordOf(row)), { op: row.op, state: row.state, changeId: row.change_id }]),
  );
  return (record) => lifecycles.get(recordKey(record)) ?? null;
}
