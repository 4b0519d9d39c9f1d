import {
  type Change,
  type ChangeReason,
  type ChangeState,
  isLive,
  liveStates,
  nextChangeState,
  reasonText,
  type RecordKey,
  stagedStates,
  type ChangeInSet,
} from "@dc/directory";
import { type RawBuilder, type Selectable, sql, type Updateable } from "kysely";
import { jsonOrNull } from "#/store/sql/json.ts";
import { oneOf } from "#/store/sql/row-lists.ts";
import { amongRecords, type RecordAt } from "#/store/sql/among-records.ts";
import type { ChangeTable } from "#/store/schema/ledger-tables.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";

export interface ChangeRow extends Selectable<ChangeTable> {
  /** What its own row says, which may not have followed its set yet. */
  own_state?: ChangeState;
}

/** Whether the set of a change is live or withdrawn, and its own row does not say so yet: L and the overrides do not have it. */
export function isFollowing({ state, own_state: own = state }: Pick<ChangeRow, "state" | "own_state">): boolean {
  return state !== own && state !== "queued";
}

/** The change as the state of its set is derived from it: an unknown one is read again at its time, or once its set is resumed. */
export function changeInSet(row: ChangeRow): ChangeInSet {
  const { state, reason, approval_order: order } = row;
  const isReplaced = state === "withdrawn" && reason?.code === "replaced-by-later";
  const isReadAgain = row.try_after !== null || isHeldBack(row);
  return { state, isReadAgain, isAtRest: isAtRest(row), wasLive: order !== null, isReplaced };
}

/** Whether its lost reply read as before while something stopped the sending: it is sent again once nothing does. */
export function isHeldBack({ reason }: Pick<ChangeRow, "reason">): boolean {
  return reason?.code === "held-back-reads-as-before";
}

/** Whether a live change is not sent, because its ground moved, until a person settles it. */
export function isAtRest({ state, reason }: Pick<ChangeRow, "state" | "reason">): boolean {
  return state === "deferred" && reason?.code === "ground-moved";
}

const withdrawableStates = (keepsHeld: boolean) => withdrawable.filter((state) => !keepsHeld || state !== "held");
const withdrawable = [...stagedStates, ...liveStates].filter((state) => nextChangeState(state, "withdraw").ok);

const unapplied = stagedStates.filter((state) => state !== "queued");

const goesBack = sql`change.change_set_id in (select back.id from public.change_set as back where back.going_back is not null)`;

/**
 * What its set says of a change counts at once, and its own row follows: of a set that is withdrawn what was never sent reads as
 * withdrawn, what was staged in a set that is applied as queued, what goes back as before it was applied or released, and what is
 * queued in a set that is live as deferred. The sets that are withdrawn, applied or go back are read once for all changes, so that
 * nothing of a change may stand in their queries.
 */
export const stateNow = sql<ChangeState>`(case
  when change.state in (${sql.join(withdrawable.map((state) => sql.lit(state)))})
    and change.change_set_id in (select ended.id from public.change_set as ended where ended.withdrawing is not null)
    and (change.state <> 'held' or change.change_set_id in (
      select ended.id from public.change_set as ended where ended.withdrawing ->> 'keepsHeld' = 'false')) then 'withdrawn'
  when change.state in (${sql.join(unapplied.map((state) => sql.lit(state)))})
    and change.change_set_id in (select applied.id from public.change_set as applied where applied.queueing is not null) then 'queued'
  when change.state = 'queued' and ${goesBack}
    then case when exists (select 1 from public.approval as given where given.change_id = change.id) then 'approved' else 'draft' end
  when change.state = 'deferred' and ${goesBack} and change.try_after = (
    select (back.going_back ->> 'sendAfter')::timestamptz from public.change_set as back where back.id = change.change_set_id) then 'held'
  when change.state = 'queued' and exists (
    select 1 from public.change_set as live where live.id = change.change_set_id and live.on_behalf_of is null) then 'deferred'
  else change.state end)`;

/** Of a query of changes: those in these states now. The states stand in its text, so that it is planned once for each list of them. */
function isInStates(states: readonly ChangeState[]) {
  const stored: ChangeState[] = [
    ...states,
    "queued",
    ...(states.includes("held") ? (["deferred"] as const) : []),
    ...(states.includes("withdrawn") ? withdrawable : []),
    ...(states.includes("queued") ? unapplied : []),
  ];
  return sql<boolean>`(change.state in (${listed(stored)}) and ${isNow(states)})`;
}

