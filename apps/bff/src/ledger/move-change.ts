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
import { InvariantError, SupersededError } from "#/runtime/errors.ts";
import { WRITTEN_AT_ONCE } from "#/runtime/in-steps.ts";
import { fieldKeyOf } from "#/records/moved-baselines.ts";
import { recordAt, recordOf } from "#/store/sql/among-records.ts";
import { json, jsonOrNull } from "#/store/sql/json.ts";
import { type ChangeNotes, refuseChecking } from "./changes.ts";
import { moveBaselines } from "./move-baseline.ts";
import type { Ledger } from "./with-ledger.ts";
import { nameChanges } from "./name-changes.ts";
import { nextLateRead } from "./late-requests.ts";
import type { Actor } from "#/store/schema/stored-values.ts";
import { type MovedColumns, updateAndRead, updateChange, updateChanges } from "#/store/ledger-writes/changes.ts";
import {
  type ChangeRow,
  isFollowing,
  orderOf,
  reasonColumns,
  selectChangesByIds,
  selectChangesOnRecords,
  selectFollowing,
  toLedgerChange,
} from "#/store/tables/changes/changes.ts";
import { appendJournal, type JournalEntry } from "#/store/tables/activity/journal.ts";
import { selectRevertedBy } from "#/store/tables/changes/reverts.ts";

export interface Move {
  events: readonly ChangeEvent[];
  set?: MovedColumns;
  step: ChangeStep;
  /** A person's reason in their words, or a reason of the console's. */
  why?: ChangeReason | string;
  actor: Actor;
  requestId: string | null;
}

/** Moves a change through these events, in the ledger and the journal, as `moveChanges` does. */
export async function moveChange(deps: Deps, ledger: Ledger, row: ChangeRow, move: Move): Promise<ChangeRow> {
  const [moved] = await moveChanges(deps, ledger, [{ row, move }]);
  if (moved === undefined) throw new InvariantError(`${row.id} was moved without a new row.`);
  return moved;
}

/** A change with where it goes. */
export interface OneOfMany {
  row: ChangeRow;
  move: Move;
}

/**
 * Moves changes through their events, in the ledger and the journal, in a few statements for all of them; answers their new rows.
 * When one becomes applied, the changes that it replaces end. Throws SupersededError, and moves none, if any was modified
 * concurrently.
 */
export async function moveChanges(deps: Deps, ledger: Ledger, given: readonly OneOfMany[]): Promise<ChangeRow[]> {
  if (given.length === 0) return [];
  await refuseChecking(
    ledger,
    given.map(({ row }) => row),
  );
  const moves = await followed(deps, ledger, given);
  const now = deps.clock.now();
  const updates = moves.map(({ row, move }) => ({
    before: row,
    events: move.events,
    set: {
      ...move.set,
      ...(mayArriveLate(row, move) ? { late_since: now, late_read_at: nextLateRead(now, now) } : {}),
      ...withdrawnBy(move),
    },
  }));
  const moved = (await updateAndRead(ledger.trx, updates, now)) ?? throwSuperseded();
  const rows = moves.map(({ row }) => row);
  for (const [index, row] of rows.entries()) {
    const isSending = [row.state, moved[index]?.state].every((state) => sameForReaders.has(state));
    ledger[isSending ? "markSendingChanged" : "markOverridesChanged"](row.index_id, recordOf(row));
  }
  const named = await nameChanges(deps, ledger.trx, rows);
  const steps = moves.map(({ row, move }, index) => ({
    row,
    move,
    state: moved[index]?.state ?? row.state,
    now,
    named,
  }));
  await appendJournal(ledger.trx, ...steps.map(journalEntry));
  const applied = new Map(
    moved.flatMap((row, index) => {
      const move = moves[index]?.move;
      return row.state === "applied" && move !== undefined ? [[row.id, { row, move }] as const] : [];
    }),
  );
  await endReplaced(deps, ledger, [...applied.values()]);
  await endReverted(deps, ledger, applied);
  return moved;
}

/** A record is compared and served alike, in whichever of these states its change is. */
const sameForReaders: ReadonlySet<unknown> = new Set<ChangeRow["state"]>(["sending", "held", "deferred"]);

/** Changes that are moved before their own rows followed: those of their records do so first, so that L has what their authors saw. */
async function followed(deps: Deps, ledger: Ledger, moves: readonly OneOfMany[]): Promise<readonly OneOfMany[]> {
  const behind = moves.flatMap(({ row }) => (isFollowing(row) ? [row] : []));
  if (behind.length === 0) return moves;
  for (const row of behind)
    while (await followLive(deps, ledger, { connectionId: row.connection_id, ...recordAt(row) }));
  const kept = await selectChangesByIds(
    ledger.trx,
    behind.map(({ id }) => id),
  );
  const rowOf = new Map(kept.map((row) => [row.id, row]));
  return moves.map(({ row, move }) => ({ row: rowOf.get(row.id) ?? row, move }));
}

