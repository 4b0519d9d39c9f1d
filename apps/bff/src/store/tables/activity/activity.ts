import { type Expression, type Selectable, type SqlBool, sql } from "kysely";
import type { JournalTable } from "#/store/schema/access-tables.ts";
import type { Actor } from "#/store/schema/stored-values.ts";
import { containsPattern } from "#/store/sql/search-text.ts";
import type { Database } from "#/store/sql/transaction.ts";

export type JournalRow = Selectable<JournalTable> & { index_name: string | null };
/** The journal of a connection and of what belongs to none, as far as all of this matches. */
export interface ActivityChoice {
  connectionId: string;
  indexId?: string | undefined;
  subject?: string | undefined;
  actorId?: string | undefined;
  recordId?: string | undefined;
  /** An action, or its noun for all actions of it. */
  action?: string | undefined;
  /** Days in UTC. */
  from?: string | undefined;
  to?: string | undefined;
  q?: string | undefined;
  /** Whether attempts that were refused are among them. */
  withRefused: boolean;
}

const MOST_ACTORS = 200;

/** Actions of earlier versions began with another noun than their message. */
const earlierNouns = new Map([["roster", "roster-import"]]);
/** The code that an entry would have now: earlier versions wrote one action for several messages, and one message for all steps. */
const codeNow = sql`coalesce('change.' || (message #>> '{params,step}'), message ->> 'code')`;

/** Newest first, those before this `seq`, with one row more than requested. */
export async function selectActivity(
  db: Database,
  { before, limit, ...choice }: ActivityChoice & { before: number | undefined; limit: number },
): Promise<JournalRow[]> {
  let matching = db
    .selectFrom("journal")
    .leftJoin("index_version", (join) =>
      join
        .onRef("index_version.connection_id", "=", "journal.connection_id")
        .onRef("index_version.id", "=", "journal.index_id"),
    )
    .selectAll("journal")
    .select("index_version.label as index_name")
    .where(matches(choice));
  if (before !== undefined) matching = matching.where("seq", "<", before);
  return await matching
    .orderBy("seq", "desc")
    .limit(limit + 1)
    .execute();
}

/** Whether more entries than these match. */
export async function hasMoreActivityThan(db: Database, choice: ActivityChoice, count: number): Promise<boolean> {
  const { rows } = await sql<{ seq: number }>`
    select seq from journal where ${matches(choice)} offset ${count} limit 1`.execute(db);
  return rows.length > 0;
}

/** Everybody who did something in the connection, with the name that they had last; at most 200. */
export async function selectActivityActors(db: Database, connectionId: string): Promise<Actor[]> {
  const { rows } = await sql<{ actor: Actor }>`
    with recursive known as (
      (select actor ->> 'id' as id from journal order by actor ->> 'id' limit 1)
      union all
      select (select actor ->> 'id' from journal where actor ->> 'id' > known.id order by actor ->> 'id' limit 1)
      from known where known.id is not null)
    select latest.actor from known
    cross join lateral (
      select actor from journal
      where actor ->> 'id' = known.id and (connection_id = ${connectionId} or connection_id is null)
      order by seq desc limit 1) as latest
    where known.id is not null
    order by latest.actor ->> 'name', known.id limit ${MOST_ACTORS}`.execute(db);
  return rows.map(({ actor }) => actor);
}

function matches({
  connectionId,
  indexId,
  subject,
  actorId,
  recordId,
  action,
  from,
  to,
  q,
  withRefused,
}: ActivityChoice): Expression<SqlBool> {
  const noun = action?.split(".")[0];
  const all = [
    sql<SqlBool>`(journal.connection_id = ${connectionId} or journal.connection_id is null)`,
    withRefused ? undefined : sql<SqlBool>`action <> 'request.refuse'`,
    indexId === undefined ? undefined : sql<SqlBool>`journal.index_id = ${indexId}`,
    subject === undefined ? undefined : sql<SqlBool>`subject = ${subject}`,
    actorId === undefined ? undefined : sql<SqlBool>`actor ->> 'id' = ${actorId}`,
    recordId === undefined
      ? undefined
      : sql<SqlBool>`(subject = ${recordId} or message #>> '{params,record,id}' = ${recordId}
          or subject in (select id from change where connection_id = ${connectionId} and record_id = ${recordId}))`,
    noun === undefined
      ? undefined
      : sql<SqlBool>`split_part(action, '.', 1) in (${noun}, ${earlierNouns.get(noun) ?? noun})`,
    action === undefined || action === noun ? undefined : sql<SqlBool>`${action} in (action, ${codeNow})`,
    from === undefined ? undefined : sql<SqlBool>`at >= ${`${from}T00:00:00Z`}::timestamptz`,
    to === undefined ? undefined : sql<SqlBool>`at < ${`${to}T00:00:00Z`}::timestamptz + interval '1 day'`,
    q === undefined || q.trim() === "" ? undefined : hasText(q.trim()),
  ].filter((condition) => condition !== undefined);
  return sql<SqlBool>`${sql.join(all, sql` and `)}`;
}

/** A name, value, reason or id that contains the text. Keys of the message are no text of anybody. */
function hasText(q: string): Expression<SqlBool> {
  const inText = pattern(q);
  const inJson = pattern(JSON.stringify(q).slice(1, -1));
  return sql<SqlBool>`(
    (message::text ilike ${inJson} and regexp_replace(message -> 'params' #>> '{}', '"[A-Za-z]+":', '', 'g') ilike ${inJson})
    or exists (select 1 from journal_search as folded where folded.seq = journal.seq and folded.search like ${containsPattern(q)})
    or concat_ws(' ', sentence, why, actor ->> 'name', subject, request_id, journal.index_id) ilike ${inText})`;
}

const pattern = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;
