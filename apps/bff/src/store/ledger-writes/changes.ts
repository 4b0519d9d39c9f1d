import { type Baseline, type ChangeEvent, changeStateAfter, liveStates } from "@dc/directory";
import { type RawBuilder, sql, type Updateable } from "kysely";
import { amongRecordsAt, recordAt } from "#/store/sql/among-records.ts";
import { json, jsonOrNull } from "#/store/sql/json.ts";
import { type Columns, namesOf, oneOf, selectListed } from "#/store/sql/row-lists.ts";
import { InvariantError } from "#/runtime/errors.ts";
import type { ChangeTable } from "#/store/schema/ledger-tables.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import type { AssignedId } from "#/store/tables/records/assigned-ids.ts";
import { type ChangeRow, type LedgerColumns, orderOf, stateNow } from "#/store/tables/changes/changes.ts";

/** Inserts a draft for each of these changes, that does the same once more, in the given order. */
export async function insertCopies(
  trx: Transaction,
  copies: readonly { id: string; of: string }[],
  { changeSetId, now }: { changeSetId: string; now: Date },
): Promise<ChangeRow[]> {
  const listed = selectListed(
    copies.map((copy, nth) => ({ ...copy, nth })),
    { id: "text", of: "text", nth: "integer" },
  );
  const { rows } = await sql<ChangeRow>`
    insert into change (id, change_set_id, retry_of_id, state, created_at, updated_at, ${sql.join(copiedColumns.map((name) => sql.ref(name)))})
    select copy.id, ${changeSetId}, failed.id, 'draft', ${now}, ${now}, ${sql.join(copiedColumns.map((name) => sql.ref(`failed.${name}`)))}
    from (${listed}) as copy join change as failed on failed.id = copy.of order by copy.nth
    returning *`.execute(trx);
  return rows;
}

const copiedColumns = [
  "connection_id",
  "index_id",
  "record_type",
  "record_id",
  "field",
  "kind",
  "policy",
  "evidence_id",
  "operation",
  "base_seen",
  "value_before",
  "ground",
  "settled_by",
  "created_by",
] as const;

/** A draft as it is staged; JSON values have the form in which they are read. */
export type NewDraft = LedgerColumns &
  Pick<
    ChangeRow,
    | "connection_id"
    | "change_set_id"
    | "index_id"
    | "evidence_id"
    | "value_before"
    | "ground"
    | "settled_by"
    | "created_by"
    | "created_at"
  >;

/** Inserts drafts in the given order. */
export async function insertDrafts(trx: Transaction, drafts: readonly NewDraft[]): Promise<void> {
  if (drafts.length === 0) return;
  const rows = drafts.map((draft) => ({
    ...draft,
    state: "draft",
    operation: json(draft.operation),
    base_seen: jsonOrNull(draft.base_seen),
    value_before: jsonOrNull(draft.value_before),
    ground: jsonOrNull(draft.ground),
    settled_by: jsonOrNull(draft.settled_by),
    created_by: json(draft.created_by),
    updated_at: draft.created_at,
  }));
  await trx.insertInto("change").columns(namesOf(draftColumns)).expression(selectListed(rows, draftColumns)).execute();
}

const draftColumns = {
  id: "text",
  connection_id: "text",
  change_set_id: "text",
  index_id: "text",
  record_type: "text",
  record_id: "text",
  field: "text",
  kind: "text",
  operation: "json",
  policy: "text",
  approval_order: "bigint",
  evidence_id: "text",
  base_seen: "json",
  value_before: "json",
  ground: "json",
  state: "text",
  settled_by: "json",
  created_by: "json",
  created_at: "timestamptz",
  updated_at: "timestamptz",
} as const;

/** What can be stored of a change beside its state. */
export type ChangeUpdate = Omit<Updateable<ChangeTable>, "state">;

/**
 * Leads the change through these events of the table of transitions: the only way to another state. Without events the state
 * stays. Undefined if the row no longer has the version that was read, or does not say yet what it reads as, unless its set is live.
 */
