import { indexRecordKey, type RecordKey, recordKey, type ServiceFailureMessage } from "@dc/directory";
import { type Selectable, sql } from "kysely";
import type { Actor, ServiceWords } from "#/store/schema/stored-values.ts";
import { amongRecords, amongRecordsAt, type RecordAt, recordAt, recordOf } from "#/store/sql/among-records.ts";
import { json, jsonOrNull } from "#/store/sql/json.ts";
import { inKeyOrder, namesOf, selectListed } from "#/store/sql/row-lists.ts";
import { nameSearchText, searchText } from "#/store/sql/search-text.ts";
import type { CopiedEntries, RosterEntryTable, RosterSource, RosterState } from "#/store/schema/roster-tables.ts";
import { storedText } from "#/store/sql/stored-text.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";
import type { AssignedId } from "#/store/tables/records/assigned-ids.ts";

export type RosterRow = Selectable<RosterEntryTable>;
export interface RosterOf {
  connectionId: string;
  indexId: string;
}

export interface NewRosterEntry {
  record: RecordKey;
  practitionerId: string | null;
  name?: string | null;
  source: RosterSource;
  sourceDetail: string | null;
  state?: RosterState;
}

const BATCH = 1_000;

const newEntryColumns = {
  connection_id: "text",
  index_id: "text",
  record_type: "text",
  record_id: "text",
  practitioner_id: "text",
  name: "text",
  search: "text",
  source: "text",
  source_detail: "text",
  state: "text",
  added_by: "json",
  added_at: "timestamptz",
  import_id: "text",
} as const;

/** Adds entries that the roster lacks and leaves the others unchanged. Returns the number added. */
export async function insertRosterEntries(
  trx: Transaction,
  {
    connectionId,
    indexId,
    importId = null,
    entries,
    actor,
    now,
  }: RosterOf & { importId?: string | null; entries: readonly NewRosterEntry[]; actor: Actor; now: Date },
): Promise<number> {
  let added = 0;
  for (let index = 0; index < entries.length; index += BATCH) {
    const listed = entries.slice(index, index + BATCH).map((entry) => ({
      connection_id: connectionId,
      index_id: indexId,
      record_type: entry.record.type,
      record_id: entry.record.id,
      practitioner_id: entry.practitionerId,
      name: entry.name ?? null,
      search: nameSearchText(entry.name, entry.record.id),
      source: entry.source,
      source_detail: entry.sourceDetail,
      state: entry.state ?? "waiting",
      added_by: json(actor),
      added_at: now,
      import_id: importId,
    }));
    const rows = await trx
      .insertInto("roster_entry")
      .columns(namesOf(newEntryColumns))
      .expression(selectListed(inKeyOrder(listed, ["record_type", "record_id"]), newEntryColumns))
      .onConflict((conflict) => conflict.columns(["connection_id", "index_id", "record_type", "record_id"]).doNothing())
      .returning("record_id")
      .execute();
    added += rows.length;
  }
  return added;
}

const copiedColumns = { record_type: "text", record_id: "text", practitioner_id: "text", search: "text" } as const;

/** What a reading says about a roster entry. Its names (`preferredName` only beside `name`) and `practitionerId` are null if it does not say. */
export interface SeenRecord {
  indexId: string;
  record: RecordKey;
  state: Exclude<RosterState, "waiting">;
  name: string | null;
  preferredName: string | null;
  practitionerId: string | null;
  words: ServiceWords | null;
  failure: ServiceFailureMessage | null;
  /** Null if nothing was seen, such as after a failure. */
  seenAt: Date | null;
}

const seenColumns = {
  index_id: "text",
  record_type: "text",
  record_id: "text",
  state: "text",
  name: "text",
  preferred_name: "text",
  search: "text",
  practitioner_id: "text",
  words: "json",
  failure: "json",
  seen_at: "timestamptz",
} as const;

