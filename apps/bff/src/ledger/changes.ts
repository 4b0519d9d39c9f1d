import {
  type ChangeEvent,
  type ChangeReason,
  changeStateAfter,
  eventsWhileChecking,
  isStaged,
  type Operation,
} from "@dc/directory";
import type { Updateable } from "kysely";
import type { Deps, RequestContext } from "#/context/deps.ts";
import {
  deleteChangesOfSet,
  deleteDrafts,
  deleteUnseen,
  insertCopies,
  insertDrafts,
  type MovedColumns,
  type NewDraft,
  updateAndRead,
  updateChange,
  updateChanges,
  updateSetOf,
} from "#/store/ledger-writes/changes.ts";
import { copyReverts, insertReverts } from "#/store/ledger-writes/reverts.ts";
import { InvariantError, operationError, SupersededError } from "#/runtime/errors.ts";
import { json, jsonOrNull } from "#/store/sql/json.ts";
import type { ChangeTable, StoredGround, UntilSaid } from "#/store/schema/ledger-tables.ts";
import type { Actor } from "#/store/schema/stored-values.ts";
import { type ChangeSetRow, deleteChangeSet } from "#/store/tables/changes/change-sets.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";
import { isAnyChecking } from "#/store/tables/changes/change-set-leases.ts";
import { type ChangeRow, reasonColumns } from "#/store/tables/changes/changes.ts";
import { copyApprovals, deleteApprovals } from "#/store/tables/changes/approvals.ts";
import type { Ledger } from "./with-ledger.ts";

export type { NewDraft } from "#/store/ledger-writes/changes.ts";

/** Adds drafts in the given order. */
export async function addDrafts(ledger: Ledger, drafts: readonly NewDraft[]): Promise<void> {
  await refuseChecking(
    ledger,
    drafts.map((draft) => ({ ...draft, state: "draft" })),
  );
  for (const { index_id, record_type: type, record_id: id } of drafts) ledger.markCountsChanged(index_id, { type, id });
  await insertDrafts(ledger.trx, drafts);
}

/** Notes which changes each draft takes back once it is applied. */
export async function addReverts(
  ledger: Ledger,
  reverts: readonly { changeId: string; revertedId: string }[],
): Promise<void> {
  await insertReverts(ledger.trx, reverts);
}

/** Removes those of these changes that are drafts, and answers them. */
export async function removeDrafts(ledger: Ledger, connectionId: string, ids: readonly string[]): Promise<ChangeRow[]> {
  const removed = await deleteDrafts(ledger.trx, connectionId, ids);
  await refuseChecking(ledger, removed);
  for (const row of removed) markCounts(ledger, row);
  return removed;
}

/** Drafts say another key of the entry that they are about. */
export async function renameEntries(
  deps: Deps,
  { trx }: Ledger,
  renamed: readonly { row: ChangeRow; operation: Operation }[],
): Promise<void> {
  const updates = renamed.map(({ row, operation }) => ({
    before: row,
    events: [],
    set: { operation: json(operation) },
  }));
  if (!(await updateChanges(trx, updates, deps.clock.now())))
    throw new SupersededError("Some of the drafts were changed in the meantime.");
}

/** Removes changes of a set that is there for nobody. */
export async function removeUnseen(ledger: Ledger, rows: readonly ChangeRow[]): Promise<void> {
  for (const row of rows) markCounts(ledger, row);
  await deleteUnseen(
    ledger.trx,
    rows.map(({ id }) => id),
  );
}

/** Removes a change set together with its drafts. */
export async function removeDraftSet(ledger: Ledger, id: string, drafts: readonly ChangeRow[]): Promise<void> {
  for (const draft of drafts) markCounts(ledger, draft);
  await deleteChangesOfSet(ledger.trx, id);
  await deleteChangeSet(ledger.trx, id);
}

interface SettledGround {
  row: ChangeRow;
  ground: StoredGround;
  /** Who decided that it holds on that. */
  by: Actor | null;
  /** What it does there, where that is told by another entry of the list. */
  operation?: Operation;
}

