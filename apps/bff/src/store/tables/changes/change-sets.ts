import { setImmediate as nextTurn } from "node:timers/promises";
import type { ChangeState, FieldKind, Operation } from "@dc/directory";
import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import type { ChangeCountTable, ChangeSetTable, SetAct } from "#/store/schema/ledger-tables.ts";
import { json, jsonOrNull } from "#/store/sql/json.ts";
import type { Actor } from "#/store/schema/stored-values.ts";
import { stateNow } from "./changes.ts";
import { searchText } from "#/store/sql/search-text.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";

export type ChangeSetRow = Selectable<ChangeSetTable>;

/** Whether it is checked, goes back, or is decided about, so that nothing else of it is decided. */
export const isBusy = ({ checking, going_back: goingBack, act }: ChangeSetRow): boolean =>
  checking !== null || goingBack !== null || act !== null;

export async function insertChangeSet(
  trx: Transaction,
  row: Omit<Insertable<ChangeSetTable>, "search">,
): Promise<ChangeSetRow> {
  const values = { ...row, search: searchText(row.name) };
  return await trx.insertInto("change_set").values(values).returningAll().executeTakeFirstOrThrow();
}

export async function selectChangeSet(
  db: Database | Transaction,
  connectionId: string,
  id: string,
): Promise<ChangeSetRow | undefined> {
  return await db
    .selectFrom("change_set")
    .selectAll()
    .where("opening", "=", false)
    .where("connection_id", "=", connectionId)
    .where("id", "=", id)
    .executeTakeFirst();
}

export async function selectChangeSetsByIds(
  db: Database | Transaction,
  connectionId: string,
  ids: readonly string[],
): Promise<ChangeSetRow[]> {
  if (ids.length === 0) return [];
  return await db
    .selectFrom("change_set")
    .selectAll()
    .where("opening", "=", false)
    .where("connection_id", "=", connectionId)
    .where("id", "in", [...ids])
    .execute();
}

