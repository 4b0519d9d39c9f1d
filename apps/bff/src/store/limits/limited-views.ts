import { createHash } from "node:crypto";
import { sql } from "kysely";
import { type Database, transact, type Transaction } from "#/store/sql/transaction.ts";

/*
 * What somebody sees who is limited to some referrers. Each table that holds what belongs to a referrer has a view of the same
 * name in a schema of its own, and the queries of a limited person look for their tables there first (`limitedDatabase`). So
 * one place limits every query, also those that are written later, and none can forget it.
 */
export const LIMITED_SCHEMA = "limited";
/** The setting of a transaction that lists the referrers, with commas between their ids. Without it every view fails. */
export const REFERRERS_SETTING = "console.referrers";

const REFERRERS = `string_to_array(current_setting('${REFERRERS_SETTING}'), ',')`;

/** Rows of an index version that one sees; the standard index is seen by everybody. */
const OF_SEEN_INDEX = `exists (select 1 from ${LIMITED_SCHEMA}.index_version as seen
  where seen.connection_id = here.connection_id and seen.id = here.index_id)`;

/** As above, without what only the standard index holds: it would tell which records others look at. */
const OF_OWN_INDEX = `exists (select 1 from ${LIMITED_SCHEMA}.index_version as seen
  where seen.connection_id = here.connection_id and seen.id = here.index_id and seen.origin <> 'standard')`;

const IN_SEEN = (table: string, fits: string) =>
  `exists (select 1 from ${LIMITED_SCHEMA}.${table} as seen where ${fits})`;

const HAS_CHANGES = (set: string) => `exists (select 1 from public.change as held where held.change_set_id = ${set})`;

/** Which rows of each table are seen, in terms of the row `here`; in the order in which they build on each other. */
const seenRows: readonly (readonly [table: string, where: string])[] = [
  ["referrer", `here.id = any (${REFERRERS})`],
  ["index_version", `here.origin = 'standard' or here.referrer_id = any (${REFERRERS})`],
  ["creation", `here.referrer_id = any (${REFERRERS})`],
  ["deletion", OF_OWN_INDEX],
  ["roster_entry", OF_OWN_INDEX],
  ["roster_import", OF_OWN_INDEX],
  ["roster_import_line", IN_SEEN("roster_import", "seen.id = here.import_id")],
  ["reading", OF_SEEN_INDEX],
  ["original", OF_SEEN_INDEX],
  ["record_reference", OF_SEEN_INDEX],
  [
    "record_summary",
    `${OF_OWN_INDEX} or exists (select 1 from ${LIMITED_SCHEMA}.roster_entry as seen
      where seen.connection_id = here.connection_id and seen.record_type = here.record_type and seen.record_id = here.record_id)`,
  ],
  // A plan that nobody named is known from somebody's schedules.
  ["plan", `here.source <> 'seen' or here.name is not null or here.payer is not null`],
  ["given_id", OF_OWN_INDEX],
  ["field_memory", OF_SEEN_INDEX],
  // A set that holds anything outside does not exist; what it made so inside does. One that was emptied may have held it.
  [
    "change_set",
    `(${OF_OWN_INDEX} or (here.index_id is null and (${HAS_CHANGES("here.id")}
        or (here.name is null and here.evidence_id is null)))) and not exists (select 1 from public.change as held where held.change_set_id = here.id
      and not exists (select 1 from ${LIMITED_SCHEMA}.index_version as seen
        where seen.connection_id = held.connection_id and seen.id = held.index_id))`,
  ],
  [
    "change",
    `${OF_OWN_INDEX} and (${IN_SEEN("change_set", "seen.id = here.change_set_id")}
      or exists (select 1 from public.override as kept where kept.change_id = here.id))`,
  ],
  ["override", OF_OWN_INDEX],
  [
    "evidence",
    `not exists (select 1 from public.change as held where held.evidence_id = here.id
      and not exists (select 1 from ${LIMITED_SCHEMA}.change as seen where seen.id = held.id))
      and not exists (select 1 from public.change_set as held where held.evidence_id = here.id
      and not exists (select 1 from ${LIMITED_SCHEMA}.change_set as seen where seen.id = held.id))`,
  ],
  ["approval", IN_SEEN("change", "seen.id = here.change_id")],
  [
    "change_revert",
    `${IN_SEEN("change", "seen.id = here.change_id")} and ${IN_SEEN("change", "seen.id = here.reverted_id")}`,
  ],
  ["receipt", IN_SEEN("change", "seen.id = here.change_id")],
  ["alarm", `${OF_OWN_INDEX} and ${IN_SEEN("change_set", "seen.id = here.change_set_id")}`],
  ["alarm_change", IN_SEEN("alarm", "seen.id = here.alarm_id")],
  // An entry that names another index version or referrer as well tells of it, and is left out. Older ones have no id of a
  // referrer, only the name.
  [
    "journal",
    `(${OF_OWN_INDEX} or (here.index_id is null and here.action like 'change-set.%'
        and ${HAS_CHANGES("here.subject")} and ${IN_SEEN("change_set", "seen.id = here.subject")}))
      and not exists (select 1 from unnest(array[here.before ->> 'referrerId', here.after ->> 'referrerId']) as named (id)
        where named.id <> all (${REFERRERS}))
      and (coalesce(here.before ->> 'referrerId', here.after ->> 'referrerId') is not null
        or not exists (select 1 from public.referrer as other where other.connection_id = here.connection_id
          and other.name in (here.before ->> 'referrer', here.after ->> 'referrer')
          and not exists (select 1 from ${LIMITED_SCHEMA}.referrer as seen
            where seen.connection_id = other.connection_id and seen.name = other.name)))
      and not exists (select 1 from public.index_version as other
      where other.connection_id = here.connection_id and other.origin <> 'standard'
        and not exists (select 1 from ${LIMITED_SCHEMA}.index_version as seen
          where seen.connection_id = other.connection_id and seen.id = other.id)
        and (strpos(here.message::text, to_json(other.label)::text) > 0
          or strpos(concat_ws(' ', here.message::text, here.before::text, here.after::text, here.why_message::text, here.sentence),
            other.id) > 0))`,
  ],
  [
    "service_request",
    `${OF_OWN_INDEX} and (here.mixed_index_id is null or exists (select 1 from ${LIMITED_SCHEMA}.index_version as seen
      where seen.connection_id = here.connection_id and seen.id = here.mixed_index_id))`,
  ],
];

