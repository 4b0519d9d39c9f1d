import { type RecordKey, recordKey } from "@dc/directory";
import { sql } from "kysely";
import { amongRecords, amongRecordsAt, type RecordAt } from "#/store/sql/among-records.ts";
import type { RosterOf } from "#/store/tables/directories/roster.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";

export interface ReferenceRow {
  record: RecordKey;
  meaning: string;
  target: RecordKey;
}

/** Replaces the stored references of these records. */
export async function replaceReferences(
  trx: Transaction,
  connectionId: string,
  named: readonly (RecordAt & { references: readonly Omit<ReferenceRow, "record">[] })[],
): Promise<void> {
  if (named.length === 0) return;
  await trx
    .deleteFrom("record_reference")
    .where("connection_id", "=", connectionId)
    .where(amongRecordsAt(named))
    .execute();
  const rows = named.flatMap(({ indexId, record, references }) =>
    references.map(({ meaning, target }) => ({
      connection_id: connectionId,
      index_id: indexId,
      record_type: record.type,
      record_id: record.id,
      meaning,
      target_type: target.type,
      target_id: target.id,
    })),
  );
  if (rows.length > 0)
    await trx
      .insertInto("record_reference")
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** The references of these records of an index, as last read. */
export async function selectReferences(
  db: Database | Transaction,
  { connectionId, indexId, records }: RosterOf & { records: readonly RecordKey[] },
): Promise<ReferenceRow[]> {
  if (records.length === 0) return [];
  const rows = await db
    .selectFrom("record_reference")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .where("index_id", "=", indexId)
    .where(amongRecords(records))
    .execute();
  return rows.map((row) => ({
    record: { type: row.record_type, id: row.record_id },
    meaning: row.meaning,
    target: { type: row.target_type, id: row.target_id },
  }));
}

export interface UserRow {
  record_type: string;
  record_id: string;
  name: string | null;
  practitioner_id: string | null;
  practitioner_name: string | null;
  total: number;
}

/** The records that refer to this one, directly or through others, as last read in this index; by name. */
export async function selectUsers(
  db: Database | Transaction,
  { connectionId, indexId, record, limit }: RosterOf & { record: RecordKey; limit: number },
): Promise<UserRow[]> {
  const result = await sql<UserRow>`
    with recursive users as (
      select record_type, record_id from record_reference
      where connection_id = ${connectionId} and index_id = ${indexId} and target_type = ${record.type} and target_id = ${record.id}
      union
      select more.record_type, more.record_id from record_reference as more
      join users on more.target_type = users.record_type and more.target_id = users.record_id
      where more.connection_id = ${connectionId} and more.index_id = ${indexId})
    select users.record_type, users.record_id, entry.name, entry.practitioner_id, practitioner.name as practitioner_name,
      count(*) over ()::integer as total
    from users
    left join roster_entry as entry on entry.connection_id = ${connectionId} and entry.index_id = ${indexId}
      and entry.record_type = users.record_type and entry.record_id = users.record_id
    left join roster_entry as practitioner on practitioner.connection_id = ${connectionId} and practitioner.index_id = ${indexId}
      and practitioner.record_type = 'practitioner' and practitioner.record_id = entry.practitioner_id
    order by practitioner.search nulls last, entry.search nulls last, users.record_type, users.record_id
    limit ${limit}`.execute(db);
  return result.rows;
}

/**
 * The practitioners of the records that refer to each of these, directly or through others, as last read in its index: of each
 * those of the first `limit` records, by name.
 */
export async function selectUsingPractitioners(
  db: Database,
  { connectionId, records, limit }: { connectionId: string; records: readonly RecordAt[]; limit: number },
): Promise<string[][]> {
  if (records.length === 0) return [];
  const referring = (of: string) => sql`cross join lateral (select record_type, record_id from record_reference
    where connection_id = ${connectionId} and index_id = ${sql.ref(`${of}.index_id`)} and target_type = ${sql.ref(`${of}.record_type`)}
      and target_id = ${sql.ref(`${of}.record_id`)} offset 0) as reference`;
  const { rows } = await sql<{ place: number; practitioner_id: string }>`
    with recursive asked as (
      select * from unnest(${records.map(({ indexId }) => indexId)}::text[], ${records.map(({ record }) => record.type)}::text[],
        ${records.map(({ record }) => record.id)}::text[]) with ordinality as asked (index_id, record_type, record_id, place)),
    users as (
      select place, index_id, reference.* from asked ${referring("asked")}
      union
      select place, index_id, reference.* from users ${referring("users")}),
    named as (
      select place, entry.practitioner_id, row_number() over (partition by place
        order by practitioner.search nulls last, entry.search nulls last, users.record_type, users.record_id) as rank
      from users left join roster_entry as entry on entry.connection_id = ${connectionId} and entry.index_id = users.index_id
        and entry.record_type = users.record_type and entry.record_id = users.record_id
      left join roster_entry as practitioner on practitioner.connection_id = ${connectionId} and practitioner.index_id = users.index_id
        and practitioner.record_type = 'practitioner' and practitioner.record_id = entry.practitioner_id)
    select place::integer, practitioner_id from named where rank <= ${limit} and practitioner_id is not null
    group by 1, 2 order by 1, min(rank)`.execute(db);
  const practitioners: string[][] = records.map(() => []);
  for (const row of rows) practitioners[row.place - 1]?.push(row.practitioner_id);
  return practitioners;
}

/** A practitioner affected by each of these records; without those that no roster record refers to. */
export async function selectSomePractitioner(
  db: Database,
  { connectionId, indexId, records }: RosterOf & { records: readonly RecordKey[] },
): Promise<Map<string, string>> {
  const practitioners = new Map<string, string>();
  for (const record of records) {
    const users = await selectUsers(db, { connectionId, indexId, record, limit: 1 });
    const id = users[0]?.practitioner_id ?? null;
    if (id !== null) practitioners.set(recordKey(record), id);
  }
  return practitioners;
}

/** The records that refer to any of these, as last read in this index. */
export async function selectReferring(
  db: Database | Transaction,
  { connectionId, indexId, targets }: RosterOf & { targets: readonly RecordKey[] },
): Promise<RecordKey[]> {
  if (targets.length === 0) return [];
  const types = targets.map(({ type }) => type);
  const ids = targets.map(({ id }) => id);
  const result = await sql<{ type: string; id: string }>`
    select distinct reference.record_type as type, reference.record_id as id from record_reference as reference
    join unnest(${types}::text[], ${ids}::text[]) as target (type, id)
      on target.type = reference.target_type and target.id = reference.target_id
    where reference.connection_id = ${connectionId} and reference.index_id = ${indexId}`.execute(db);
  return result.rows;
}
