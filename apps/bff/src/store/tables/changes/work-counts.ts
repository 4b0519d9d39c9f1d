import { WHOLE_RECORD } from "#/store/tables/records/known-values.ts";
import { sql } from "kysely";
import { overdueCounts } from "#/store/tables/directories/roster-counts.ts";
import type { Today } from "#/store/tables/records/verifications.ts";
import type { Database } from "#/store/sql/transaction.ts";

/** What waits for the service or for a person, over the whole connection. */
export interface WorkCounts {
  /** By state, of those that have not come to rest. */
  changes: { [state in OpenState]: number };
  /** Creations of index versions whose outcome is not known. */
  unknownCreations: number;
  standingAlarms: number;
  /** Change sets that are checked before they are applied. */
  checks: number;
  /** Practitioners of directories who should have been verified again before today. */
  overdue: number;
}

const OPEN_STATES = ["queued", "sending", "held", "unknown", "deferred", "failed"] as const;
type OpenState = (typeof OPEN_STATES)[number];

export async function selectWorkCounts(db: Database, connectionId: string, today: Today): Promise<WorkCounts> {
  const byState = await db
    .selectFrom("change")
    .select(["state", ({ fn }) => fn.countAll<string>().as("count")])
    .where("connection_id", "=", connectionId)
    .where("state", "in", OPEN_STATES)
    .groupBy("state")
    .execute();
  const { rows } = await sql<{ creations: string; alarms: string; checks: string; overdue: string }>`select
    (select count(*) from creation where connection_id = ${connectionId} and state = 'unknown') as creations,
    (select count(*) from alarm where connection_id = ${connectionId} and resumed_at is null) as alarms,
    (select count(*) from change_set where connection_id = ${connectionId} and checking is not null) as checks,
    (select coalesce(sum(due.entries), 0) from ${overdueCounts(connectionId, today)}) as overdue`.execute(db);
  const [counted] = rows;
  const countOf = (state: OpenState) => Number(byState.find((row) => row.state === state)?.count ?? 0);
  return {
    changes: {
      queued: countOf("queued"),
      sending: countOf("sending"),
      held: countOf("held"),
      unknown: countOf("unknown"),
      deferred: countOf("deferred"),
      failed: countOf("failed"),
    },
    unknownCreations: Number(counted?.creations ?? 0),
    standingAlarms: Number(counted?.alarms ?? 0),
    checks: Number(counted?.checks ?? 0),
    overdue: Number(counted?.overdue ?? 0),
  };
}

/** What waits for a person. */
export interface WaitingCountsRow {
  alarms: number;
  unknown: number;
  held: number;
  creations: number;
  conflicts: number;
  lateRequests: number;
  overdue: number;
}

/** In one query, since many ask often. */
export async function selectWaitingCounts(db: Database, connectionId: string, today: Today): Promise<WaitingCountsRow> {
  const { rows } = await sql<{ [name in keyof WaitingCountsRow]: string }>`select
    (select count(*) from alarm where connection_id = ${connectionId} and resumed_at is null) as alarms,
    (select count(*) from change where connection_id = ${connectionId} and state = 'unknown') as unknown,
    (select count(*) from change where connection_id = ${connectionId} and state = 'held') as held,
    (select count(*) from creation where connection_id = ${connectionId} and state = 'unknown') as creations,
    (select coalesce(sum(summary.conflict), 0) from record_summary as summary
      join index_version on index_version.connection_id = summary.connection_id and index_version.id = summary.index_id
      where summary.connection_id = ${connectionId} and summary.conflict > 0
        and index_version.archived_at is null) as conflicts,
    (select count(*) from field_memory as memory
      left join record_summary as summary using (connection_id, index_id, record_type, record_id)
      join index_version on index_version.connection_id = memory.connection_id and index_version.id = memory.index_id
      where memory.connection_id = ${connectionId} and memory.late_request_at is not null and coalesce(summary.outside, 1) > 0
        and (memory.field <> ${WHOLE_RECORD} or exists (select 1 from roster_entry
          where (roster_entry.connection_id, roster_entry.index_id, roster_entry.record_type, roster_entry.record_id)
            = (memory.connection_id, memory.index_id, memory.record_type, memory.record_id)))
        and index_version.archived_at is null) as "lateRequests",
    (select coalesce(sum(due.entries), 0) from ${overdueCounts(connectionId, today)}) as overdue`.execute(db);
  const [counted] = rows;
  return {
    alarms: Number(counted?.alarms ?? 0),
    unknown: Number(counted?.unknown ?? 0),
    held: Number(counted?.held ?? 0),
    creations: Number(counted?.creations ?? 0),
    conflicts: Number(counted?.conflicts ?? 0),
    lateRequests: Number(counted?.lateRequests ?? 0),
    overdue: Number(counted?.overdue ?? 0),
  };
}