/** Updates the roster entries of readings where they differ; adds no entries. */
export async function updateSeenEntries(
  trx: Transaction,
  connectionId: string,
  seen: readonly SeenRecord[],
): Promise<void> {
  if (seen.length === 0) return;
  const rows = seen.map((entry) => {
    const name = entry.name === null ? null : storedText(entry.name);
    const preferredName = entry.preferredName === null ? null : storedText(entry.preferredName);
    return {
      index_id: entry.indexId,
      record_type: entry.record.type,
      record_id: entry.record.id,
      state: entry.state,
      name,
      preferred_name: preferredName,
      search: name === null ? null : nameSearchText(name, preferredName, entry.record.id),
      practitioner_id: entry.practitionerId,
      words: jsonOrNull(entry.words),
      failure: jsonOrNull(entry.failure),
      seen_at: entry.seenAt,
    };
  });
  const state = sql`case when seen.state = 'failed' and entry.state in ('found', 'missing') then entry.state else seen.state end`;
  const preferred = sql`case when seen.name is null then entry.preferred_name else seen.preferred_name end`;
  await sql`
    update roster_entry as entry set
      state = ${state},
      name = coalesce(seen.name, entry.name),
      preferred_name = ${preferred},
      search = coalesce(seen.search, entry.search),
      practitioner_id = coalesce(seen.practitioner_id, entry.practitioner_id),
      words = seen.words,
      failure = seen.failure,
      last_seen_at = coalesce(seen.seen_at, entry.last_seen_at)
    from (${selectListed(inKeyOrder(rows, ["index_id", "record_type", "record_id"]), seenColumns)}) as seen
    where entry.connection_id = ${connectionId} and entry.index_id = seen.index_id
      and entry.record_type = seen.record_type and entry.record_id = seen.record_id
      and (entry.state <> ${state} or entry.name is distinct from coalesce(seen.name, entry.name)
        or entry.search <> coalesce(seen.search, entry.search) or entry.preferred_name is distinct from ${preferred}
        or entry.practitioner_id is distinct from coalesce(seen.practitioner_id, entry.practitioner_id)
        or entry.words::text is distinct from seen.words::text
        or entry.failure::text is distinct from seen.failure::text
        or entry.last_seen_at is distinct from coalesce(seen.seen_at, entry.last_seen_at))`.execute(trx);
}

/** Those of these records, as `indexRecordKey` names them, whose entries no reading has named. */
export async function selectUnnamedEntries(
  db: Database | Transaction,
  connectionId: string,
  records: readonly RecordAt[],
): Promise<Set<string>> {
  if (records.length === 0) return new Set();
  const rows = await db
    .selectFrom("roster_entry")
    .select(["index_id", "record_type", "record_id"])
    .where("connection_id", "=", connectionId)
    .where(amongRecordsAt(records))
    .where((where) => where.or([where("name", "is", null), where("state", "=", "waiting")]))
    .execute();
  return new Set(rows.map((row) => indexRecordKey(recordAt(row))));
}

const namedColumns = {
  record_type: "text",
  record_id: "text",
  name: "text",
  preferred_name: "text",
  search: "text",
} as const;

/** Renames these roster entries, and finds them by their new names. */
export async function updateRosterNames(
  trx: Transaction,
  {
    connectionId,
    indexId,
    names,
  }: RosterOf & { names: readonly { record: RecordKey; name: string; preferredName: string | null }[] },
): Promise<void> {
  if (names.length === 0) return;
  const rows = names.map(({ record, name, preferredName }) => {
    const named = { name: storedText(name), preferred_name: preferredName === null ? null : storedText(preferredName) };
    const search = nameSearchText(named.name, named.preferred_name, record.id);
    return { record_type: record.type, record_id: record.id, ...named, search };
  });
  await sql`
    update roster_entry as entry set name = named.name, preferred_name = named.preferred_name, search = named.search
    from (${selectListed(rows, namedColumns)}) as named
    where entry.connection_id = ${connectionId} and entry.index_id = ${indexId}
      and entry.record_type = named.record_type and entry.record_id = named.record_id
      and (entry.name, entry.preferred_name) is distinct from (named.name, named.preferred_name)`.execute(trx);
}

/** The roster entries of these practitioners, other than their own. */
export async function selectRosterKeysOfPractitioners(
  db: Database | Transaction,
  { connectionId, indexId, practitionerIds }: RosterOf & { practitionerIds: readonly string[] },
): Promise<RecordKey[]> {
  if (practitionerIds.length === 0) return [];
  const rows = await db
    .selectFrom("roster_entry")
    .select(["record_type", "record_id"])
    .where("connection_id", "=", connectionId)
    .where("index_id", "=", indexId)
    .where("practitioner_id", "in", [...new Set(practitionerIds)])
    .where("record_type", "!=", "practitioner")
    .execute();
  return rows.map(recordOf);
}

