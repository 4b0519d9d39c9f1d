import type { AlarmAnswer, Reading } from "@dc/directory";
import { type Insertable, type Selectable, sql } from "kysely";
import type { AlarmChangeTable, AlarmTable } from "#/store/schema/ledger-tables.ts";
import type { Actor } from "#/store/schema/stored-values.ts";
import { json, jsonOrNull } from "#/store/sql/json.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";

export type AlarmRow = Selectable<AlarmTable>;
export type AlarmChangeRow = Selectable<AlarmChangeTable>;

export async function insertAlarm(
  trx: Transaction,
  alarm: Insertable<AlarmTable>,
  changes: readonly { changeId: string; baseBefore: Reading | null; isInIndex: boolean }[],
): Promise<void> {
  await trx.insertInto("alarm").values(alarm).execute();
  const rows = changes.map(({ changeId, baseBefore, isInIndex }) => ({
    alarm_id: alarm.id,
    change_id: changeId,
    base_before: jsonOrNull(baseBefore),
    is_in_index: isInIndex,
  }));
  await trx.insertInto("alarm_change").values(rows).execute();
}

/** Whether an alarm, also one that the caller does not see, or somebody stops sending for the connection, or somebody that of this set. */
export async function isSendingStopped(
  db: Database | Transaction,
  connectionId: string,
  changeSetId: string | null = null,
): Promise<boolean> {
  const { rows } = await sql<{ stopped: boolean }>`select sending_is_stopped(${connectionId})
    or exists (select from connection where id = ${connectionId} and paused is not null)
    or exists (select from change_set where id = ${changeSetId} and paused is not null) as stopped`.execute(db);
  return rows[0]?.stopped ?? false;
}

/** The alarms that stop sending for the connection, oldest first. */
export async function selectStandingAlarms(db: Database | Transaction, connectionId: string): Promise<AlarmRow[]> {
  return await db
    .selectFrom("alarm")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .where("resumed_at", "is", null)
    .orderBy("raised_at")
    .orderBy("id")
    .execute();
}

/** As `selectStandingAlarms`, locked until the transaction ends, so that nobody else resumes sending meanwhile. */
export async function lockStandingAlarms(
  trx: Transaction,
  connectionId: string,
  mode: "share" | "update",
): Promise<AlarmRow[]> {
  const alarms = trx
    .selectFrom("alarm")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .where("resumed_at", "is", null)
    .orderBy("raised_at")
    .orderBy("id");
  return await (mode === "share" ? alarms.forShare() : alarms.forUpdate()).execute();
}

export async function selectAlarm(
  db: Database | Transaction,
  connectionId: string,
  id: string,
): Promise<AlarmRow | undefined> {
  return await db
    .selectFrom("alarm")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .where("id", "=", id)
    .executeTakeFirst();
}

export async function selectAlarmChanges(
  db: Database | Transaction,
  alarmIds: readonly string[],
): Promise<AlarmChangeRow[]> {
  if (alarmIds.length === 0) return [];
  return await db
    .selectFrom("alarm_change")
    .selectAll()
    .where("alarm_id", "in", [...alarmIds])
    .orderBy("alarm_id")
    .orderBy("change_id")
    .execute();
}

/** Stores a person's decision about an alarm; undefined if it was settled concurrently. */
export async function settleAlarmRow(
  trx: Transaction,
  id: string,
  { answer, reason, actor, now }: { answer: AlarmAnswer; reason: string; actor: Actor; now: Date },
): Promise<AlarmRow | undefined> {
  return await trx
    .updateTable("alarm")
    .set({ answer, reason, settled_by: json(actor), settled_at: now })
    .where("id", "=", id)
    .where("settled_at", "is", null)
    .returningAll()
    .executeTakeFirst();
}

export async function resumeAlarms(
  trx: Transaction,
  ids: readonly string[],
  { actor, now }: { actor: Actor; now: Date },
): Promise<void> {
  await trx
    .updateTable("alarm")
    .set({ resumed_by: json(actor), resumed_at: now })
    .where("id", "in", [...ids])
    .execute();
}