/** Makes what is there now the ground of changes that are not live. False, and none is settled, if one was modified concurrently. */
export async function settleGrounds(deps: Deps, ledger: Ledger, settled: readonly SettledGround[]): Promise<boolean> {
  await refuseChecking(
    ledger,
    settled.map(({ row }) => row),
  );
  for (const { row } of settled) markCounts(ledger, row);
  const updates = settled.map(({ row, ground, by, operation }) => ({
    before: row,
    events: by !== null && row.state === "approved" ? (["edit"] as const) : [],
    set: {
      ground: json(ground),
      base_seen: jsonOrNull(row.field === null ? row.base_seen : ground.base),
      settled_by: jsonOrNull(by === null ? row.settled_by : [...(row.settled_by ?? []), by]),
      ...(operation === undefined ? {} : { operation: json(operation), value_before: jsonOrNull(ground.effective) }),
    },
  }));
  const isDone = await updateChanges(ledger.trx, updates, deps.clock.now());
  const edited = settled.flatMap(({ row, by }) => (by === null ? [] : [row.id]));
  if (isDone && edited.length > 0) await deleteApprovals(ledger.trx, edited);
  return isDone;
}

/** Leads changes that are not live through these events. False, and none moves, if one was modified concurrently. */
export async function moveStaged(
  deps: Deps,
  ledger: Ledger,
  rows: readonly ChangeRow[],
  events: readonly ChangeEvent[],
  reason: ChangeReason | null = null,
  set: Pick<MovedColumns, "withdrawn"> = {},
): Promise<boolean> {
  await refuseChecking(ledger, rows, events);
  for (const row of rows) if (!isPreviewedAlike(row, events)) markCounts(ledger, row);
  const updates = rows.map((before) => ({ before, events, set: { ...reasonColumns(reason), ...set } }));
  return await updateChanges(ledger.trx, updates, deps.clock.now());
}

/** Puts changes into another set, with their state and their approvals. */
export async function moveToSet(ledger: Ledger, rows: readonly ChangeRow[], changeSetId: string): Promise<void> {
  await refuseChecking(ledger, rows);
  await updateSetOf(
    ledger.trx,
    rows.map(({ id }) => id),
    changeSetId,
  );
}

/** Adds drafts that send these changes once more, or what is approved where their approvals count. */
export async function addCopies(
  { deps }: Pick<RequestContext, "deps">,
  { trx }: Ledger,
  rows: readonly ChangeRow[],
  { changeSet, isApproved }: { changeSet: ChangeSetRow; isApproved: boolean },
): Promise<ChangeRow[]> {
  const now = deps.clock.now();
  const named = rows.map(({ id }) => ({ id: deps.newId("chg"), of: id }));
  const copies = await insertCopies(trx, named, { changeSetId: changeSet.id, now });
  const ids = copies.map(({ id }) => id);
  await copyReverts(trx, ids);
  if (!isApproved) return copies;
  await copyApprovals(trx, ids);
  const updates = copies.map((before) => ({ before, events: ["approve"] as const, set: {} }));
  if (!(await updateChanges(trx, updates, now)))
    throw new InvariantError("A change that this transaction inserted was changed by another.");
  return copies;
}

/** What can be noted on a change without changing its state. */
export type ChangeNotes = Pick<
  Updateable<ChangeTable>,
  "because" | "reason" | "try_after" | "intended" | "value_before" | "ground"
>;

/**
 * Notes why a change waits or when it is tried again, without changing its state. Undefined if it was modified
 * concurrently.
 */
export async function annotateChange(
  deps: Deps,
  { trx }: Ledger,
  row: ChangeRow,
  notes: ChangeNotes,
): Promise<ChangeRow | undefined> {
  return await updateChange(trx, row, [], notes, deps.clock.now());
}

