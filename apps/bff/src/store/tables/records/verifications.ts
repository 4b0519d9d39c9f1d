import { liveStates, type RecordKey } from "@dc/directory";
import { type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import type { RecordVerificationTable } from "#/store/schema/record-tables.ts";
import type { Actor } from "#/store/schema/stored-values.ts";
import { type RecordAt, recordAt } from "#/store/sql/among-records.ts";
import { keyOrder } from "#/store/sql/row-lists.ts";
import { json } from "#/store/sql/json.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";
import { hasEnded } from "#/store/tables/changes/evidence.ts";
import { stateNow } from "#/store/tables/changes/changes.ts";
import { withOverdue } from "#/store/tables/directories/need.ts";
import type { RosterOf } from "#/store/tables/directories/roster.ts";
import type { AssignedId } from "./assigned-ids.ts";

/** Which day it is where. */
export interface Today {
  today: string;
  timeZone: string;
}

export const askAgainDays = (connectionId: string) =>
  sql`(select ask_again_days from connection where id = ${connectionId})`;

/** The day on which an entry is to be verified again; one that never was counts from the day on which it was added. */
export const dueOn = (connectionId: string, { timeZone }: Today, verified: "entry" | "derived" = "entry") =>
  sql`least(${sql.ref(`${verified}.ask_again_on`)}, case when ${sql.ref(`${verified}.is_verified`)} then null
  else (entry.added_at at time zone ${timeZone})::date + ${askAgainDays(connectionId)} end)`;

const isOverdueOn = (connectionId: string, today: Today, verified: "entry" | "derived" = "entry") =>
  sql`coalesce(${dueOn(connectionId, today, verified)} < ${today.today}::date, false)`;

const listOf = (records: readonly RecordKey[]) =>
  sql`select * from unnest(${records.map(({ type }) => type)}::text[], ${records.map(({ id }) => id)}::text[]) as listed (type, id)`;

export const sameRecord = (table: string, other: string) =>
  sql<SqlBool>`${sql.ref(`${table}.connection_id`)} = ${sql.ref(`${other}.connection_id`)} and ${sql.ref(`${table}.index_id`)} = ${sql.ref(`${other}.index_id`)}
    and ${sql.ref(`${table}.record_type`)} = ${sql.ref(`${other}.record_type`)} and ${sql.ref(`${table}.record_id`)} = ${sql.ref(`${other}.record_id`)}`;

/** The records of which practitioners are meant, as `practitioner_id`, `type` and `id`. */
const recordsWhere = ({ connectionId, indexId }: RosterOf, isMeant: RawBuilder<SqlBool>) => sql`
  select practitioner_id, record_type as type, record_id as id from record_summary
    where connection_id = ${connectionId} and index_id = ${indexId} and ${isMeant}`;

/**
 * Common tables that end with `held`: the practitioners that are meant, or those of `concerned`, their schedules, and what these
 * share with others, as `practitioner_id`, `type` and `id`. Each step stands by itself: in a store whose tables were not analyzed
 * the planner would repeat one for every row of another.
 */
export const holding = (place: RosterOf, isMeant?: RawBuilder<SqlBool>) => sql`
  owner as materialized (${
    isMeant === undefined
      ? sql`select owned.* from concerned cross join lateral (${recordsWhere(place, sql`practitioner_id = concerned.practitioner_id`)}
          offset 0) as owned`
      : recordsWhere(place, isMeant)
  }),
  held as materialized (select * from owner
    union select owner.practitioner_id, target_type, target_id from owner cross join lateral (select target_type, target_id
      from record_reference where connection_id = ${place.connectionId} and index_id = ${place.indexId}
        and record_type = owner.type and record_id = owner.id offset 0) as reference)`;

/** What a table has of each held record, looked up by its key. */
export const ofHeld = (table: "record_summary" | "override", { connectionId, indexId }: RosterOf) => sql`
  cross join lateral (select * from ${sql.table(table)} where connection_id = ${connectionId} and index_id = ${indexId}
    and record_type = held.type and record_id = held.id offset 0)`;

/**
 * Common tables that end with `concerned`: the practitioners whose counts or verifications rest on these records. Each record is
 * looked up by its key, however many an index has.
 */
export const concernedBy = ({ records, connectionId, indexId }: RosterOf & { records: readonly RecordKey[] }) => sql`
  touched as materialized (${listOf(records)}),
  referring as materialized (select reference.* from touched cross join lateral (select record_type as type, record_id as id
    from record_reference where connection_id = ${connectionId} and index_id = ${indexId}
      and target_type = touched.type and target_id = touched.id offset 0) as reference),
  concerned as materialized (select distinct summary.practitioner_id
    from (select * from touched union all select * from referring) as meant cross join lateral (select practitioner_id
      from record_summary where connection_id = ${connectionId} and index_id = ${indexId}
        and record_type = meant.type and record_id = meant.id offset 0) as summary)`;

export interface HeldRecord {
  practitioner_id: string | null;
  type: string;
  id: string;
  /** Base or the index moved there, and nobody settled it. */
  is_unsettled: boolean;
  is_compared: boolean;
}

/** The records of these practitioners in an index, and these records, each with whether something of it waits for a decision. */
export async function selectHeldRecords(
  db: Database | Transaction,
  {
    practitionerIds,
    records,
    ...place
  }: RosterOf & { practitionerIds: readonly string[]; records: readonly RecordKey[] },
): Promise<HeldRecord[]> {
  const { rows } = await sql<HeldRecord>`
    with ${holding(place, sql`practitioner_id = any(${[...practitionerIds]}::text[])`)}
    select held.*, conflict + base_moved + outside > 0 as is_unsettled, effective is not null as is_compared
    from (select * from held union select null, type, id from (${listOf(records)}) as listed) as held ${ofHeld("record_summary", place)} as summary`.execute(
    db,
  );
  return rows;
}

/** The hash of each field of these records, as last compared; it stays so until the transaction ends. */
export async function lockEffective(
  trx: Transaction,
  { records, ...place }: RosterOf & { records: readonly RecordKey[] },
): Promise<(RecordKey & { effective: { [field: string]: string } })[]> {
  const { rows } = await sql<RecordKey & { effective: { [field: string]: string } }>`
    select listed.type, listed.id, effective from (${listOf(records)}) as listed join record_summary as summary
      on connection_id = ${place.connectionId} and index_id = ${place.indexId} and record_type = type and record_id = id
    where effective is not null order by ${keyOrder(["type", "id"])} for share of summary`.execute(trx);
  return rows;
}

export type NewVerification = Pick<
  Selectable<RecordVerificationTable>,
  "said_by" | "how" | "note" | "verified_on" | "ask_again_on" | "given_at"
> & { given_by: Actor };

/** Keeps that these records, or a field of each, are right as they stand: all that is said now, but where something was verified on a later day. */
export async function insertVerifications(
  trx: Transaction,
  {
    records,
    field,
    given,
    today,
    ...place
  }: RosterOf & {
    records: readonly RecordKey[];
    field: string | null;
    given: NewVerification;
    today: Today;
  },
): Promise<void> {
  const { said_by: saidBy, how, note, verified_on: verifiedOn, ask_again_on: askAgainOn, given_at: at } = given;
  const of = sql`connection_id = ${place.connectionId} and index_id = ${place.indexId}
    and (record_type, record_id) in (${listOf(records)})`;
  const [hashes, ofField, says] =
    field === null
      ? [sql`effective`, sql``, sql`effective is not null`]
      : [
          sql`json_build_object(${field}::text, effective ->> ${field})`,
          sql`and field = ${field}`,
          sql`effective ->> ${field} is not null`,
        ];
  await sql`delete from record_verification where ${of} ${ofField} and verified_on <= ${verifiedOn}::date`.execute(trx);
  await sql`insert into record_verification (connection_id, index_id, record_type, record_id, field, hashes, said_by, how, note,
      verified_on, ask_again_on, given_by, given_at)
    select connection_id, index_id, record_type, record_id, ${field ?? ""}, ${hashes}, ${saidBy}, ${how}, ${note}, ${verifiedOn}::date,
      ${askAgainOn}::date, ${json(given.given_by)}::json, ${at}
    from record_summary where ${of} and ${says}
    on conflict (connection_id, index_id, record_type, record_id, field) do nothing`.execute(trx);
  await refreshVerified(trx, { ...place, records, today });
}

/** When a change became live. */
export const liveAt = sql`coalesce(change_set.send_after, change_set.applied_at, change.updated_at)`;

/** Keeps what the evidence of live changes of these records verified, each once. */
export async function insertVerifiedByEvidence(
  trx: Transaction,
  { records, ...place }: RosterOf & { records: readonly RecordKey[] },
): Promise<void> {
  await sql`insert into record_verification (connection_id, index_id, record_type, record_id, field, hashes, said_by, how, note,
      verified_on, ask_again_on, change_id, given_by, given_at)
    select distinct on (change.record_type, change.record_id, coalesce(change.field, '')) change.connection_id, change.index_id,
      change.record_type, change.record_id, coalesce(change.field, ''),
      case when change.field is null then summary.effective else json_build_object(change.field, summary.effective ->> change.field) end,
      coalesce(evidence.source, evidence.created_by ->> 'name'), 'evidence', evidence.reason, evidence.verified_on,
      coalesce(evidence.review_by, evidence.verified_on + ${askAgainDays(place.connectionId)}), change.id, evidence.created_by, ${liveAt}
    from change join change_set on change_set.id = change.change_set_id join evidence on evidence.id = change.evidence_id
    join record_summary as summary on ${sameRecord("summary", "change")}
    where change.connection_id = ${place.connectionId} and change.index_id = ${place.indexId}
      and (change.record_type, change.record_id) in (${listOf(records)})
      and ${stateNow} = any(${[...liveStates]}::text[]) and evidence.verified_on is not null and summary.effective is not null
      and (change.field is null or summary.effective ->> change.field is not null)
      and not exists (select from record_verification as kept where ${sameRecord("kept", "change")}
        and kept.field in ('', coalesce(change.field, '')) and ((kept.change_id is not null and kept.given_at >= ${liveAt})
          or (kept.verified_on, kept.given_at) >= (evidence.verified_on, ${liveAt})))
    order by change.record_type, change.record_id, coalesce(change.field, ''), ${liveAt} desc, change.id
    on conflict (connection_id, index_id, record_type, record_id, field) do update set hashes = excluded.hashes,
      said_by = excluded.said_by, how = excluded.how, note = excluded.note, verified_on = excluded.verified_on,
      ask_again_on = excluded.ask_again_on, change_id = excluded.change_id, given_by = excluded.given_by,
      given_at = excluded.given_at`.execute(trx);
}

/** In which order what was said counts, the first alone: the later day, then the later act. */
export const lastSaid = sql`said.verified_on desc, said.given_at desc`;

/** What was said last of a field: of it alone, or of its whole record. */
export const saidOf = (record: string, field: RawBuilder<unknown>) => sql`
  (select said.* from record_verification as said
    where ${sameRecord("said", record)} and said.field in ('', ${field}) order by ${lastSaid}, said.field desc limit 1)`;

/**
 * Common tables that end with `ended_of`: the practitioners of index versions that have an override whose last day has passed, of
 * their own, their schedules, or what these share.
 */
const endedOf = (connectionId: string, today: Today) => sql`
  ended as materialized (select override.connection_id, override.index_id, override.record_type, override.record_id
    from evidence join change on change.evidence_id = evidence.id join override on override.change_id = change.id
    where evidence.connection_id = ${connectionId} and ${hasEnded(today)}),
  ended_of as materialized (select ended.index_id, summary.practitioner_id from ended
      join record_summary as summary on ${sameRecord("summary", "ended")} where summary.practitioner_id is not null
    union select ended.index_id, owner.practitioner_id from ended
      join record_reference as reference on reference.connection_id = ended.connection_id and reference.index_id = ended.index_id
        and reference.target_type = ended.record_type and reference.target_id = ended.record_id
      join record_summary as owner on ${sameRecord("owner", "reference")} where owner.practitioner_id is not null)`;

const hasEndedOne = (indexId: RawBuilder<unknown>, practitionerId: RawBuilder<unknown>) =>
  sql`exists (select from ended_of where ended_of.index_id = ${indexId} and ended_of.practitioner_id = ${practitionerId})`;

/** Derives again from when on the practitioners of these records are to be verified, after one of them or what was said of it changed. */
export async function refreshVerified(
  trx: Transaction,
  { records, today, ...place }: RosterOf & { records: readonly RecordKey[]; today: Today },
): Promise<void> {
  if (records.length === 0) return;
  const { connectionId, indexId } = place;
  const need = withOverdue(
    sql`${isOverdueOn(connectionId, today, "derived")} or ${hasEndedOne(sql`${indexId}`, sql`derived.record_id`)}`,
  );
  await sql`
    with ${endedOf(connectionId, today)}, ${concernedBy({ ...place, records })},
    ${holding(place)},
    summary as materialized (select held.practitioner_id as held_by, summary.*, (select true from record_verification as kept
        where ${sameRecord("kept", "summary")} limit 1) is not null as has_said
      from held ${ofHeld("record_summary", place)} as summary),
    stated as (select held_by as practitioner_id, said.ask_again_on, said.hashes ->> stated.key as verified, stated.value as hash,
        said.field is not null and (said.field = '' or said.hashes ->> stated.key is not null) as is_said
      from summary cross join lateral json_each_text(effective) as stated
      left join lateral ${saidOf("summary", sql`stated.key`)} as said on true where has_said
      union all select held_by, null, null, null, false from summary where not has_said and effective::text <> '{}'),
    reviewed as materialized (select held.practitioner_id, min(evidence.review_by) as review_by
      from held ${ofHeld("override", place)} as override
      join change on change.id = override.change_id join change_set on change_set.id = change.change_set_id
      join evidence on evidence.id = change.evidence_id
      left join lateral ${saidOf("override", sql`override.field`)} as said on true
      where evidence.review_by is not null and (said.given_at is null or said.given_at <= ${liveAt})
      group by held.practitioner_id),
    summed as materialized (select practitioner_id, min(ask_again_on) as ask_again_on, bool_and(is_said) as is_verified,
        (count(*) filter (where is_said and verified is distinct from hash))::integer as changed_since
      from stated group by practitioner_id),
    derived as materialized (select ${connectionId} as connection_id, ${indexId} as index_id, 'practitioner' as record_type,
        concerned.practitioner_id as record_id, least(summed.ask_again_on, review_by) as ask_again_on,
        coalesce(is_verified, true) as is_verified, coalesce(changed_since, 0) as changed_since
      from concerned left join summed using (practitioner_id) left join reviewed using (practitioner_id))
    update roster_entry as entry set ask_again_on = derived.ask_again_on, is_verified = derived.is_verified,
      changed_since = derived.changed_since, need = ${need}
    from derived where ${sameRecord("entry", "derived")} and ((entry.ask_again_on, entry.is_verified, entry.changed_since)
        is distinct from (derived.ask_again_on, derived.is_verified, derived.changed_since) or entry.need <> ${need})`.execute(
    trx,
  );
}

/** By what the entries of a connection were last marked as overdue, and by what they are to be. */
export async function selectMarkedOverdue(
  db: Database,
  { connectionId, today: { today, timeZone } }: { connectionId: string; today: Today },
): Promise<{ by: string | null; now: string }> {
  const { overdue_by: by, ask_again_days: days } = await db
    .selectFrom("connection")
    .select(["overdue_by", "ask_again_days"])
    .where("id", "=", connectionId)
    .executeTakeFirstOrThrow();
  return { by, now: `${today} ${timeZone} ${days}` };
}

/** Marks which entries are overdue, after a cursor's key, in the order of `roster_entry`. Returns the last one; null where none is left. */
export async function markOverdue(
  db: Database,
  { connectionId, today, after, limit }: { connectionId: string; today: Today; after: RecordAt | null; limit: number },
): Promise<RecordAt | null> {
  const marked = withOverdue(
    sql`entry.record_type = 'practitioner' and part.is_asked and (${isOverdueOn(connectionId, today)}
      or ${hasEndedOne(sql`entry.index_id`, sql`entry.record_id`)})`,
  );
  const { rows } = await sql<{ index_id: string; record_type: string; record_id: string }>`
    with ${endedOf(connectionId, today)}, part as (select entry.index_id, record_type, record_id, index_version.origin <> 'standard' as is_asked
      from roster_entry as entry join index_version on index_version.connection_id = entry.connection_id and index_version.id = entry.index_id
      where entry.connection_id = ${connectionId} and (entry.index_id, record_type, record_id)
        > (${after?.indexId ?? ""}, ${after?.record.type ?? ""}, ${after?.record.id ?? ""})
      order by entry.index_id, record_type, record_id limit ${limit}),
    marked as (update roster_entry as entry set need = ${marked} from part
      where entry.connection_id = ${connectionId} and entry.index_id = part.index_id and entry.record_type = part.record_type
        and entry.record_id = part.record_id and entry.need <> ${marked})
    select index_id, record_type, record_id from part order by index_id desc, record_type desc, record_id desc limit 1`.execute(
    db,
  );
  return rows.map(recordAt)[0] ?? null;
}

export async function updateMarkedOverdue(db: Database, connectionId: string, by: string): Promise<void> {
  await db.updateTable("connection").set({ overdue_by: by }).where("id", "=", connectionId).execute();
}

export async function renameRecordInVerifications(
  trx: Transaction,
  { connectionId, indexId, type, provisionalId, recordId }: AssignedId,
): Promise<void> {
  await trx
    .updateTable("record_verification")
    .set({ record_id: recordId })
    .where("connection_id", "=", connectionId)
    .where("index_id", "=", indexId)
    .where("record_type", "=", type)
    .where("record_id", "=", provisionalId)
    .execute();
}