const listed = (states: readonly ChangeState[]) => sql.join(states.map((state) => sql.lit(state)));

/**
 * The same of changes of some records: it leaves the planner no index but theirs. In a store that was not analyzed yet it would
 * otherwise read all that is staged or live, for every few records.
 */
const isNow = (states: readonly ChangeState[]) => sql<boolean>`${stateNow} in (${listed(states)})`;

/** The states of changes by which a ground is compared: whatever is in another one says nothing of the directory any more. */
export const comparedStates = [...liveStates, ...stagedStates, "reverted"] as const satisfies readonly ChangeState[];

/** Of a query of changes: those that are staged or live. */
export const isStagedOrLive = isInStates([...stagedStates, ...liveStates]);

/** Of a query of changes: what readers get of them was never sent. */
export const isWithdrawableLive = isInStates(withdrawable.filter((state) => isLive({ state })));

const changesNow = (db: Database | Transaction) =>
  db
    .selectFrom("change")
    .selectAll("change")
    .select(["change.state as own_state", stateNow.as("state")]);

const ledgerColumns = [
  "id",
  "record_type",
  "record_id",
  "field",
  "kind",
  "operation",
  "policy",
  "approval_order",
  "base_seen",
] as const satisfies readonly (keyof ChangeTable)[];

export type LedgerColumns = Pick<ChangeRow, (typeof ledgerColumns)[number] | "state">;

/** What is folded of changes: a row holds three readings of its field beside that. */
const foldedNow = (db: Database | Transaction) =>
  db
    .selectFrom("change")
    .select(["index_id", ...ledgerColumns])
    .select(stateNow.as("state"));

/** The place of a change in the order of approval. */
export function orderOf({ approval_order: order }: Pick<ChangeRow, "approval_order">): number {
  return order ?? 0;
}

/** The change in the form that the domain folds. */
export function toLedgerChange(row: LedgerColumns): Change {
  return {
    id: row.id,
    record: { type: row.record_type, id: row.record_id },
    ...(row.field === null ? {} : { field: row.field }),
    ...(row.kind === null ? {} : { kind: row.kind }),
    operation: row.operation,
    state: row.state,
    policy: row.policy,
    order: row.approval_order,
    baseSeen: row.base_seen,
  };
}

export async function selectChange(
  db: Database | Transaction,
  connectionId: string,
  id: string,
): Promise<ChangeRow | undefined> {
  return await changesNow(db).where("connection_id", "=", connectionId).where("id", "=", id).executeTakeFirst();
}

/** Every change of a set, or those in these states, in the order of approval, then of staging. */
export async function selectChangesOfSet(
  db: Database | Transaction,
  changeSetId: string,
  states?: readonly ChangeState[],
): Promise<ChangeRow[]> {
  return await changesNow(db)
    .where("change_set_id", "=", changeSetId)
    .$if(states !== undefined, (query) => query.where(isInStates(states ?? [])))
    .orderBy("approval_order", (order) => order.asc().nullsLast())
    .orderBy("staged_order")
    .execute();
}

/** A change of a set, as far as it is known whether it waits for the end of its five seconds. */
export type WaitingColumns = Pick<ChangeRow, "id" | "index_id" | "record_type" | "record_id" | "state" | "try_after">;

/** The changes of a set that may wait for the end of its five seconds. */
export async function selectWaiting(trx: Transaction, changeSetId: string): Promise<WaitingColumns[]> {
  return await trx
    .selectFrom("change")
    .select(["id", "index_id", "record_type", "record_id", "try_after", stateNow.as("state")])
    .where("change_set_id", "=", changeSetId)
    .where(isInStates(["queued", "deferred"]))
    .execute();
}

/**
 * How many changes of a set wait for the end of its five seconds, of those that were applied and of held ones that are to be sent:
 * of each, counted up to this many.
 */
export async function countWaiting(
  trx: Transaction,
  { id, send_after: sendAfter }: { id: string; send_after: Date | null },
  most: number,
): Promise<{ queued: number; released: number }> {
  const count = (isWaiting: RawBuilder<boolean>) => sql<number>`(select count(*) from (
    select from change where change_set_id = ${id} and ${isWaiting} limit ${sql.lit(most)}) as waiting)::integer`;
  const released = sql<boolean>`try_after = ${sendAfter} and ${isInStates(["deferred"])}`;
  const { rows } = await sql<{ queued: number; released: number }>`
    select ${count(isInStates(["queued"]))} as queued, ${count(released)} as released`.execute(trx);
  const [counted] = rows;
  return counted ?? { queued: 0, released: 0 };
}