/** Who withdraws a change is kept with it, so that those whose work it was can be told; of what the console ends it is not. */
function withdrawnBy({ events, actor, step, why }: Move): Pick<MovedColumns, "withdrawn"> {
  if (!events.includes("withdraw") || actor.kind === "console") return {};
  const as = step === "gave-way" ? { as: "give way" } : {};
  return { withdrawn: json({ by: actor, why: typeof why === "string" ? why : null, ...as }) };
}

/** Whether a request of the change is lost, or it is sent again: the first one may still arrive, over a newer value. */
function mayArriveLate(row: ChangeRow, { events }: Move): boolean {
  return row.state === "unknown" || events.includes("lose") || (events.includes("send") && row.attempt > 0);
}

function throwSuperseded(): never {
  throw new SupersededError("Some of the changes were changed in the meantime.");
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
  const rows = await selectFollowing(ledger.trx, of, WRITTEN_AT_ONCE);
  const baselines = await moveBaselines(deps, ledger.trx, rows);
  for (const { index_id, record_type: type, record_id: id } of rows)
    ledger.markOverridesChanged(index_id, { type, id });
  const now = deps.clock.now();
  const updates = rows.map((before, index) => ({
    before,
    events: ["defer"] as const,
    set: { try_after: now, baseline_before: jsonOrNull(baselines[index]) },
  }));
  if (!(await updateChanges(ledger.trx, updates, now))) throwSuperseded();
  return rows.length === WRITTEN_AT_ONCE;
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
async function endReplaced(deps: Deps, ledger: Ledger, applied: readonly OneOfMany[]): Promise<void> {
  const replacing = applied.map(({ row }) => row).filter(({ field, kind }) => field !== null && kind !== null);
  const move: Move = {
    events: ["withdraw"],
    set: { ...reasonColumns(replaced), try_after: null },
    step: "replaced",
    why: replaced,
    actor: consoleActors.sender,
    requestId: null,
  };
  const ended: OneOfMany[] = [];
  for (const [indexId, ofIndex] of Map.groupBy(replacing, ({ index_id: id }) => id)) {
    const rows = await selectChangesOnRecords(ledger.trx, {
      connectionId: deps.connection.id,
      indexId,
      records: ofIndex.map(recordOf),
      states: [...unsentStates, "applied"],
    });
    const byField = Map.groupBy(rows, fieldKeyOf);
    const kindOf = new Map(ofIndex.map((row) => [fieldKeyOf(row), row.kind ?? "json"]));
    for (const [key, kind] of kindOf) {
      const ofField = byField.get(key) ?? [];
      for (const [position, row] of ofField.entries()) {
        if (!isUnsent(row)) continue;
        const later = ofField.slice(position + 1).filter(({ state }) => state === "applied");
        if (isSuperseded(toLedgerChange(row), later.map(toLedgerChange), kind, deps.service.profile.defaultRegion))
          ended.push({ row, move });
      }
    }
  }
  const deletions = applied.map(({ row }) => row).filter(({ operation }) => operation.op === "delete");
  for (const deletion of deletions) {
    const place = { connectionId: deps.connection.id, indexId: deletion.index_id, records: [recordOf(deletion)] };
    const unsent = await selectChangesOnRecords(ledger.trx, { ...place, states: unsentStates });
    ended.push(...unsent.filter((row) => isDecidedByDeletion(row, deletion)).map((row) => ({ row, move })));
  }
  await moveChanges(deps, ledger, ended);
}

/** Whether a deletion decides all that a live change of its record decides: an earlier one, or one of its own set. */
export function isDecidedByDeletion(change: ChangeRow, deletion: ChangeRow): boolean {
  const isOfSet = change.change_set_id === deletion.change_set_id;
  return change.field !== null && (isOfSet || orderOf(change) < orderOf(deletion));
}

/** What applied changes take back is reverted; it stayed applied until then. */
async function endReverted(deps: Deps, ledger: Ledger, applied: ReadonlyMap<string, OneOfMany>): Promise<void> {
  const ended = (await selectRevertedBy(ledger.trx, [...applied.keys()])).flatMap(({ taken_by: takenBy, ...row }) => {
    const taking = applied.get(takenBy);
    if (taking === undefined) return [];
    const { actor, requestId } = taking.move;
    return [{ row, move: { events: ["revert"] as const, step: "reverted" as const, actor, requestId } }];
  });
  await moveChanges(deps, ledger, ended);
}
