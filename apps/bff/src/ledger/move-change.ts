import {
  type ChangeEvent,
  type ChangeReason,
  type ChangeStep,
  isSuperseded,
  isUnsent,
  unsentStates,
} from "@dc/directory";
import { consoleActors } from "#/context/console-actors.ts";
import type { Deps } from "#/context/deps.ts";
import { InvariantError } from "#/runtime/errors.ts";
import { recordAt } from "#/store/sql/among-records.ts";
import { jsonOrNull } from "#/store/sql/json.ts";
import type { ChangeNotes } from "./changes.ts";
import { moveBaselines } from "./move-baseline.ts";
import type { Ledger } from "./with-ledger.ts";
import { nameChanges } from "./name-changes.ts";
import { nextLateRead } from "./late-requests.ts";
import type { Actor } from "#/store/schema/stored-values.ts";
import { type ChangeUpdate, type MovedColumns, updateChange, updateChanges } from "#/store/ledger-writes/changes.ts";
import {
  type ChangeRow,
  reasonColumns,
  selectChangesByIds,
  selectChangesOnRecords,
  selectFollowing,
  toLedgerChange,
} from "#/store/tables/changes/changes.ts";
import { appendJournal, type JournalEntry } from "#/store/tables/activity/journal.ts";
import { selectRevertedBy } from "#/store/tables/changes/reverts.ts";

const FOLLOWED_AT_ONCE = 200;

/** A change was modified since this step began; the other modification stands. */
export class SupersededError extends Error {
  override readonly name = "SupersededError";
}

export interface Move {
  events: readonly ChangeEvent[];
  set?: ChangeUpdate;
  step: ChangeStep;
  /** A person's reason in their words, or a reason of the console's. */
  why?: ChangeReason | string;
  actor: Actor;
  requestId: string | null;
}

/**
 * Moves a change through these events, in the ledger and the journal. When it becomes applied, the changes that it
 * replaces end. Throws SupersededError if it was modified concurrently.
 */
export async function moveChange(deps: Deps, ledger: Ledger, given: ChangeRow, move: Move): Promise<ChangeRow> {
  const row = await followed(deps, ledger, given);
  const now = deps.clock.now();
  const set = {
    ...move.set,
    ...(mayArriveLate(row, move) ? { late_since: now, late_read_at: nextLateRead(now, now) } : {}),
  };
  const moved = await updateChange(ledger.trx, row, move.events, set, now);
  if (moved === undefined) throw new SupersededError(`${row.id} was changed in the meantime.`);
  ledger.markOverridesChanged(row.index_id, { type: row.record_type, id: row.record_id });
  const named = await nameChanges(deps, ledger.trx, [row]);
  await appendJournal(ledger.trx, journalEntry({ row, move, state: moved.state, now, named }));
  if (moved.state === "applied") {
    await endReplaced(deps, ledger, moved);
    await endReverted(deps, ledger, moved, move);
  }
  return moved;
}

/** A change that is moved before its own row followed: that of its record do so first, so that L has what its author saw. */
async function followed(deps: Deps, ledger: Ledger, row: ChangeRow): Promise<ChangeRow> {
  if (row.is_following !== true) return row;
  while (await followLive(deps, ledger, { connectionId: row.connection_id, ...recordAt(row) }));
  return (await selectChangesByIds(ledger.trx, [row.id]))[0] ?? row;
}

/** Whether a request of the change is lost, or it is sent again: the first one may still arrive, over a newer value. */
function mayArriveLate(row: ChangeRow, { events }: Move): boolean {
  return row.state === "unknown" || events.includes("lose") || (events.includes("send") && row.attempt > 0);
}

/** One of many changes that move alike: whatever is set of one of them is set of all. */
export interface OneOfMany {
  row: ChangeRow;
  move: Move & { set: MovedColumns };
}

/**
 * As `moveChange`, for changes that do not become applied, in a few statements for all of them. Throws SupersededError, and
 * moves none, if any was modified concurrently.
 */
export async function moveChanges(deps: Deps, ledger: Ledger, moves: readonly OneOfMany[]): Promise<void> {
  const now = deps.clock.now();
  const updates = moves.map(({ row, move }) => ({ before: row, events: move.events, set: move.set }));
  const moved = await updateAll(ledger, updates, now);
  if (moved.some(({ state }) => state === "applied")) throw new InvariantError("Changes become applied one by one.");
  const steps = moves.flatMap(({ row, move }, index) => {
    const state = moved[index]?.state;
    return state === undefined ? [] : [{ row, move, state }];
  });
  for (const { row } of steps) ledger.markOverridesChanged(row.index_id, { type: row.record_type, id: row.record_id });
  const named = await nameChanges(
    deps,
    ledger.trx,
    steps.map(({ row }) => row),
  );
  await appendJournal(ledger.trx, ...steps.map((step) => journalEntry({ ...step, now, named })));
}