/** As `selectChangeSet`, locked until the transaction ends, so that nobody else modifies the set meanwhile. */
export async function lockChangeSet(
  trx: Transaction,
  connectionId: string,
  id: string,
): Promise<ChangeSetRow | undefined> {
  return await trx
    .selectFrom("change_set")
    .selectAll()
    .where("opening", "=", false)
    .where("connection_id", "=", connectionId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** Locks a set of which something is decided, as `lockChangeSet` does; what that is, `selectAct` has, which names every change. */
export async function lockActing(
  trx: Transaction,
  connectionId: string,
  id: string,
): Promise<Pick<ChangeSetRow, "version" | "index_id" | "act_done"> | undefined> {
  return await trx
    .selectFrom("change_set")
    .select(["version", "index_id", "act_done"])
    .where("opening", "=", false)
    .where("connection_id", "=", connectionId)
    .where("id", "=", id)
    .where("act", "is not", null)
    .forUpdate()
    .executeTakeFirst();
}

/** What is decided about a set while its rows follow. */
export async function selectAct(trx: Transaction, id: string): Promise<SetAct | null> {
  const { act } = await trx.selectFrom("change_set").select("act").where("id", "=", id).executeTakeFirstOrThrow();
  return act;
}

/** What was queued is live from now on: nobody's rights are judged again. */
export async function markLive(trx: Transaction, id: string): Promise<void> {
  await trx.updateTable("change_set").set({ on_behalf_of: null }).where("id", "=", id).execute();
}

/** What was staged is queued from now on, and the rows of its changes follow; null: all of them did. */
export async function markQueueing(
  trx: Transaction,
  id: string,
  queueing: Exclude<ChangeSetRow["queueing"], undefined>,
): Promise<void> {
  await trx
    .updateTable("change_set")
    .set({ queueing: jsonOrNull(queueing) })
    .where("id", "=", id)
    .execute();
}

/** All that goes back of a set did so in the rows of its changes, too. */
export async function endGoingBack(trx: Transaction, id: string): Promise<void> {
  await trx.updateTable("change_set").set({ going_back: null }).where("id", "=", id).execute();
}

/** Notes what is decided about changes of a set, or how many of their rows followed. */
export async function updateAct(
  trx: Transaction,
  id: string,
  { act, done }: { act?: SetAct | null; done: number },
): Promise<void> {
  await trx
    .updateTable("change_set")
    .set({ act_done: done, ...(act === undefined ? {} : { act: jsonOrNull(act) }) })
    .where("id", "=", id)
    .execute();
}

/** Updates the row if it still has the version that was read; undefined if it was modified concurrently. */
export async function updateChangeSet(
  trx: Transaction,
  before: ChangeSetRow,
  set: Updateable<ChangeSetTable>,
): Promise<ChangeSetRow | undefined> {
  return await trx
    .updateTable("change_set")
    .set({ ...set, ...(set.name === undefined ? {} : { search: searchText(set.name) }), version: before.version + 1 })
    .where("id", "=", before.id)
    .where("version", "=", before.version)
    .returningAll()
    .executeTakeFirst();
}

/** Those of these sets that the caller sees. */
export async function selectSeenSets(db: Database | Transaction, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom("change_set")
    .select("id")
    .where("opening", "=", false)
    .where("id", "in", [...new Set(ids)])
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** The sets of a connection whose changes are still being written, or never were all; not those whose changes go on into another. */
export async function selectOpening(db: Database, connectionId: string): Promise<ChangeSetRow[]> {
  return await db
    .selectFrom("change_set")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .where("opening", "=", true)
    .where(
      sql<boolean>`not exists (select from change_set as other
        where other.connection_id = ${connectionId} and other.act ->> 'from' = change_set.id)`,
    )
    .execute();
}

/** Whether what failed of one of these sets is being copied into another one, which is there for nobody yet. */
export async function isRetryOpening(trx: Transaction, ids: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select from public.change_set where retry_of_id = any(${ids}::text[]) and opening limit 1`.execute(trx);
  return rows.length > 0;
}

/** Deletes an empty set. */
export async function deleteChangeSet(trx: Transaction, id: string): Promise<void> {
  await trx.deleteFrom("change_set").where("id", "=", id).execute();
}

/** Of a query of sets: those of this index version, and those over several that hold changes of it. */
export const holdsIndex = (indexId: string) =>
  sql<boolean>`(change_set.index_id = ${indexId} or (change_set.index_id is null and exists (
    select 1 from change where change.change_set_id = change_set.id and change.index_id = ${indexId})))`;

/** Who is asked to review these sets, in the order of asking. */
export async function selectReviewers(
  db: Database | Transaction,
  ids: readonly string[],
): Promise<{ change_set_id: string; person: Actor; asked_at: Date }[]> {
  if (ids.length === 0) return [];
  return await db
    .selectFrom("change_set_reviewer")
    .select(["change_set_id", "person", "asked_at"])
    .where("change_set_id", "in", [...ids])
    .orderBy("asked_at")
    .orderBy("person_id")
    .execute();
}

/** Asks these people to review a set; whoever is asked already stays so, and whoever is not named is not asked any more. */
export async function setReviewers(
  trx: Transaction,
  { id, people, now }: { id: string; people: readonly Actor[]; now: Date },
): Promise<void> {
  const ids = people.map((person) => person.id);
  await sql`delete from change_set_reviewer where change_set_id = ${id} and person_id <> all(${ids}::text[])`.execute(
    trx,
  );
  for (const person of people)
    await trx
      .insertInto("change_set_reviewer")
      .values({ change_set_id: id, person_id: person.id, person: json(person), asked_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** The referrers of the directories that a set has changes of; null for a directory without one. */
export async function selectReferrersOfSet(db: Database | Transaction, id: string): Promise<(string | null)[]> {
  const { rows } = await sql<{ referrer_id: string | null }>`
    select distinct index_version.referrer_id from change_set
    left join change on change.change_set_id = change_set.id
    join index_version on index_version.connection_id = change_set.connection_id
      and index_version.id = coalesce(change.index_id, change_set.index_id)
    where change_set.id = ${id}`.execute(db);
  return rows.map(({ referrer_id: referrerId }) => referrerId);
}

const isReviewedBy = (personId: string) =>
  sql<boolean>`(exists (select 1 from change_set_reviewer as asked
      where asked.change_set_id = change_set.id and asked.person_id = ${personId})
    or exists (select 1 from approval join change on change.id = approval.change_id
      where change.change_set_id = change_set.id and approval.person_id = ${personId}))`;

/** Newest first, after a cursor's key. */
export async function selectChangeSets(
  db: Database | Transaction,
  {
    connectionId,
    indexId,
    authorId,
    reviewerId,
    after,
    limit,
  }: {
    connectionId: string;
    indexId: string | undefined;
    authorId?: string | undefined;
    reviewerId?: string | undefined;
    after: { createdAt: Date; id: string } | null;
    limit: number;
  },
): Promise<ChangeSetRow[]> {
  return await db
    .selectFrom("change_set")
    .selectAll()
    .where("opening", "=", false)
    .where("connection_id", "=", connectionId)
    .$if(indexId !== undefined, (query) => query.where(holdsIndex(indexId ?? "")))
    .$if(authorId !== undefined, (query) =>
      query.where(sql<string>`change_set.created_by ->> 'id'`, "=", authorId ?? ""),
    )
    .$if(reviewerId !== undefined, (query) => query.where(isReviewedBy(reviewerId ?? "")))
    .$if(after !== null, (query) =>
      query.where((where) =>
        where(where.refTuple("created_at", "id"), "<", where.tuple(after?.createdAt ?? new Date(0), after?.id ?? "")),
      ),
    )
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

export async function countChangeSets(
  db: Database | Transaction,
  connectionId: string,
  indexId: string | undefined,
): Promise<number> {
  const { count } = await db
    .selectFrom("change_set")
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("opening", "=", false)
    .where("connection_id", "=", connectionId)
    .$if(indexId !== undefined, (query) => query.where(holdsIndex(indexId ?? "")))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Changes of a set that are alike: of the same field of the same record type, by the same operation. */
export interface AlikeChangesRow {
  recordType: string;
  field: string | null;
  kind: FieldKind | null;
  op: Operation["op"];
  /** Whether a list is set or returned whole, rather than one of its elements. */
  isWhole: boolean;
  count: number;
}

/** The content of a set: the number of changes by state, and what they are about. */
export interface ChangeSetContents {
  states: Map<ChangeState, number>;
  /** Whether the console still asks what became of an unknown change. */
  isReadAgain: boolean;
  /** How many deferred changes wait for a person, because what they were decided on moved. */
  atRest: number;
  /** How many withdrawn changes were live before, and how many of these a later change of ours replaced. */
  takenBack: number;
  replaced: number;
  alike: AlikeChangesRow[];
  /** Adds up to another sum when a change comes, goes or is about another record. */
  records: number;
  /** The index versions that it has changes of. */
  indexIds: Set<string>;
}

/** The content of these sets of a connection by their kept counts; a set without changes has none. */
export async function selectContents(
  db: Database | Transaction,
  connectionId: string,
  sets: readonly Pick<ChangeSetRow, "id" | "going_back">[],
): Promise<Map<string, ChangeSetContents>> {
  const contents = new Map<string, ChangeSetContents>();
  const { back = [], others = [] } = Object.groupBy(sets, (set) => (set.going_back === null ? "others" : "back"));
  const counted = await countedChanges(
    db,
    connectionId,
    others.map(({ id }) => id),
  );
  const goingBack = await countedGoingBack(
    db,
    back.map(({ id }) => id),
  );
  for (const row of [...counted, ...goingBack]) {
    const content = contents.get(row.change_set_id) ?? noContent();
    contents.set(row.change_set_id, content);
    countAlike(content.alike, row);
    const { state, changes } = row;
    content.indexIds.add(row.index_id);
    content.records += row.records;
    content.states.set(state, (content.states.get(state) ?? 0) + changes);
    if (row.is_read_again) content.isReadAgain = true;
    if (row.is_at_rest) content.atRest += changes;
    if (state !== "withdrawn") continue;
    if (row.was_live) content.takenBack += changes;
    if (row.is_replaced) content.replaced += changes;
  }
  return contents;
}

/** By the kept counts. */
async function countedChanges(
  db: Database | Transaction,
  connectionId: string,
  ids: readonly string[],
): Promise<CountedChanges[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<CountedChanges>`
    select change_set_id, index_id, record_type, field, kind, op, is_whole, ${stateNow} as state, is_read_again, is_at_rest,
      was_live and change.state <> 'queued' as was_live, is_replaced, changes, records
    from (
      select change_set_id, index_id, record_type, field, kind, op, is_whole, state, is_read_again, is_at_rest, was_live, is_replaced,
        null::text as id, null::timestamptz as try_after, sum(changes)::integer as changes, sum(records)::bigint as records
      from change_count where connection_id = ${connectionId} and change_set_id in (${sql.join(ids)})
      group by change_set_id, index_id, record_type, field, kind, op, is_whole, state, is_read_again, is_at_rest, was_live, is_replaced
      having sum(changes) <> 0
    ) as change`.execute(db);
  return rows;
}

/** From the changes themselves: what one of a set that goes back comes to depends on its approvals. */
async function countedGoingBack(db: Database | Transaction, ids: readonly string[]): Promise<CountedChanges[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<CountedChanges>`
    select change_set_id, index_id, record_type, field, kind, op, is_whole, state, was_live, is_read_again, is_at_rest, is_replaced,
      count(*)::integer as changes, sum(record)::bigint as records
    from (
      select change_set_id, index_id, record_type, field, kind, operation ->> 'op' as op, operation -> 'element' is null as is_whole,
        ${stateNow} as state, approval_order is not null and state <> 'queued' as was_live,
        state = 'unknown' and (try_after is not null or coalesce(reason ->> 'code', '') = 'held-back-reads-as-before') as is_read_again,
        state = 'deferred' and coalesce(reason ->> 'code', '') = 'ground-moved' as is_at_rest,
        coalesce(reason ->> 'code', '') = 'replaced-by-later' as is_replaced, hashtext(id || ' ' || record_id)::bigint as record
      from change where change_set_id in (${sql.join(ids)})
    ) as change
    group by change_set_id, index_id, record_type, field, kind, op, is_whole, state, was_live, is_read_again, is_at_rest, is_replaced`.execute(
    db,
  );
  return rows;
}

type CountedChanges = Omit<Selectable<ChangeCountTable>, "connection_id" | "versions" | "is_folded">;

function noContent(): ChangeSetContents {
  return {
    states: new Map(),
    isReadAgain: false,
    atRest: 0,
    takenBack: 0,
    replaced: 0,
    alike: [],
    records: 0,
    indexIds: new Set(),
  };
}

/** Counts changes that are alike together, whatever their state. */
function countAlike(
  alike: AlikeChangesRow[],
  { record_type: recordType, field, kind, op, is_whole: isWhole, changes: count }: CountedChanges,
): void {
  const known = alike.find(
    (of) =>
      of.recordType === recordType && of.field === field && of.kind === kind && of.op === op && of.isWhole === isWhole,
  );
  if (known === undefined) alike.push({ recordType, field, kind, op, isWhole, count });
  else known.count += count;
}

/** Whom a set is about. */
export interface ChangeSetSubjects {
  /** How many practitioners, counting records that have none by themselves. */
  count: number;
  /** The one whose change was staged first. */
  first: { indexId: string; type: string; id: string };
}

/**
 * Whom each set is about: the practitioner of a schedule by the roster, or by its creation while it is on none, and any
 * other record itself.
 */
export async function selectSubjects(
  db: Database | Transaction,
  ids: readonly string[],
): Promise<Map<string, ChangeSetSubjects>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; index_id: string; subjects: number; first: string }>`
    with concerned as (
      select change_set_id, connection_id, index_id, record_type, record_id, min(staged_order) as staged_order
      from change where change_set_id in (${sql.join(ids)})
      group by change_set_id, connection_id, index_id, record_type, record_id
    ), named as materialized (
      select change.change_set_id, change.index_id, change.staged_order, ${subject} as subject
      from concerned as change ${withRosterEntry}
    ), about as (
      select change_set_id, subject, min(staged_order) as staged_order from named group by change_set_id, subject
    ), counted as (
      select change_set_id, count(*) as subjects, min(staged_order) as staged_order from about group by change_set_id
    )
    select change_set_id as id, named.index_id, subjects, named.subject as first
    from counted join named using (change_set_id, staged_order)`.execute(db);
  return new Map(
    rows.map(({ id, index_id: indexId, subjects, first }) => [
      id,
      { count: Number(subjects), first: subjectIn(indexId, first) },
    ]),
  );
}

/** As `selectSubjects` of one set, so many of its changes at once, between which others have their turn. */
export async function selectSubjectsInSteps(
  db: Database | Transaction,
  id: string,
  atOnce = ASKED_AT_ONCE,
): Promise<ChangeSetSubjects | undefined> {
  const subjects = new Set<string>();
  let first: ChangeSetSubjects["first"] | undefined;
  let after: number | null = 0;
  while (after !== null) {
    const answer: { rows: SubjectOfChanges[] } = await sql<SubjectOfChanges>`
      with page as materialized (
        select connection_id, index_id, record_type, record_id, staged_order from change
        where change_set_id = ${id} and staged_order > ${after} order by staged_order limit ${atOnce}
      ), concerned as (
        select connection_id, index_id, record_type, record_id, min(staged_order) as staged_order, max(staged_order) as last
        from page group by connection_id, index_id, record_type, record_id
      )
      select change.index_id, ${subject} as subject, change.last, (select count(*) from page)::integer as changes
      from concerned as change ${withRosterEntry} order by change.staged_order`.execute(db);
    const { rows } = answer;
    for (const row of rows) {
      first ??= subjectIn(row.index_id, row.subject);
      subjects.add(row.subject);
    }
    const isLast: boolean = (rows[0]?.changes ?? 0) < atOnce;
    after = isLast ? null : Math.max(...rows.map(({ last }) => Number(last)));
    if (!isLast) await nextTurn();
  }
  return first === undefined ? undefined : { count: subjects.size, first };
}

const ASKED_AT_ONCE = 1_000;

interface SubjectOfChanges {
  index_id: string;
  subject: string;
  /** The place of its last change, and how many changes were asked about. */
  last: string;
  changes: number;
}

/** Whom the first change of each of these sets is about, as `selectSubjects` has it, without going through them. */
export async function selectFirstSubjects(
  db: Database | Transaction,
  ids: readonly string[],
): Promise<Map<string, ChangeSetSubjects["first"]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; index_id: string; first: string }>`
    select change.change_set_id as id, change.index_id, ${subject} as first
    from unnest(array[${sql.join(ids)}]::text[]) as asked (id) cross join lateral (
      select change_set_id, connection_id, index_id, record_type, record_id from change
      where change_set_id = asked.id order by staged_order limit 1
    ) as change ${withRosterEntry}`.execute(db);
  return new Map(rows.map(({ id, index_id: indexId, first }) => [id, subjectIn(indexId, first)]));
}

/** The practitioner of the record of a change, else the record. */
const subject = sql`coalesce('practitioner/' ||
        case when change.record_type = 'practitioner' then null else coalesce(entry.practitioner_id,
          (select made.operation -> 'fields' ->> 'practitioner' from change as made
            where made.connection_id = change.connection_id and made.index_id = change.index_id
              and made.record_type = change.record_type and made.record_id = change.record_id
              and made.field is null and made.operation ->> 'op' = 'create'
            order by made.staged_order desc limit 1)
        ) end, change.record_type || '/' || change.record_id)`;

const withRosterEntry = sql`left join roster_entry as entry on entry.connection_id = change.connection_id
        and entry.index_id = change.index_id and entry.record_type = change.record_type and entry.record_id = change.record_id`;

function subjectIn(indexId: string, subjectOfIndex: string): ChangeSetSubjects["first"] {
  const slash = subjectOfIndex.indexOf("/");
  return { indexId, type: subjectOfIndex.slice(0, slash), id: subjectOfIndex.slice(slash + 1) };
}

/** The first of as many places in a row in the order of approval, where no other transaction takes some meanwhile. */
export async function firstApprovalOrder(trx: Transaction, count: number): Promise<number> {
  const { rows } = await sql<{ last: string }>`
    select setval('approval_order', nextval('approval_order') + ${count - 1}::integer) as last`.execute(trx);
  return Number(rows[0]?.last) - count + 1;
}

/** As many places in the order of approval, the earliest first. */
export async function nextApprovalOrders(trx: Transaction, count: number): Promise<number[]> {
  const { rows } = await sql<{
    next: number;
  }>`select nextval('approval_order') as next from generate_series(1, ${count}::integer)`.execute(trx);
  return rows.map(({ next }) => Number(next)).toSorted((a, b) => a - b);
}