/** As `annotateChange`, for many changes; what was modified concurrently stays as it is. */
export async function annotateEach(
  deps: Deps,
  { trx }: Ledger,
  annotated: readonly { row: ChangeRow; notes: ChangeNotes }[],
): Promise<void> {
  const updates = annotated.map(({ row, notes }) => ({ before: row, events: [], set: notes }));
  await updateChanges(trx, updates, deps.clock.now());
}

/** As `annotateChange`, the same for many changes. False, and none is noted, if one was modified concurrently. */
export async function annotateChanges(
  deps: Deps,
  { trx }: Ledger,
  rows: readonly ChangeRow[],
  notes: Pick<ChangeNotes, "reason" | "because" | "try_after">,
): Promise<boolean> {
  const updates = rows.map((before) => ({ before, events: [], set: notes }));
  return await updateChanges(trx, updates, deps.clock.now());
}

/** Changes at rest go on: what is there now is their ground, and they are due. Returns their new rows. */
export async function resumeFromRest(
  deps: Deps,
  { trx }: Ledger,
  resting: readonly { row: ChangeRow; ground: StoredGround }[],
): Promise<ChangeRow[]> {
  const now = deps.clock.now();
  const updates = resting.map(({ row, ground }) => ({
    before: row,
    events: [],
    set: {
      ...reasonColumns(null),
      ground: json(ground),
      base_seen: jsonOrNull(row.field === null ? row.base_seen : ground.base),
      try_after: now,
    },
  }));
  const kept = await updateAndRead(trx, updates, now);
  if (kept === undefined) throw new InvariantError("A change of a locked set was changed by somebody else.");
  return kept;
}

/**
 * Changes store the policy of their overrides, so that it can be set after a change has ended. Undefined if one was modified
 * concurrently.
 */
export async function setPolicies(
  deps: Deps,
  ledger: Ledger,
  rows: readonly ChangeRow[],
  policy: ChangeRow["policy"],
): Promise<ChangeRow[] | undefined> {
  for (const row of rows) ledger.markOverridesChanged(row.index_id, { type: row.record_type, id: row.record_id });
  const updates = rows.map((before) => ({ before, events: [], set: { policy } }));
  return await updateAndRead(ledger.trx, updates, deps.clock.now());
}

/** Notes until which day overrides hold. False, and none is noted, if one was modified concurrently. */
export async function setUntil(
  deps: Deps,
  ledger: Ledger,
  rows: readonly ChangeRow[],
  said: UntilSaid,
): Promise<boolean> {
  for (const row of rows) ledger.markOverridesChanged(row.index_id, { type: row.record_type, id: row.record_id });
  const updates = rows.map((before) => ({ before, events: [], set: { until_said: json(said) } }));
  return await updateChanges(ledger.trx, updates, deps.clock.now());
}

function markCounts(ledger: Ledger, { index_id, record_type: type, record_id: id }: ChangeRow): void {
  ledger.markCountsChanged(index_id, { type, id });
}

/** Whether a change stays what is previewed of its record: only drafts are proposed, or discarded, for somebody. */
function isPreviewedAlike({ state }: ChangeRow, events: readonly ChangeEvent[]): boolean {
  const next = changeStateAfter(state, events);
  return next.ok && isStaged({ state }) && isStaged(next) && next.state !== "draft";
}

/**
 * Refuses to edit changes that are not applied or are held, or to lead them through these events, while what their set was decided
 * on is read, or the rows of what was decided about it follow.
 */
export async function refuseChecking(
  { trx, actsOn }: { trx: Database | Transaction; actsOn?: string },
  rows: readonly Pick<ChangeRow, "state" | "change_set_id">[],
  events: readonly ChangeEvent[] = [],
): Promise<void> {
  if (events.length > 0 && events.every((event) => eventsWhileChecking.includes(event))) return;
  const open = rows.filter(
    (row) => ((isStaged(row) && row.state !== "queued") || row.state === "held") && row.change_set_id !== actsOn,
  );
  if (open.length === 0) return;
  if (
    await isAnyChecking(
      trx,
      open.map((row) => row.change_set_id),
    )
  )
    throw operationError("in_progress", "change-set");
}