async function updateAll(
  { trx }: Ledger,
  updates: Parameters<typeof updateChanges>[1],
  now: Date,
): Promise<ChangeRow[]> {
  const updated = await updateChanges(trx, updates, now);
  if (updated === undefined) throw new SupersededError("Some of the changes were changed in the meantime.");
  return updated;
}

/**
 * Lets the rows of changes whose sets are live follow: they become deferred, as they read already, and L becomes the base value
 * that their authors saw. Returns whether some may be left.
 */
export async function followLive(
  deps: Deps,
  ledger: Ledger,
  of: Parameters<typeof selectFollowing>[1],
): Promise<boolean> {
  const rows = await selectFollowing(ledger.trx, of, FOLLOWED_AT_ONCE);
  const baselines = await moveBaselines(deps, ledger.trx, rows);
  for (const { index_id, record_type: type, record_id: id } of rows)
    ledger.markOverridesChanged(index_id, { type, id });
  const now = deps.clock.now();
  const updates = rows.map((before, index) => ({
    before,
    events: ["defer"] as const,
    set: { try_after: now, baseline_before: jsonOrNull(baselines[index]) },
  }));
  await updateAll(ledger, updates, now);
  return rows.length === FOLLOWED_AT_ONCE;
}

interface Step {
  row: ChangeRow;
  move: Move;
  state: ChangeRow["state"];
  now: Date;
  named: Awaited<ReturnType<typeof nameChanges>>;
}

function journalEntry({ row, move, state, now, named }: Step): JournalEntry {
  return {
    connectionId: row.connection_id,
    at: now,
    actor: move.actor,
    subject: row.id,
    indexId: row.index_id,
    before: { state: row.state },
    after: { state },
    message: { code: `change.${move.step}`, params: named(row) },
    why: move.why ?? null,
    requestId: move.requestId,
  };
}

/**
 * Prepares a change that was found in the index for confirmation; one that was never sent counts as sent. Throws
 * SupersededError if it was modified concurrently.
 */
export async function prepareConfirmation(
  deps: Deps,
  ledger: Ledger,
  row: ChangeRow,
  set: ChangeNotes,
): Promise<ChangeRow> {
  const events = row.state === "queued" ? (["send"] as const) : [];
  const prepared = await updateChange(ledger.trx, row, events, set, deps.clock.now());
  if (prepared === undefined) throw new SupersededError(`${row.id} was changed in the meantime.`);
  return prepared;
}

const replaced = { code: "replaced-by-later" } as const;

/** Ends earlier unsent changes that the index now supersedes entirely; sending them would restore an old value. */
async function endReplaced(deps: Deps, ledger: Ledger, applied: ChangeRow): Promise<void> {
  const { field, kind } = applied;
  if (field === null || kind === null) return;
  const rows = await selectChangesOnRecords(ledger.trx, {
    connectionId: applied.connection_id,
    indexId: applied.index_id,
    records: [{ type: applied.record_type, id: applied.record_id }],
    states: [...unsentStates, "applied"],
  });
  const ofField = rows.filter((row) => row.field === field);
  for (const [position, row] of ofField.entries()) {
    if (!isUnsent(row)) continue;
    const later = ofField.slice(position + 1).filter(({ state }) => state === "applied");
    if (!isSuperseded(toLedgerChange(row), later.map(toLedgerChange), kind, deps.service.profile.defaultRegion))
      continue;
    await moveChange(deps, ledger, row, {
      events: ["withdraw"],
      set: { ...reasonColumns(replaced), try_after: null },
      step: "replaced",
      why: replaced,
      actor: consoleActors.sender,
      requestId: null,
    });
  }
}

/** What an applied change takes back is reverted; it stayed applied until then. */
async function endReverted(
  deps: Deps,
  ledger: Ledger,
  applied: ChangeRow,
  { actor, requestId }: Pick<Move, "actor" | "requestId">,
): Promise<void> {
  for (const row of await selectRevertedBy(ledger.trx, applied.id))
    await moveChange(deps, ledger, row, {
      events: ["revert"],
      step: "reverted",
      actor,
      requestId,
    });
}
