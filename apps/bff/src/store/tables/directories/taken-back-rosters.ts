import type { RecordKey, ServiceFailureMessage } from "@dc/directory";
import { sql } from "kysely";
import type { Actor } from "#/store/schema/stored-values.ts";
import { json } from "#/store/sql/json.ts";
import { selectListed } from "#/store/sql/row-lists.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import { isStagedOrLive } from "#/store/tables/changes/changes.ts";
import type { RosterImportRow } from "./roster-imports.ts";

const BATCH = 1_000;

type ImportOf = Pick<RosterImportRow, "id" | "connection_id" | "index_id" | "created_at">;

/** An import, locked until the transaction ends. */
export async function lockRosterImport(
  trx: Transaction,
  { connectionId, id }: { connectionId: string; id: string },
): Promise<RosterImportRow | undefined> {
  return await trx
    .selectFrom("roster_import")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

export interface AddedEntry {
  record_type: string;
  record_id: string;
  practitioner_id: string | null;
  name: string | null;
}

/** What an import added and is still on the roster. */
export async function selectAddedEntries(trx: Transaction, run: ImportOf): Promise<AddedEntry[]> {
  return await trx
    .selectFrom("roster_entry")
    .select(["record_type", "record_id", "practitioner_id", "name"])
    .where("connection_id", "=", run.connection_id)
    .where("index_id", "=", run.index_id)
    .where("import_id", "=", run.id)
    .orderBy("search")
    .orderBy("record_type")
    .orderBy("record_id")
    .execute();
}

export interface UsedRecord {
  record_type: string;
  record_id: string;
  used_as: "changed" | "verified" | "decided" | "answered" | "listed again";
  /** The first later import that lists it. */
  listed_by: string | null;
}

/** The records of an import's index that somebody used since: by a change that stands, a verification, a decision, an answer or another import. */
export async function selectUsedSince(trx: Transaction, run: ImportOf): Promise<UsedRecord[]> {
  const here = sql`connection_id = ${run.connection_id} and index_id = ${run.index_id}`;
  const { rows } = await sql<UsedRecord>`
    select distinct record_type, record_id, 'changed' as used_as, null as listed_by from change where ${here} and ${isStagedOrLive}
    union all select distinct record_type, record_id, 'verified', null from record_verification where ${here}
      and given_at >= ${run.created_at}
    union all select distinct split_part(subject, ' ', 1), split_part(subject, ' ', 2), 'decided', null from journal where ${here}
      and action in ('decision.keep-ours', 'decision.accept') and at >= ${run.created_at}
    union all select distinct 'practitioner', practitioner_id, 'answered', null from claim where ${here}
      and created_at >= ${run.created_at}
    union all select line.record_type, line.record_id, 'listed again', (array_agg(other.id order by other.created_at, other.id))[1]
      from roster_import as other
      join roster_import_line as line on line.import_id = other.id and line.record_id is not null and line.state <> 'bad'
      where other.connection_id = ${run.connection_id} and other.index_id = ${run.index_id} and other.id <> ${run.id}
        and other.created_at >= ${run.created_at} and other.taken_back is null and other.lines_from is distinct from 'roster'
      group by line.record_type, line.record_id`.execute(trx);
  return rows;
}

/** Which records on the roster refer to which of these entries that belong to no practitioner. */
export async function selectReferencesTo(
  trx: Transaction,
  run: ImportOf,
): Promise<{ from: RecordKey; to: RecordKey }[]> {
  const { rows } = await sql<{ from_type: string; from_id: string; to_type: string; to_id: string }>`
    select distinct reference.record_type as from_type, reference.record_id as from_id, added.record_type as to_type, added.record_id as to_id
    from roster_entry as added
    join record_reference as reference on reference.connection_id = added.connection_id and reference.index_id = added.index_id
      and reference.target_type = added.record_type and reference.target_id = added.record_id
    join roster_entry as naming on naming.connection_id = added.connection_id and naming.index_id = added.index_id
      and naming.record_type = reference.record_type and naming.record_id = reference.record_id
    where added.connection_id = ${run.connection_id} and added.index_id = ${run.index_id} and added.import_id = ${run.id}
      and added.practitioner_id is null`.execute(trx);
  return rows.map(({ from_type, from_id, to_type, to_id }) => ({
    from: { type: from_type, id: from_id },
    to: { type: to_type, id: to_id },
  }));
}

/**
 * Settles what a stopped import added and was not read. What another import lists that is being read is read for that one, unless it reads
 * the roster again; what nobody used, and is named by nothing that was read, leaves the roster; the rest stays, not read. Call it while the lines still wait.
 */
export async function settleWaitingEntries(
  trx: Transaction,
  run: ImportOf,
  { used, failure }: { used: readonly UsedRecord[]; failure: ServiceFailureMessage },
): Promise<void> {
  const isWaiting = sql`entry.connection_id = ${run.connection_id} and entry.index_id = ${run.index_id}
    and entry.import_id = ${run.id} and entry.state = 'waiting'`;
  await sql`
    with listed as materialized (
      select distinct on (line.record_type, line.record_id) line.record_type, line.record_id, other.id as import_id
      from roster_import as other join roster_import_line as line on line.import_id = other.id and line.state = 'waiting'
      where other.connection_id = ${run.connection_id} and other.index_id = ${run.index_id} and other.id <> ${run.id}
        and other.state = 'running' and other.lines_from is distinct from 'roster' and line.record_id is not null
      order by line.record_type, line.record_id, other.created_at, other.id)
    update roster_entry as entry set import_id = listed.import_id from listed
    where ${isWaiting} and entry.record_type = listed.record_type and entry.record_id = listed.record_id`.execute(trx);
  const kept = used.map(({ record_type: type, record_id: id }) => `${type} ${id}`);
  // Each step stands by itself: right after an import, of which nothing is known to the planner, it compared each line with every entry.
  await sql`
    with listed as materialized (
      select distinct record_type, record_id from roster_import_line as line
      where line.import_id = ${run.id} and line.state = 'waiting' and line.record_id is not null),
    naming as materialized (
      select distinct practitioner_id from roster_entry where connection_id = ${run.connection_id} and index_id = ${run.index_id}
        and practitioner_id <> record_id and state <> 'waiting'),
    left_alone as materialized (
      select * from listed where not (record_type || ' ' || record_id = any(${kept}::text[]))
        and record_id not in (select practitioner_id from naming)),
    leaving as materialized (
      select here.place from left_alone cross join lateral (
        select entry.ctid as place from roster_entry as entry
        where ${isWaiting} and entry.record_type = left_alone.record_type and entry.record_id = left_alone.record_id
        offset 0) as here)
    delete from roster_entry where ctid = any(array(select place from leaving))`.execute(trx);
  await sql`update roster_entry as entry set state = 'failed', failure = ${json(failure)}::json where ${isWaiting}`.execute(
    trx,
  );
}

/** The practitioners of entries that an import did not add. */
export async function selectPractitionersOfOthers(trx: Transaction, run: ImportOf): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct practitioner_id as id from roster_entry
    where connection_id = ${run.connection_id} and index_id = ${run.index_id} and practitioner_id is not null
      and import_id is distinct from ${run.id}`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

/** Removes what an import added, but for these records, which are of another import from then on, or of none. Gives how many it removed. */
export async function removeAddedEntries(
  trx: Transaction,
  run: ImportOf,
  { left, by, now }: { left: readonly { record: RecordKey; importId: string | null }[]; by: Actor; now: Date },
): Promise<number> {
  for (let at = 0; at < left.length; at += BATCH) {
    const columns = { record_type: "text", record_id: "text", import_id: "text" } as const;
    const rows = left.slice(at, at + BATCH).map(({ record: { type, id }, importId }) => ({
      record_type: type,
      record_id: id,
      import_id: importId,
    }));
    await sql`
      update roster_entry as entry set import_id = kept.import_id from (${selectListed(rows, columns)}) as kept
      where entry.connection_id = ${run.connection_id} and entry.index_id = ${run.index_id}
        and entry.record_type = kept.record_type and entry.record_id = kept.record_id`.execute(trx);
  }
  const { rows } = await sql<{ removed: number }>`
    with gone as (
      delete from roster_entry where connection_id = ${run.connection_id} and index_id = ${run.index_id} and import_id = ${run.id}
      returning record_type, record_id, name),
    told as (
      insert into roster_departure (connection_id, index_id, record_id, left_at, name, removed_by)
      select ${run.connection_id}, ${run.index_id}, record_id, ${now}::timestamptz, name, ${json(by)}::json
      from gone where record_type = 'practitioner')
    select count(*)::integer as removed from gone`.execute(trx);
  return rows[0]?.removed ?? 0;
}