export async function updateChange(
  trx: Transaction,
  before: ChangeRow,
  events: readonly ChangeEvent[],
  set: ChangeUpdate,
  now: Date,
): Promise<ChangeRow | undefined> {
  return await trx
    .updateTable("change")
    .set({ ...set, state: stateAfter(before, events), updated_at: now, version: before.version + 1 })
    .where("id", "=", before.id)
    .where("version", "=", before.version)
    .$if(before.state !== "deferred", (query) => query.where("state", "=", before.state))
    .returningAll()
    .executeTakeFirst();
}

/** Where the events lead. Throws an InvariantError for one that the table of transitions does not list. */
function stateAfter({ state }: ChangeRow, events: readonly ChangeEvent[]): ChangeRow["state"] {
  const next = changeStateAfter(state, events);
  if (!next.ok) throw new InvariantError(next.reason);
  return next.state;
}

const movedColumns = {
  because: "text",
  reason: "json",
  try_after: "timestamptz",
  approval_order: "bigint",
  evidence_id: "text",
  baseline_before: "json",
  ground: "json",
  base_seen: "json",
  settled_by: "json",
  operation: "json",
  policy: "text",
  intended: "json",
  value_before: "json",
  base_hash_before: "text",
  attempt: "integer",
  sent_at: "timestamptz",
  words: "json",
  request_id: "text",
  settled_as: "text",
  withdrawn: "json",
  until_said: "json",
  late_since: "timestamptz",
  late_read_at: "timestamptz",
} as const;

/** The columns that many changes can get in one statement; JSON values are texts. */
export type MovedColumns = Pick<Updateable<ChangeTable>, keyof typeof movedColumns>;

/**
 * As `updateChange`, for many rows in one statement for all that set the same columns. Whether all were updated: false if any of
 * them was modified concurrently.
 */
export async function updateChanges(trx: Transaction, updates: readonly ChangeMove[], now: Date): Promise<boolean> {
  let updated = 0n;
  for (const alike of inAlikes(updates)) {
    const { numAffectedRows = 0n } = await sql`${updateAlike(alike, now)}`.execute(trx);
    updated += numAffectedRows;
  }
  return updated === BigInt(updates.length);
}

/** The same, answering the new rows in the order of the given ones; undefined if any of them was modified concurrently. */
export async function updateAndRead(
  trx: Transaction,
  updates: readonly ChangeMove[],
  now: Date,
): Promise<ChangeRow[] | undefined> {
  const rowOf = new Map<string, ChangeRow>();
  for (const alike of inAlikes(updates)) {
    const { rows } = await sql<ChangeRow>`${updateAlike(alike, now)} returning change.*`.execute(trx);
    for (const row of rows) rowOf.set(row.id, row);
  }
  const moved = updates.flatMap(({ before }) => rowOf.get(before.id) ?? []);
  return moved.length === updates.length ? moved : undefined;
}

const inAlikes = (updates: readonly ChangeMove[]) =>
  Map.groupBy(updates, ({ set }) => columnsOf(set).join(" ")).values();

/** A row as it was read, with the events that lead it on and what is stored beside its state. */
interface ChangeMove {
  before: ChangeRow;
  events: readonly ChangeEvent[];
  set: MovedColumns;
}

const columnsOf = (set: MovedColumns) => namesOf(movedColumns).filter((name) => set[name] !== undefined);

function updateAlike(updates: readonly ChangeMove[], now: Date): RawBuilder<unknown> {
  const names = columnsOf(updates[0]?.set ?? {});
  const columns: Columns<string> = {
    id: "text",
    version: "integer",
    state: "text",
    before: "text",
    ...Object.fromEntries(names.map((name) => [name, movedColumns[name]])),
  };
  const listed = updates.map(({ before, events, set }) => ({
    ...set,
    state: stateAfter(before, events),
    before: before.state,
    id: before.id,
    version: before.version,
  }));
  return sql`
    update change set ${sql.join(["state", ...names].map((name) => sql`${sql.ref(name)} = ${sql.ref(`moved.${name}`)}`))},
      updated_at = ${now}::timestamptz, version = change.version + 1
    from (${selectListed(listed, columns)}) as moved
    where change.id = moved.id and change.version = moved.version
      and moved.before in ('deferred', change.state)`;
}

/** What is known of a change that moved L: what it decided, and L before it. */
type DecidingColumns = Pick<
  ChangeRow,
  | "id"
  | "index_id"
  | "record_type"
  | "record_id"
  | "field"
  | "kind"
  | "operation"
  | "approval_order"
  | "baseline_before"