/** What belongs to the connection or the installation, and tells nothing of a referrer. */
const seenByAll = ["connection", "profile_revision", "proof", "booking_attempt", "setting", "work_lease"] as const;

/** Tables that no limited query needs. A table that is in no list is among them too; a test names it. */
const seenByNobody = [
  "access_token",
  "credential",
  "journal_segment",
  "passkey",
  "person",
  "person_link",
  "recovery_code",
  "second_factor",
  "person_role",
  "person_role_referrer",
  "session",
  "sign_in_attempt",
  "used_challenge",
  "verification",
  "page_visit",
] as const;

/** The tables for which this file says who sees them. */
export const declaredTables: readonly string[] = [...seenRows.map(([table]) => table), ...seenByAll, ...seenByNobody];

const statements: readonly string[] = [
  ...seenRows.map(
    ([table, where]) =>
      `create view ${LIMITED_SCHEMA}.${table} as select here.* from public.${table} as here where ${where}`,
  ),
  ...seenByNobody.map(
    (table) => `create view ${LIMITED_SCHEMA}.${table} as select here.* from public.${table} as here where false`,
  ),
];

/** What the views are made of; stores that are copied are copied anew when it changes. */
export const limitedViewsState = createHash("sha256").update(statements.join("\n")).digest("hex").slice(0, 16);

/** Makes the views where they are missing or older than this version; replicas may do so at once. */
export async function keepLimitedViews(db: Database): Promise<void> {
  if ((await builtState(db)) === limitedViewsState) return;
  await transact(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('limited views'))`.execute(trx);
    if ((await builtState(trx)) === limitedViewsState) return;
    await sql.raw(`drop schema if exists ${LIMITED_SCHEMA} cascade`).execute(trx);
    await sql.raw(`create schema ${LIMITED_SCHEMA}`).execute(trx);
    for (const statement of statements) await sql.raw(statement).execute(trx);
    await sql.raw(`comment on schema ${LIMITED_SCHEMA} is '${limitedViewsState}'`).execute(trx);
  });
}

/** Migrations cannot change a table on which a view stands. */
export async function dropLimitedViews(db: Database): Promise<void> {
  await sql.raw(`drop schema if exists ${LIMITED_SCHEMA} cascade`).execute(db);
}

async function builtState(db: Database | Transaction): Promise<string | null> {
  const { rows } = await sql<{ state: string | null }>`
    select obj_description(to_regnamespace(${LIMITED_SCHEMA})::oid, 'pg_namespace') as state`.execute(db);
  return rows[0]?.state ?? null;
}