/** The keys of those of these records that are on the roster. */
export async function selectRosterKeys(
  db: Database,
  { connectionId, indexId, records }: RosterOf & { records: readonly RecordKey[] },
): Promise<Set<string>> {
  if (records.length === 0) return new Set();
  const rows = await db
    .selectFrom("roster_entry")
    .select(["record_type", "record_id"])
    .where("connection_id", "=", connectionId)
    .where("index_id", "=", indexId)
    .where(amongRecords(records))
    .execute();
  return new Set(rows.map(({ record_type: type, record_id: id }) => recordKey({ type, id })));
}

export async function selectRosterEntries(
  db: Database | Transaction,
  { connectionId, indexId, type, ids }: RosterOf & { type: string; ids: readonly string[] },
): Promise<RosterRow[]> {
  if (ids.length === 0) return [];
  return await db
    .selectFrom("roster_entry")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .where("index_id", "=", indexId)
    .where("record_type", "=", type)
    .where("record_id", "in", [...ids])
    .execute();
}

/** The names of those of these records that are on the roster, by their ids. */
export async function selectRosterNames(
  db: Database,
  { connectionId, indexId, type, ids }: RosterOf & { type: string; ids: readonly string[] },
): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("roster_entry")
    .select(["record_id", "name"])
    .where("connection_id", "=", connectionId)
    .where("index_id", "=", indexId)
    .where("record_type", "=", type)
    .where(sql<boolean>`record_id = any(${[...ids]}::text[])`)
    .execute();
  return new Map(rows.map(({ record_id: id, name }) => [id, name]));
}

/** The records of a type on a roster that have a name, by id after the one that is given. */
export async function selectNamedOnRoster(
  db: Database,
  {
    connectionId,
    indexId,
    type,
    after = "",
    limit,
  }: RosterOf & { type: string; after: string | undefined; limit: number },
): Promise<{ id: string; name: string; preferred: string | null }[]> {
  return await db
    .selectFrom("roster_entry")
    .select(["record_id as id", "name", "preferred_name as preferred"])
    .where("connection_id", "=", connectionId)
    .where("index_id", "=", indexId)
    .where("record_type", "=", type)
    .where("record_id", ">", after)
    .where("name", "is not", null)
    .$narrowType<{ name: string }>()
    .orderBy("record_id")
    .limit(limit)
    .execute();
}

/** The practitioners on a roster who have phones, with these as they are searched, by id. */
export async function selectPhonesOnRoster(
  db: Database,
  { connectionId, indexId, after = "", limit }: RosterOf & { after: string | undefined; limit: number },
): Promise<{ id: string; name: string | null; phones: string }[]> {
  const { rows } = await sql<{ id: string; name: string | null; phones: string }>`
    select entry.record_id as id, entry.name, summary.phones from roster_entry as entry
    join record_summary as summary using (connection_id, index_id, record_type, record_id)
    where entry.connection_id = ${connectionId} and entry.index_id = ${indexId} and entry.record_type = 'practitioner'
      and entry.record_id > ${after} and summary.phones <> ''
    order by entry.record_id limit ${limit}`.execute(db);
  return rows;
}

/** The ids of all records of a type on a roster, or of those among these. */
export async function selectRosterIds(
  db: Database,
  { connectionId, indexId, type, among }: RosterOf & { type: string; among: readonly string[] | null },
): Promise<string[]> {
  const rows = await db
    .selectFrom("roster_entry")
    .select("record_id")
    .where("connection_id", "=", connectionId)
    .where("index_id", "=", indexId)
    .where("record_type", "=", type)
    .$if(among !== null, (query) => query.where("record_id", "in", among?.length ? [...among] : [""]))
    .execute();
  return rows.map(({ record_id: id }) => id);
}

/** The known schedules of practitioners on the rosters of these indices, by name. */
export async function selectKnownSchedules(
  db: Database | Transaction,
  {
    connectionId,
    indexIds,
    practitionerIds,
  }: { connectionId: string; indexIds: readonly string[]; practitionerIds: readonly string[] },
): Promise<RosterRow[]> {
  return await db
    .selectFrom("roster_entry")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .where("index_id", "in", [...indexIds])
    .where("practitioner_id", "in", [...practitionerIds])
    .where("record_type", "=", "schedule")
    .orderBy("search")
    .orderBy("record_id")
    .execute();
}

