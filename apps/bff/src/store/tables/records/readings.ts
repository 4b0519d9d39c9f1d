import type { RecordKey } from "@dc/directory";
import { type Insertable, type Selectable, sql } from "kysely";
import { amongRecordsAt, keyOfRecord, type RecordAt } from "#/store/sql/among-records.ts";
import { inKeyOrder, keyOrder, namesOf, selectListed } from "#/store/sql/row-lists.ts";
import type { OriginalTable, ReadingTable } from "#/store/schema/record-tables.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";

export type ReadingRow = Selectable<ReadingTable>;
export type OriginalRow = Selectable<OriginalTable>;

/** The stored readings of these records, whatever their age. */
export async function selectReadings(
  db: Database | Transaction,
  connectionId: string,
  records: readonly RecordAt[],
): Promise<ReadingRow[]> {
  if (records.length === 0) return [];
  return await db
    .selectFrom("reading")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .where(amongRecordsAt(records))
    .execute();
}

/** What these records said when they were last read, without when and how. */
export async function selectRawTexts(
  db: Database,
  connectionId: string,
  records: readonly RecordAt[],
): Promise<Pick<ReadingRow, "index_id" | "record_type" | "record_id" | "raw_text">[]> {
  if (records.length === 0) return [];
  return await db
    .selectFrom("reading")
    .select(["index_id", "record_type", "record_id", "raw_text"])
    .where("connection_id", "=", connectionId)
    .where(amongRecordsAt(records))
    .execute();
}

/** When and how these records were last read, without what they say. */
export async function selectReadingAges(
  db: Database | Transaction,
  connectionId: string,
  records: readonly RecordAt[],
): Promise<Pick<ReadingRow, "index_id" | "record_type" | "record_id" | "fetched_at" | "profile_hash" | "state">[]> {
  if (records.length === 0) return [];
  return await db
    .selectFrom("reading")
    .select(["index_id", "record_type", "record_id", "fetched_at", "profile_hash", "state"])
    .where("connection_id", "=", connectionId)
    .where(amongRecordsAt(records))
    .execute();
}

export async function selectOriginals(
  db: Database | Transaction,
  connectionId: string,
  records: readonly RecordAt[],
): Promise<OriginalRow[]> {
  if (records.length === 0) return [];
  return await db
    .selectFrom("original")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .where(amongRecordsAt(records))
    .execute();
}

const recordColumns = { connection_id: "text", index_id: "text", record_type: "text", record_id: "text" } as const;
const answerColumns = {
  ...recordColumns,
  state: "text",
  raw_text: "text",
  profile_hash: "text",
  fetched_at: "timestamptz",
} as const;
const readingColumns = {
  ...answerColumns,
  content_hash: "text",
  request_id: "text",
  status: "integer",
  duration_ms: "double precision",
} as const;
const touchedColumns = { index_id: "text", record_type: "text", record_id: "text", fetched_at: "timestamptz" } as const;
const originalColumns = { ...answerColumns, provenance: "text" } as const;

/** Locks the readings of these records that there are, in one order, so that whoever writes several never waits in a circle. */
export async function lockReadings(
  trx: Transaction,
  connectionId: string,
  records: readonly RecordAt[],
): Promise<void> {
  await trx
    .selectFrom("reading")
    .select("record_id")
    .where("connection_id", "=", connectionId)
    .where(amongRecordsAt(records))
    .orderBy(keyOrder(["index_id", "record_type", "record_id"]))
    .forNoKeyUpdate()
    .execute();
}

/** Stores the latest answers. An older answer never replaces a newer one. */
export async function upsertReadings(trx: Transaction, rows: readonly Insertable<ReadingTable>[]): Promise<void> {
  if (rows.length === 0) return;
  await trx
    .insertInto("reading")
    .columns(namesOf(readingColumns))
    .expression(selectListed(inKeyOrder(rows, keyOfRecord), readingColumns))
    .onConflict((conflict) =>
      conflict
        .columns(keyOfRecord)
        .doUpdateSet((row) => ({
          state: row.ref("excluded.state"),
          raw_text: row.ref("excluded.raw_text"),
          content_hash: row.ref("excluded.content_hash"),
          profile_hash: row.ref("excluded.profile_hash"),
          fetched_at: row.ref("excluded.fetched_at"),
          request_id: row.ref("excluded.request_id"),
          status: row.ref("excluded.status"),
          duration_ms: row.ref("excluded.duration_ms"),
        }))
        .whereRef("reading.fetched_at", "<=", "excluded.fetched_at"),
    )
    .execute();
}

