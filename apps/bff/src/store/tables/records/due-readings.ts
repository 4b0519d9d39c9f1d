import type { RecordKey } from "@dc/directory";
import { sql } from "kysely";
import { ALIVE_MS } from "#/store/tables/activity/page-visits.ts";
import type { Database } from "#/store/sql/transaction.ts";

/** A directory whose readings are due to be read again. */
export interface DueDirectory {
  id: string;
  label: string;
  /** How old a reading may become. */
  hours: number;
}

/**
 * The directory that is due for the longest, among those that most people look at first, then those with overrides; none while
 * reading is paused.
 */
export async function selectDueDirectory(
  db: Database,
  { connectionId, now }: { connectionId: string; now: Date },
): Promise<DueDirectory | undefined> {
  const { rows } = await sql<DueDirectory>`select id, label, read_again_hours as hours from index_version
    where connection_id = ${connectionId} and origin in ('created', 'adopted') and archived_at is null and deleted_at is null
      and not exists (select from connection where id = ${connectionId} and reading_paused is not null)
      and read_again_hours > 0 and (read_again_at is null or read_again_at <= ${now})
    order by (select count(distinct person_id) from page_visit where page_visit.connection_id = index_version.connection_id
        and split_part(page, ' ', 2) = index_version.id and seen_at >= ${new Date(now.getTime() - ALIVE_MS)}) desc,
      exists (select 1 from override where override.connection_id = index_version.connection_id
      and override.index_id = index_version.id) desc, read_again_at nulls first, id limit 1`.execute(db);
  return rows[0];
}

export interface DirectoryReadings {
  connectionId: string;
  indexId: string;
}

/**
 * Without records that are to be created, which the service does not have. Each reading is looked up by its whole key: a join whose
 * sizes the planner does not know yet, such as after an import, compares every entry with every reading.
 */
const readings = ({ connectionId, indexId }: DirectoryReadings) => sql`roster_entry as entry
  left join lateral (select fetched_at from reading where reading.connection_id = entry.connection_id
    and reading.index_id = entry.index_id and reading.record_type = entry.record_type and reading.record_id = entry.record_id
    limit 1) as reading on true
  where entry.connection_id = ${connectionId} and entry.index_id = ${indexId} and entry.state <> 'waiting' and entry.record_id not like 'new\\_%'`;

/** The records of its roster that were last read before then: first those that were not tried for the longest, in vain or not. */
export async function selectOldReadings(
  db: Database,
  { before, limit, ...place }: DirectoryReadings & { before: Date; limit: number },
): Promise<RecordKey[]> {
  const { rows } = await sql<RecordKey>`select record_type as type, record_id as id from ${readings(place)}
    and (fetched_at is null or fetched_at < ${before}) order by greatest(fetched_at, read_in_vain_at) nulls first,
      record_type, record_id limit ${limit}`.execute(db);
  return rows;
}

/** Notes when a record of its roster was tried to be read. */
export async function updateReadInVain(
  db: Database,
  { connectionId, indexId, record, at }: DirectoryReadings & { record: RecordKey; at: Date },
): Promise<void> {
  await db
    .updateTable("roster_entry")
    .set({ read_in_vain_at: at })
    .where("connection_id", "=", connectionId)
    .where("index_id", "=", indexId)
    .where("record_type", "=", record.type)
    .where("record_id", "=", record.id)
    .execute();
}

/** When the oldest reading of its roster was made; null where it has none. */
export async function selectOldestReading(db: Database, place: DirectoryReadings): Promise<Date | null> {
  const { rows } = await sql<{ oldest: Date | null }>`select min(fetched_at) as oldest from ${readings(place)}`.execute(
    db,
  );
  return rows[0]?.oldest ?? null;
}

/** Says when a directory is due again, unless its settings were changed meanwhile. */
export async function updateReadAgain(
  db: Database,
  { connectionId, indexId, hours, at }: DirectoryReadings & { hours: number; at: Date },
): Promise<void> {
  await sql`update index_version set read_again_at = ${at}
    where connection_id = ${connectionId} and id = ${indexId} and read_again_hours = ${hours}`.execute(db);
}
