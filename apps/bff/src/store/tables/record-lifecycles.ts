import { type ChangeState, type RecordKey, recordKey } from "@dc/directory";
import { sql } from "kysely";
import { amongRecords, recordOf } from "#/store/sql/among-records.ts";
import type { RosterOf } from "./roster.ts";
import type { Database } from "#/store/sql/transaction.ts";

export interface RecordLife {
  op: "create" | "delete";
  state: ChangeState;
  changeId: string;
}

/** The live creation or deletion that decides whether a record is there, of each of these records that has one. */
export async function selectRecordLives(
  db: Database,
  { connectionId, indexId, records }: RosterOf & { records: readonly RecordKey[] },
): Promise<(record: RecordKey) => RecordLife | null> {
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
  const lives = new Map(
    rows.map((row) => [recordKey(recordOf(row)), { op: row.op, state: row.state, changeId: row.change_id }]),
  );
  return (record) => lives.get(recordKey(record)) ?? null;
}