/** Only updates the times of unchanged answers. */
export async function touchReadings(
  trx: Transaction,
  connectionId: string,
  answers: readonly (RecordAt & { fetchedAt: Date })[],
): Promise<void> {
  if (answers.length === 0) return;
  const rows = answers.map(({ indexId, record, fetchedAt }) => ({
    index_id: indexId,
    record_type: record.type,
    record_id: record.id,
    fetched_at: fetchedAt,
  }));
  await sql`update reading set fetched_at = touched.fetched_at from (${selectListed(inKeyOrder(rows, ["index_id", "record_type", "record_id"]), touchedColumns)}) as touched
    where reading.connection_id = ${connectionId} and reading.index_id = touched.index_id
      and reading.record_type = touched.record_type and reading.record_id = touched.record_id
      and reading.fetched_at < touched.fetched_at`.execute(trx);
}

/** Stores the first answers; existing ones stay unchanged. */
export async function insertOriginals(trx: Transaction, rows: readonly Insertable<OriginalTable>[]): Promise<void> {
  if (rows.length === 0) return;
  await trx
    .insertInto("original")
    .columns(namesOf(originalColumns))
    .expression(selectListed(inKeyOrder(rows, keyOfRecord), originalColumns))
    .onConflict((conflict) => conflict.columns(keyOfRecord).doNothing())
    .execute();
}

/**
 * Other indices of the connection in which we have not written the record since `since`, those first in which the set
 * `unlessWaitingIn` writes it never, since these cannot have the value yet, and the most recently read first;
 * with `readBy` only those read until then and not since. What a change set still waits to write, which its one worker keeps
 * from being written meanwhile, does not count with `unlessWaitingIn`.
 */
export async function selectSiblings(
  db: Database,
  {
    connectionId,
    indexId,
    record,
    readBy,
    since,
    limit,
    unlessWaitingIn,
  }: {
    connectionId: string;
    indexId: string;
    record: RecordKey;
    readBy?: Date;
    since: Date;
    limit: number;
    unlessWaitingIn?: string;
  },
): Promise<string[]> {
  let siblings = db
    .selectFrom("index_version")
    .leftJoin("reading", (join) =>
      join
        .onRef("reading.connection_id", "=", "index_version.connection_id")
        .onRef("reading.index_id", "=", "index_version.id")
        .on("reading.record_type", "=", record.type)
        .on("reading.record_id", "=", record.id),
    )
    .select("index_version.id")
    .where("index_version.connection_id", "=", connectionId)
    .where("index_version.id", "!=", indexId)
    .where("index_version.origin", "!=", "standard")
    .where("index_version.archived_at", "is", null)
    .where((where) =>
      where.not(
        where.exists(
          writesOn(db, { connectionId, record, since, unlessWaitingIn }).where(
            "change.index_id",
            "=",
            where.ref("index_version.id"),
          ),
        ),
      ),
    );
  if (readBy !== undefined) siblings = siblings.where("reading.fetched_at", "<=", readBy);
  const rows = await siblings
    .orderBy((order) =>
      order.exists(
        order
          .selectFrom("change")
          .whereRef("change.index_id", "=", "index_version.id")
          .where("change.change_set_id", "=", unlessWaitingIn ?? "")
          .where("change.record_type", "=", record.type)
          .where("change.record_id", "=", record.id),
      ),
    )
    .orderBy("reading.fetched_at", (order) => order.desc().nullsLast())
    .orderBy("index_version.id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Whether we write the record in this index now, or have since a given time. */
export async function isBeingWritten(
  db: Database,
  {
    indexId,
    ...place
  }: { connectionId: string; indexId: string; record: RecordKey; since: Date; unlessWaitingIn?: string },
): Promise<boolean> {
  const write = await writesOn(db, place).where("change.index_id", "=", indexId).limit(1).executeTakeFirst();
  return write !== undefined;
}

/** Changes of a record that may be sent at any time, or were since a given time. */
function writesOn(
  db: Database,
  {
    connectionId,
    record,
    since,
    unlessWaitingIn = "",
  }: { connectionId: string; record: RecordKey; since: Date; unlessWaitingIn?: string | undefined },
) {
  return db
    .selectFrom("change")
    .select("change.id")
    .where("change.connection_id", "=", connectionId)
    .where("change.record_type", "=", record.type)
    .where("change.record_id", "=", record.id)
    .where((where) =>
      where.or([
        where("change.state", "in", ["sending", "unknown"]),
        where.and([
          where("change.change_set_id", "!=", unlessWaitingIn),
          where.or([
            where("change.state", "in", ["queued", "deferred"]),
            where.and([where("change.state", "=", "held"), where("change.try_after", "is not", null)]),
          ]),
        ]),
        where("change.sent_at", ">=", since),
      ]),
    );
}
