import { type RecordKey, recordKey } from "@dc/directory";
import { sql } from "kysely";
import type { Actor } from "#/store/schema/stored-values.ts";
import { recordOf } from "#/store/sql/among-records.ts";
import { json } from "#/store/sql/json.ts";
import { trigramsOf, wordPattern } from "#/store/sql/search-text.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";

const TRIGRAM = 3;

export interface KnownName {
  id: string;
  name: string;
}

export interface KnownNames extends KnownName {
  /** What the practitioner prefers to be called, where a roster says so. */
  preferred: string | null;
}

/** The names that rosters give their practitioners, by id and name, after those that are given. */
export async function selectPractitionerNames(
  db: Database,
  { connectionId, after, limit }: { connectionId: string; after: KnownNames | undefined; limit: number },
): Promise<KnownNames[]> {
  const beyond =
    after === undefined ? sql`` : sql`and ${inOrder} > (${after.id}, ${after.name}, ${after.preferred ?? ""})`;
  const { rows } = await sql<KnownNames>`
    select record_id as id, name, preferred_name as preferred from roster_entry
    where connection_id = ${connectionId} and record_type = 'practitioner' and name is not null and state <> 'missing'
      and record_id not like 'new\\_%' ${beyond}
    group by record_id, name, preferred_name order by ${inOrder} limit ${limit}`.execute(db);
  return rows;
}

const inOrder = sql`(record_id, name collate "C", coalesce(preferred_name, '') collate "C")`;

