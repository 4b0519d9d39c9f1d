import type { ChangeEvent, ChangeReason } from "@dc/directory";
import type { Updateable } from "kysely";
import type { Deps, RequestContext } from "#/context/deps.ts";
import {
  deleteChangesOfSet,
  deleteDraft,
  insertChange,
  insertDrafts,
  type NewDraft,
  updateChange,
  updateChanges,
  updateSetOf,
} from "#/store/ledger-writes/changes.ts";
import { copyReverts, insertReverts } from "#/store/ledger-writes/reverts.ts";
import { InvariantError } from "#/runtime/errors.ts";
import { json, jsonOrNull } from "#/store/sql/json.ts";
import type { ChangeTable } from "#/store/schema/ledger-tables.ts";
import {
  type ChangeSetRow,
  deleteChangeSet,
  nextApprovalOrder,
  nextApprovalOrders,
} from "#/store/tables/changes/change-sets.ts";
import { type ChangeRow, reasonColumns } from "#/store/tables/changes/changes.ts";
import { moveBaseline, moveBaselines } from "./move-baseline.ts";
import { copyApprovals } from "#/store/tables/changes/approvals.ts";
import type { Ledger } from "./with-ledger.ts";

export type { NewDraft } from "#/store/ledger-writes/changes.ts";

/** Adds drafts in the given order. */
export async function addDrafts(ledger: Ledger, drafts: readonly NewDraft[]): Promise<ChangeRow[]> {
  for (const { index_id, record_type: type, record_id: id } of drafts) ledger.markCountsChanged(index_id, { type, id });
  return await insertDrafts(ledger.trx, drafts);
}

/** Notes which changes each draft takes back once it is applied. */
export async function addReverts(
  ledger: Ledger,
  reverts: readonly { changeId: string; revertedId: string }[],
): Promise<void> {
  await insertReverts(ledger.trx, reverts);
}

/** Removes a draft; undefined if it is no longer a draft. */
export async function removeDraft(ledger: Ledger, connectionId: string, id: string): Promise<ChangeRow | undefined> {
  const removed = await deleteDraft(ledger.trx, connectionId, id);
  if (removed !== undefined) markCounts(ledger, removed);
  return removed;
}

/** Removes a change set together with its drafts. */
export async function removeDraftSet(ledger: Ledger, id: string, drafts: readonly ChangeRow[]): Promise<void> {
  for (const draft of drafts) markCounts(ledger, draft);
  await deleteChangesOfSet(ledger.trx, id);
  await deleteChangeSet(ledger.trx, id);
}

/**
 * Approves and applies drafts in their order: each gets its place in the order of folding, and L becomes the base value that its
 * author saw. False, and none is applied, if one was modified concurrently.
 */
export async function applyDrafts(
  deps: Deps,
  ledger: Ledger,
  drafts: readonly ChangeRow[],
  { evidenceId }: { evidenceId: string | null },
): Promise<boolean> {
  for (const draft of drafts) markCounts(ledger, draft);
  const baselines = await moveBaselines(deps, ledger.trx, drafts);
  const orders = await nextApprovalOrders(ledger.trx, drafts.length);
  const updates = drafts.map((draft, index) => ({
    before: draft,
    events: draft.state === "approved" ? (["apply"] as const) : (["approve", "apply"] as const),
    set: {
      ...reasonColumns(null),
      approval_order: orders[index] ?? null,
      evidence_id: draft.evidence_id ?? evidenceId,
      baseline_before: jsonOrNull(baselines[index]),
    },
  }));
  return (await updateChanges(ledger.trx, updates, deps.clock.now())) !== undefined;
}

/** Leads changes that are not live through these events. False, and none moves, if one was modified concurrently. */
export async function moveStaged(
  deps: Deps,
  ledger: Ledger,
  rows: readonly ChangeRow[],
  events: readonly ChangeEvent[],
  reason: ChangeReason | null = null,
): Promise<boolean> {
  for (const row of rows) markCounts(ledger, row);
  const updates = rows.map((before) => ({ before, events, set: reasonColumns(reason) }));
  return (await updateChanges(ledger.trx, updates, deps.clock.now())) !== undefined;
}

/** Puts changes into another set, with their state and their approvals. */
export async function moveToSet(ledger: Ledger, rows: readonly ChangeRow[], changeSetId: string): Promise<void> {
  for (const row of rows) markCounts(ledger, row);
  await updateSetOf(
    ledger.trx,
    rows.map(({ id }) => id),
    changeSetId,
  );
}

/** Adds a copy of an ended change to a set; it has the same author, and is queued from the start. */
export async function addQueuedCopy(
  { deps }: Pick<RequestContext, "deps">,
  { trx }: Ledger,
  row: ChangeRow,
  changeSet: ChangeSetRow,
): Promise<ChangeRow> {
  const { connection_id, index_id, record_type, record_id, field, kind, policy, evidence_id } = row;
  const now = deps.clock.now();
  const copy = await insertChange(trx, {
    connection_id,
    index_id,
    record_type,
    record_id,
    field,
    kind,
    policy,
    evidence_id,
    change_set_id: changeSet.id,
    id: deps.newId("chg"),
    operation: json(row.operation),
    base_seen: jsonOrNull(row.base_seen),
    created_by: json(row.created_by),
    created_at: now,
    updated_at: now,
  });
  await copyApprovals(trx, row.id, copy.id);
  await copyReverts(trx, row.id, copy.id);
  const set = {
    baseline_before: jsonOrNull(await moveBaseline(deps, trx, row)),
    approval_order: await nextApprovalOrder(trx),
  };
  const queued = await updateChange(trx, copy, ["approve", "apply"], set, now);
  if (queued === undefined) throw new InvariantError("A change that this transaction inserted was changed by another.");
  return queued;
}

/** What can be noted on a change without changing its state. */
export type ChangeNotes = Pick<
  Updateable<ChangeTable>,
  "because" | "reason" | "try_after" | "intended" | "value_before"
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

/** The change stores the policy of its override, so that it can be set after the change has ended. */
export async function setPolicy(
  deps: Deps,
  ledger: Ledger,
  row: ChangeRow,
  policy: ChangeRow["policy"],
): Promise<ChangeRow | undefined> {
  ledger.markOverridesChanged(row.index_id, { type: row.record_type, id: row.record_id });
  return await updateChange(ledger.trx, row, [], { policy }, deps.clock.now());
}

function markCounts(ledger: Ledger, { index_id, record_type: type, record_id: id }: ChangeRow): void {
  ledger.markCountsChanged(index_id, { type, id });
}