interface Withdrawing {
  changeSetId: string;
  keepsHeld: boolean;
}

const withdrawing = (db: Database | Transaction, { changeSetId, keepsHeld }: Withdrawing) =>
  db
    .selectFrom("change")
    .where("change_set_id", "=", changeSetId)
    .where("state", "in", withdrawableStates(keepsHeld))
    .orderBy("approval_order", (order) => order.desc().nullsFirst())
    .orderBy("staged_order", "desc");

/** The ids of the changes of a set that is withdrawn whose rows do not say so yet, the last ones first. */
export async function selectWithdrawingIds(db: Database, of: Withdrawing): Promise<string[]> {
  return (await withdrawing(db, of).select("id").execute()).map(({ id }) => id);
}

/** Those of these changes, in the same order, or some of all where none is named. */
export async function selectWithdrawing(
  trx: Transaction,
  { ids, limit, ...of }: Withdrawing & { ids: readonly string[]; limit: number },
): Promise<ChangeRow[]> {
  return await withdrawing(trx, of)
    .selectAll()
    .$if(ids.length > 0, (query) => query.where("id", "=", oneOf(ids)))
    .limit(limit)
    .execute();
}

/** Changes of a set that can be withdrawn, of one index version; readers get all of them, or none. */
export interface Withdrawable {
  indexId: string;
  isLive: boolean;
  changes: readonly { id: string; record: RecordKey }[];
}

/** What of a set can be withdrawn. */
export async function selectWithdrawable(
  trx: Transaction,
  { changeSetId, keepsHeld }: { changeSetId: string; keepsHeld: boolean },
): Promise<Withdrawable[]> {
  const rows = await trx
    // What each reads as is found once.
    .with(
      (cte) => cte("now").materialized(),
      (db) =>
        db
          .selectFrom("change")
          .select(["id", "index_id", "record_type", "record_id", stateNow.as("state")])
          .where("change_set_id", "=", changeSetId),
    )
    .selectFrom("now")
    // Few long rows are read in less time than one for each change, and JSON in less than arrays.
    .select((select) => [
      "index_id",
      "record_type",
      select("state", "in", liveStates).as("is_live"),
      select.fn.agg<string[]>("json_agg", ["record_id"]).as("record_ids"),
      select.fn.agg<string[]>("json_agg", ["id"]).as("ids"),
    ])
    .where("state", "in", withdrawableStates(keepsHeld))
    .groupBy(["index_id", "record_type", "is_live"])
    .execute();
  return rows.map(({ index_id: indexId, record_type: type, is_live: isLiveNow, record_ids: recordIds, ids }) => ({
    indexId,
    isLive: Boolean(isLiveNow),
    changes: ids.map((id, at) => ({ id, record: { type, id: recordIds[at] ?? "" } })),
  }));
}

/** Stands in the text of a query, so that the index of what is queued serves it. */
const isQueued = sql<boolean>`state = 'queued'`;

/** Some changes whose sets are live and whose rows say queued still: of a set, or of a record. */
export async function selectFollowing(
  trx: Transaction,
  of: { changeSetId: string } | (RecordAt & { connectionId: string }),
  limit: number,
): Promise<ChangeRow[]> {
  return await trx
    .selectFrom("change")
    .selectAll()
    .where((where) =>
      "changeSetId" in of
        ? where("change_set_id", "=", of.changeSetId)
        : where.and({
            connection_id: of.connectionId,
            index_id: of.indexId,
            record_type: of.record.type,
            record_id: of.record.id,
          }),
    )
    .where(isQueued)
    .where(stateNow, "=", "deferred")
    .orderBy("approval_order")
    .limit(limit)
    .execute();
}

/** Some changes of a set that goes back whose rows do not say so yet: what is queued, then what was released, the last ones first. */
export async function selectGoingBack(
  trx: Transaction,
  { changeSetId, sendAfter, limit }: { changeSetId: string; sendAfter: Date | null; limit: number },
): Promise<ChangeRow[]> {
  const lastOnes = trx
    .selectFrom("change")
    .selectAll()
    .where("change_set_id", "=", changeSetId)
    .orderBy("approval_order", "desc");
  const queued = await lastOnes.where(isQueued).limit(limit).execute();
  if (queued.length === limit || sendAfter === null) return queued;
  const released = lastOnes.where("state", "=", "deferred").where("try_after", "=", sendAfter);
  return [...queued, ...(await released.limit(limit - queued.length).execute())];
}