/** Removes an entry from the roster; undefined if it was not on it. */
export async function deleteRosterEntry(
  trx: Transaction,
  { connectionId, indexId, record }: RosterOf & { record: RecordKey },
): Promise<RosterRow | undefined> {
  return await trx
    .deleteFrom("roster_entry")
    .where("connection_id", "=", connectionId)
    .where("index_id", "=", indexId)
    .where("record_type", "=", record.type)
    .where("record_id", "=", record.id)
    .returningAll()
    .executeTakeFirst();
}

/** Entries that are not read yet, in a fixed order. */
export async function selectWaitingEntries(
  db: Database,
  { connectionId, indexId, limit }: RosterOf & { limit: number },
): Promise<RosterRow[]> {
  return await db
    .selectFrom("roster_entry")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .where("index_id", "=", indexId)
    .where("state", "=", "waiting")
    .orderBy("record_type")
    .orderBy("record_id")
    .limit(limit)
    .execute();
}

/** Copies entries of one roster to another, unnamed where they have left theirs meanwhile. */
export async function copyEntries(
  trx: Transaction,
  {
    connectionId,
    indexId,
    importId,
    copied: { from, records },
    actor,
    now,
  }: RosterOf & { importId: string; copied: Pick<CopiedEntries, "from" | "records">; actor: Actor; now: Date },
): Promise<void> {
  const rows = records.map(({ type, id }) => ({
    record_type: type,
    record_id: id,
    practitioner_id: type === "practitioner" ? id : null,
    search: searchText(id),
  }));
  await sql`
    insert into roster_entry (connection_id, index_id, record_type, record_id, practitioner_id, name, preferred_name, search, source, source_detail, state, added_by, added_at, import_id)
    select ${connectionId}, ${indexId}, copied.record_type, copied.record_id, coalesce(entry.practitioner_id, copied.practitioner_id),
      entry.name, entry.preferred_name, coalesce(entry.search, copied.search), 'copied', ${from}, 'waiting', ${json(actor)}::json, ${now}::timestamptz, ${importId}
    from (${selectListed(inKeyOrder(rows, ["record_type", "record_id"]), copiedColumns)}) as copied
    left join roster_entry as entry on entry.connection_id = ${connectionId} and entry.index_id = ${from}
      and entry.record_type = copied.record_type and entry.record_id = copied.record_id
    on conflict do nothing`.execute(trx);
}

/** Any record that was found in any index. */
export async function selectAnyRecord(db: Database, connectionId: string): Promise<RecordKey | undefined> {
  const row = await db
    .selectFrom("roster_entry")
    .select(["record_type", "record_id"])
    .where("connection_id", "=", connectionId)
    .where("state", "=", "found")
    .orderBy("last_seen_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? undefined : { type: row.record_type, id: row.record_id };
}

/** The record keys of those records that are on a roster and exist in the service. */
export async function selectFoundRecords(
  db: Database,
  { connectionId, indexId, ids }: RosterOf & { ids: readonly string[] },
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom("roster_entry")
    .select(["record_type", "record_id"])
    .where("connection_id", "=", connectionId)
    .where("index_id", "=", indexId)
    .where("record_id", "in", [...ids])
    .where("state", "=", "found")
    .execute();
  return new Set(rows.map((row) => recordKey(recordOf(row))));
}

/** Renames the entry to the assigned id, unless the roster has that record already. */
export async function renameRosterEntry(
  trx: Transaction,
  { connectionId, indexId, type, provisionalId, recordId }: AssignedId,
): Promise<void> {
  const ofIndex = sql`connection_id = ${connectionId} and index_id = ${indexId}`;
  await sql`delete from roster_entry where ${ofIndex} and record_type = ${type} and record_id = ${provisionalId}
    and exists (select from roster_entry as other where other.connection_id = ${connectionId} and other.index_id = ${indexId}
      and other.record_type = ${type} and other.record_id = ${recordId})`.execute(trx);
  await sql`update roster_entry set record_id = ${recordId},
      search = replace(search, lower(${provisionalId}::text), lower(${recordId}::text))
    where ${ofIndex} and record_type = ${type} and record_id = ${provisionalId}`.execute(trx);
  if (type === "practitioner")
    await sql`update roster_entry set practitioner_id = ${recordId} where ${ofIndex} and practitioner_id = ${provisionalId}`.execute(
      trx,
    );
}