>;

/** The changes that moved L of the records of these changes, they and later ones, in the order of approval. */
export async function selectDeciding(
  trx: Transaction,
  connectionId: string,
  changes: readonly ChangeRow[],
): Promise<DecidingColumns[]> {
  if (changes.length === 0) return [];
  const since = Math.min(...changes.map(orderOf));
  return await trx
    .selectFrom("change")
    .select([
      "id",
      "index_id",
      "record_type",
      "record_id",
      "field",
      "kind",
      "operation",
      "approval_order",
      "baseline_before",
    ])
    .where("connection_id", "=", connectionId)
    .where(amongRecordsAt(changes.map(recordAt)))
    .where("state", "in", [...liveStates, "failed"])
    .where("field", "is not", null)
    .where("approval_order", ">=", since)
    .orderBy("approval_order")
    .execute();
}

/** What L was before changes is stored anew: nobody who read such a change knows it otherwise. */
export async function writeBaselinesBefore(
  trx: Transaction,
  before: ReadonlyMap<string, Baseline | null>,
): Promise<void> {
  if (before.size === 0) return;
  const listed = Array.from(before, ([id, baseline]) => ({ id, baseline: jsonOrNull(baseline) }));
  await sql`
    update change set baseline_before = moved.baseline
    from (${selectListed(listed, { id: "text", baseline: "json" })}) as moved where change.id = moved.id`.execute(trx);
}

/** When the records of these changes, which were due, are read again for a late request; null: no more. One that was sent since has a time of its own. */
export async function updateLateReads(
  trx: Transaction,
  ids: readonly string[],
  { due, readAt }: { due: Date; readAt: Date | null },
): Promise<void> {
  await trx
    .updateTable("change")
    .set({ late_read_at: readAt })
    .where("id", "in", [...ids])
    .where("late_read_at", "<=", due)
    .execute();
}

/** Deletes those of these changes that are drafts, and answers them. */
export async function deleteDrafts(
  trx: Transaction,
  connectionId: string,
  ids: readonly string[],
): Promise<ChangeRow[]> {
  if (ids.length === 0) return [];
  return await trx
    .deleteFrom("change")
    .where("connection_id", "=", connectionId)
    .where("id", "=", oneOf(ids))
    .where("state", "=", "draft")
    .where(stateNow, "=", "draft")
    .returningAll()
    .execute();
}

/** Puts changes into another set. */
export async function updateSetOf(trx: Transaction, ids: readonly string[], changeSetId: string): Promise<void> {
  await trx
    .updateTable("change")
    .set({ change_set_id: changeSetId })
    .where("id", "in", [...ids])
    .execute();
}

/** Deletes these changes, which are there for nobody. */
export async function deleteUnseen(trx: Transaction, ids: readonly string[]): Promise<void> {
  await trx.deleteFrom("change").where("id", "=", oneOf(ids)).execute();
}

/** Deletes every change of a set. */
export async function deleteChangesOfSet(trx: Transaction, changeSetId: string): Promise<void> {
  await trx.deleteFrom("change").where("change_set_id", "=", changeSetId).execute();
}

/**
 * Replaces the provisional id with the assigned one in the changes of the record and in the values of other changes of
 * the index. Returns the records of those others.
 */
export async function renameRecordInChanges(
  trx: Transaction,
  { connectionId, indexId, type, provisionalId, recordId }: AssignedId,
): Promise<{ type: string; id: string }[]> {
  await sql`update change set record_id = ${recordId} where connection_id = ${connectionId} and index_id = ${indexId}
    and record_type = ${type} and record_id = ${provisionalId}`.execute(trx);
  const [ours, theirs] = [JSON.stringify(provisionalId), JSON.stringify(recordId)];
  const { rows } = await sql<{ type: string; id: string }>`
    update change set operation = replace(operation::text, ${ours}, ${theirs})::json,
      intended = replace(intended::text, ${ours}, ${theirs})::json
    where connection_id = ${connectionId} and index_id = ${indexId}
      and (strpos(operation::text, ${ours}) > 0 or strpos(intended::text, ${ours}) > 0)
    returning record_type as type, record_id as id`.execute(trx);
  return rows;
}