/** Some changes of a set that is applied whose rows do not say so yet, in the order of staging, after one of them. */
export async function selectQueueing(
  trx: Transaction,
  { changeSetId, after, limit }: { changeSetId: string; after: number | undefined; limit: number },
): Promise<ChangeRow[]> {
  return await trx
    .selectFrom("change")
    .selectAll()
    .where("change_set_id", "=", changeSetId)
    .where("state", "in", unapplied)
    .$if(after !== undefined, (query) => query.where("staged_order", ">", after ?? 0))
    .orderBy("staged_order")
    .limit(limit)
    .execute();
}

/** Is another one once a change of the set is another one, comes or goes. */
export async function selectRevisionOfSet(
  db: Database | Transaction,
  connectionId: string,
  changeSetId: string,
): Promise<string> {
  const { rows } = await sql<{ revision: string }>`
    select concat_ws(' ', sum(changes), sum(versions), sum(records)) as revision
    from change_count where connection_id = ${connectionId} and change_set_id = ${changeSetId}`.execute(db);
  return rows[0]?.revision ?? "";
}

/** The changes of a set with their states and authors alone, in the order of staging. */
export async function selectStatesOfSet(
  db: Database,
  changeSetId: string,
): Promise<Pick<ChangeRow, "id" | "record_id" | "state" | "created_by" | "settled_by">[]> {
  return await db
    .selectFrom("change")
    .select(["id", "record_id", stateNow.as("state"), "created_by", "settled_by"])
    .where("change_set_id", "=", changeSetId)
    .orderBy("staged_order")
    .execute();
}

/** The live and staged changes on these records of an index, or those in other states (null: in any), in the order of approval, then of staging. */
export async function selectChangesOnRecords(
  db: Database | Transaction,
  {
    connectionId,
    indexId,
    records,
    states = [...liveStates, ...stagedStates],
  }: RecordsOfIndex & { states?: readonly ChangeState[] | null },
): Promise<ChangeRow[]> {
  if (records.length === 0) return [];
  return await changesNow(db)
    .where("connection_id", "=", connectionId)
    .where("index_id", "=", indexId)
    .where(amongRecords(records))
    .$if(states !== null, (query) => query.where(isNow(states ?? [])))
    .orderBy("approval_order", (order) => order.asc().nullsLast())
    .orderBy("staged_order")
    .execute();
}

/** What is live on these records, in the order of approval, as it is folded. */
export async function selectLiveOnRecords(
  db: Database | Transaction,
  { connectionId, indexId, records }: RecordsOfIndex,
): Promise<Change[]> {
  if (records.length === 0) return [];
  const rows = await foldedNow(db)
    .where("connection_id", "=", connectionId)
    .where("index_id", "=", indexId)
    .where(amongRecords(records))
    .where(isNow(liveStates))
    .orderBy("approval_order", (order) => order.asc().nullsLast())
    .orderBy("staged_order")
    .execute();
  return rows.map(toLedgerChange);
}

export interface RecordsOfIndex {
  connectionId: string;
  indexId: string;
  records: readonly RecordKey[];
}

/** Every live change of an index, or of all indices of the connection, as it is folded. */
export async function selectLiveChanges(
  db: Database | Transaction,
  connectionId: string,
  indexId?: string,
): Promise<(LedgerColumns & Pick<ChangeRow, "index_id">)[]> {
  return await foldedNow(db)
    .where("connection_id", "=", connectionId)
    .$if(indexId !== undefined, (query) => query.where("index_id", "=", indexId ?? ""))
    .where(isInStates(liveStates))
    // The service has no such index version any more: nothing of it is served.
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom("index_version")
            .select("index_version.id")
            .whereRef("index_version.connection_id", "=", "change.connection_id")
            .whereRef("index_version.id", "=", "change.index_id")
            .where("index_version.deleted_at", "is not", null),
        ),
      ),
    )
    .orderBy("approval_order")
    .orderBy("id")
    .execute();
}