/** The ids of practitioners with a word of these two or more and the first letter of another, or the beginnings of two. */
export async function selectSimilarIds(
  db: Database,
  { connectionId, words, limit }: { connectionId: string; words: readonly string[]; limit: number },
): Promise<string[]> {
  const parts = words.flatMap((one) =>
    words
      .filter((other) => other !== one)
      .flatMap((other) => [
        [one, other.slice(0, 1)],
        ...(one < other ? [[one.slice(0, TRIGRAM), other.slice(0, TRIGRAM)]] : []),
      ]),
  );
  const similar = parts.flatMap((begins) => {
    const trigrams = begins.flatMap(trigramsOf);
    if (trigrams.length === 0) return [];
    const each = begins.map((begin) => sql`' ' || search like ${wordPattern(begin)}`);
    return [sql`public.trigrams(search) @> ${[...new Set(trigrams)]}::text[] and ${sql.join(each, sql` and `)}`];
  });
  if (similar.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select distinct record_id as id from (
      select record_id from record_search
      where connection_id = ${connectionId} and record_type = 'practitioner' and (${sql.join(similar, sql` or `)})
      limit ${limit}) as alike`.execute(db);
  return rows.map(({ id }) => id);
}

/** What rosters call those of these practitioners who are there, each name once. */
export async function selectNamesOf(
  db: Database,
  { connectionId, ids }: { connectionId: string; ids: readonly string[] },
): Promise<KnownNames[]> {
  const { rows } = await sql<KnownNames>`
    select record_id as id, name, preferred_name as preferred from roster_entry
    where connection_id = ${connectionId} and record_type = 'practitioner' and record_id = any(${[...ids]}::text[])
      and name is not null and state <> 'missing' and record_id not like 'new\\_%'
    group by record_id, name, preferred_name order by record_id, name collate "C", preferred_name collate "C"`.execute(
    db,
  );
  return rows;
}

/** What rosters call these practitioners, one name each. */
export async function selectPractitionersNamed(
  db: Database | Transaction,
  { connectionId, ids }: { connectionId: string; ids: readonly string[] },
): Promise<KnownName[]> {
  const { rows } = await sql<KnownName>`
    select record_id as id, min(name collate "C") as name from roster_entry
    where connection_id = ${connectionId} and record_type = 'practitioner' and record_id = any(${[...ids]}::text[])
      and name is not null
    group by record_id`.execute(db);
  return rows;
}

export interface KnownDetail {
  id: string;
  record_type: string;
  names: string | null;
  phones: string | null;
}

/** The names and phones of these practitioners, of their schedules and of the places that these refer to, by directory. */
export async function selectPractitionerDetails(
  db: Database | Transaction,
  { connectionId, standardIndex, ids }: { connectionId: string; standardIndex: string; ids: readonly string[] },
): Promise<KnownDetail[]> {
  const { rows } = await sql<KnownDetail>`
    with own as (
      select summary.practitioner_id as id, summary.index_id, summary.record_type, summary.record_id, summary.names, summary.phones
      from index_version join record_summary as summary on summary.connection_id = index_version.connection_id
        and summary.index_id = index_version.id and summary.practitioner_id = any(${[...ids]}::text[])
      where index_version.connection_id = ${connectionId})
    select id, record_type, names, phones from own
    union
    select own.id, shared.record_type, shared.names, shared.phones from own
    join record_reference as reference on reference.connection_id = ${connectionId}
      and reference.index_id in (own.index_id, ${standardIndex})
      and reference.record_type = own.record_type and reference.record_id = own.record_id
    join record_summary as shared on shared.connection_id = ${connectionId} and shared.index_id = own.index_id
      and shared.record_type = reference.target_type and shared.record_id = reference.target_id
    where reference.target_type not in ('practitioner', 'schedule')
    order by id, record_type, names, phones`.execute(db);
  return rows;
}

export interface KnownSchedule {
  id: string;
  practitioner_id: string;
  names: string | null;
  phones: string | null;
}

/** The schedules that rosters, or that of one directory, have of these practitioners, with their names and phones and those of their places, by directory. */
export async function selectSchedulesOf(
  db: Database,
  {
    connectionId,
    standardIndex,
    practitionerIds,
    indexId,
  }: { connectionId: string; standardIndex: string; practitionerIds: readonly string[]; indexId?: string },
): Promise<KnownSchedule[]> {
  const here = indexId === undefined ? sql`` : sql`and index_version.id = ${indexId}`;
  const { rows } = await sql<KnownSchedule>`
    with own as (
      select entry.index_id, entry.record_id as id, entry.practitioner_id
      from index_version join roster_entry as entry on entry.connection_id = index_version.connection_id
        and entry.index_id = index_version.id and entry.practitioner_id = any(${[...practitionerIds]}::text[])
        and entry.record_type = 'schedule' and entry.state = 'found' and entry.record_id not like 'new\\_%'
      where index_version.connection_id = ${connectionId} ${here})
    select own.id, own.practitioner_id, summary.names, summary.phones from own
    left join record_summary as summary on summary.connection_id = ${connectionId} and summary.index_id = own.index_id
      and summary.record_type = 'schedule' and summary.record_id = own.id
    union
    select own.id, own.practitioner_id, shared.names, shared.phones from own
    join record_reference as reference on reference.connection_id = ${connectionId}
      and reference.index_id in (own.index_id, ${standardIndex})
      and reference.record_type = 'schedule' and reference.record_id = own.id
    join record_summary as shared on shared.connection_id = ${connectionId} and shared.index_id = own.index_id
      and shared.record_type = reference.target_type and shared.record_id = reference.target_id
    where reference.target_type <> 'practitioner'
    order by practitioner_id, id, names, phones`.execute(db);
  return rows;
}

interface ChoiceOf {
  connectionId: string;
  indexId: string;
  spelling: string;
}

/** The keys of the records that persons chose for these spellings in the directory. */
export async function selectNameChoices(
  db: Database | Transaction,
  { connectionId, indexId, spellings }: Omit<ChoiceOf, "spelling"> & { spellings: readonly string[] },
): Promise<Map<string, string>> {
  if (spellings.length === 0) return new Map();
  const rows = await db
    .selectFrom("roster_name_choice")
    .select(["spelling", "record_type", "record_id"])
    .where("connection_id", "=", connectionId)
    .where("index_id", "=", indexId)
    .where(sql<boolean>`spelling = any(${[...spellings]}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.spelling, recordKey(recordOf(row))]));
}

/** Whom a person chose for this spelling in the directory. */
export async function selectNameChoice(
  db: Database | Transaction,
  { spelling, ...of }: ChoiceOf,
): Promise<string | undefined> {
  return (await selectNameChoices(db, { ...of, spellings: [spelling] })).get(spelling);
}

/** Remembers a choice in the place of an earlier one. */
export async function upsertNameChoice(
  trx: Transaction,
  { connectionId, indexId, spelling, record, actor, now }: ChoiceOf & { record: RecordKey; actor: Actor; now: Date },
): Promise<void> {
  const chosen = { record_type: record.type, record_id: record.id, chosen_by: json(actor), chosen_at: now };
  await trx
    .insertInto("roster_name_choice")
    .values({ connection_id: connectionId, index_id: indexId, spelling, ...chosen })
    .onConflict((conflict) => conflict.columns(["connection_id", "index_id", "spelling"]).doUpdateSet(chosen))
    .execute();
}

export async function deleteNameChoice(trx: Transaction, { connectionId, indexId, spelling }: ChoiceOf): Promise<void> {
  await trx
    .deleteFrom("roster_name_choice")
    .where("connection_id", "=", connectionId)
    .where("index_id", "=", indexId)
    .where("spelling", "=", spelling)
    .execute();
}