export async function countChangesOfSet(db: Database | Transaction, changeSetId: string): Promise<number> {
  const { count } = await db
    .selectFrom("change")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("change_set_id", "=", changeSetId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A page of the changes of a set, in the order in which they were staged. */
export async function selectChangePage(
  db: Database | Transaction,
  {
    changeSetId,
    state,
    after,
    limit,
  }: {
    changeSetId: string;
    state: ChangeState | undefined;
    /** The `staged_order` of the last change of the page before. */
    after: number | null;
    limit: number;
  },
): Promise<ChangeRow[]> {
  let query = changesNow(db).where("change_set_id", "=", changeSetId);
  if (state !== undefined) query = query.where(isInStates([state]));
  if (after !== null) query = query.where("staged_order", ">", after);
  return await query.orderBy("staged_order").limit(limit).execute();
}

export async function selectChangesByIds(db: Database | Transaction, ids: readonly string[]): Promise<ChangeRow[]> {
  if (ids.length === 0) return [];
  return await changesNow(db).where("id", "=", oneOf(ids)).execute();
}

/** Changes of sets that nobody paused whose lost reply read as before while something was paused: they may be sent again. */
export async function selectReadAsBefore(db: Database | Transaction, connectionId: string): Promise<ChangeRow[]> {
  return await changesNow(db)
    .innerJoin("change_set", "change_set.id", "change.change_set_id")
    .where("change.connection_id", "=", connectionId)
    .where("change_set.paused", "is", null)
    .where("change.state", "=", "unknown")
    .where(sql<boolean>`change.reason ->> 'code' = 'held-back-reads-as-before'`)
    .execute();
}

/** The changes of a set whose outcome is not known and is read again by the console. */
export async function selectReadAgain(
  db: Database,
  changeSetId: string,
): Promise<Pick<ChangeRow, "id" | "index_id">[]> {
  return await db
    .selectFrom("change")
    .select(["id", "index_id"])
    .where("change_set_id", "=", changeSetId)
    .where("state", "=", "unknown")
    .where("try_after", "is not", null)
    .execute();
}

/** Those of these changes that another one sends once more, with its set. */
export async function selectRetried(
  db: Database | Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; change_set_id: string }>`
    select again.retry_of_id as id, again.change_set_id from ${sentAgain} and again.retry_of_id = any(${ids}::text[])`.execute(
    db,
  );
  return new Map(rows.map(({ id, change_set_id: setId }) => [id, setId]));
}

/** Whether one of these changes has a copy that is there for nobody: it is still being written, or discarded. */
export async function isCopyOpening(db: Database | Transaction, ids: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select from public.change as again join public.change_set as retry on retry.id = again.change_set_id
    where retry.opening and again.retry_of_id = any(${ids}::text[]) limit 1`.execute(db);
  return rows.length > 0;
}

/** Changes that send others once more, of sets that are there. */
const sentAgain = sql`change as again join public.change_set as retry on retry.id = again.change_set_id where not retry.opening`;

/** Of a query of changes: those that another one sends once more. */
export const isRetried = (table: string) =>
  sql<boolean>`exists (select from ${sentAgain} and again.retry_of_id = ${sql.ref(`${table}.id`)})`;

/** How many of the failed changes of these sets were sent once more. */
export async function countRetried(
  db: Database | Transaction,
  changeSetIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (changeSetIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; changes: number }>`
    select failed.change_set_id as id, count(*)::integer as changes from change as failed
    where failed.change_set_id = any(${[...changeSetIds]}::text[]) and failed.state = 'failed'
      and ${isRetried("failed")}
    group by failed.change_set_id`.execute(db);
  return new Map(rows.map(({ id, changes }) => [id, changes]));
}

/** Changes whose record is to be read again now for a late request, those that wait longest first. */
export async function selectDueLateReads(
  db: Database,
  { connectionId, now, limit }: { connectionId: string; now: Date; limit: number },
): Promise<ChangeRow[]> {
  return await changesNow(db)
    .where("connection_id", "=", connectionId)
    .where("late_read_at", "<=", now)
    .orderBy("late_read_at")
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** The changes of a connection that wait because an alarm stops sending. */
export async function selectStoppedChanges(trx: Transaction, connectionId: string): Promise<ChangeRow[]> {
  return await trx
    .selectFrom("change")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .where("state", "in", ["deferred", "unknown"])
    .where(sql<string>`reason ->> 'code'`, "=", "sending-stopped")
    .execute();
}

/** The columns for the reason why a change waits or failed; clears the text of an earlier version. */
export function reasonColumns(reason: ChangeReason | null): Pick<Updateable<ChangeTable>, "reason" | "because"> {
  return { reason: jsonOrNull(reason), because: null };
}

/** Why a change waits or failed, as a sentence; null if no reason is stored. */
export function changeReasonText({ reason, because }: Pick<ChangeRow, "reason" | "because">): string | null {
  return reason === null ? because : reasonText(reason);
}
