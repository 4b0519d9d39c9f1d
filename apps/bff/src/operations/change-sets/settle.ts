import { setImmediate as nextTurn } from "node:timers/promises";
import type { ChangeSet, SettleAtRestInput, SettleMovedInput } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { discardedOfOthers } from "#/ledger/discarded-drafts.ts";
import { journal } from "#/context/journal.ts";
import { compareAgain, type ComparedAhead, compareAhead } from "#/ledger/grounds/compare-ahead.ts";
import { operationsOnNow } from "#/ledger/grounds/entries-of-set.ts";
import { type ComparedGround, compareGrounds, groundNow, isMoved } from "#/ledger/grounds/ground.ts";
import { moveBaselinesAnew, restoreBaselines } from "#/ledger/move-baseline.ts";
import { moveChanges } from "#/ledger/move-change.ts";
import { moveStaged, removeDrafts, resumeFromRest, settleGrounds } from "#/ledger/changes.ts";
import { recordKnownValues } from "#/ledger/record-known-values.ts";
import { type Ledger, withLedger } from "#/ledger/with-ledger.ts";
import { keepRefusal, movedRefusal, refuseOtherThanSeen } from "#/operations/changes/refuse-moved-grounds.ts";
import { InvariantError, OperationError, operationError } from "#/runtime/errors.ts";
import { json } from "#/store/sql/json.ts";
import { readConsistently, type Transaction } from "#/store/sql/transaction.ts";
import { type ChangeSetRow, selectChangeSet, updateChangeSet } from "#/store/tables/changes/change-sets.ts";
import { type ChangeRow, isAtRest, orderOf, reasonColumns } from "#/store/tables/changes/changes.ts";
import { describeChangeSet } from "#/views/describe-change-sets.ts";
import { takesBackNow } from "#/operations/taking-back/ask.ts";
import { changesNamed, namedAmong } from "./internal/changes-named.ts";
import { lockAtVersion } from "./internal/lock-at-version.ts";
import { isStaged } from "@dc/directory";

/** So many are settled in one transaction of the embedded store, which others wait for. */
const SETTLED_AT_ONCE = 50;

/**
 * Settles changes that were not applied, and whose ground moved: what is there now becomes their ground, which voids their
 * approvals and makes the caller an author of them; or they are withdrawn. In the embedded store many are settled in steps.
 */
export async function settleMoved(
  context: RequestContext,
  id: string,
  { version, changeIds, as, seen }: SettleMovedInput,
): Promise<ChangeSet> {
  const { deps } = context;
  const isInSteps = deps.store.kind === "embedded" && changeIds.length > SETTLED_AT_ONCE;
  const settled = isInSteps
    ? await settleInSteps(context, { id, version, changeIds, as, seen })
    : await withLedger(deps, async (ledger) => {
        const row = await lockAtVersion(context, ledger.trx, id, version);
        const named = await changesNamed(ledger.trx, id, changeIds);
        refuseUnsettled(context, named, as);
        const { byId } = await compareGrounds(deps, ledger.trx, named);
        await refuseOtherThanSeen(deps, ledger.trx, byId.values(), seen);
        const moved = movedAmong(named, byId);
        const kept = await keptAs(context, ledger.trx, moved, as);
        return await settleSome(context, ledger, { row, moved, as, kept, step: null });
      });
  return await describeChangeSet(deps, deps.store.db, settled);
}

function refuseUnsettled({ actor }: RequestContext, named: readonly ChangeRow[], as: SettleMovedInput["as"]): void {
  const isOpen = (change: ChangeRow) => isStaged(change) && change.state !== "queued";
  if (!named.every(isOpen)) throw operationError("wrong_state", "settle-moved");
  if (actor.kind === "token" && (as === "keep ours" || named.some((change) => change.created_by.id !== actor.id)))
    throw operationError("forbidden", "person-settles");
}

function movedAmong(named: readonly ChangeRow[], byId: ReadonlyMap<string, ComparedGround>): ComparedGround[] {
  const moved = named.flatMap(({ id }) => byId.get(id) ?? []).filter(isMoved);
  if (moved.length < named.length) throw operationError("wrong_state", "not-moved");
  return moved;
}

async function keptAs(
  context: RequestContext,
  trx: Transaction,
  moved: readonly ComparedGround[],
  as: SettleMovedInput["as"],
): Promise<readonly Kept[] | null> {
  return as === "keep ours" ? await keptOnNow(context, trx, moved) : null;
}

/** Settles these in a transaction that is under way, and answers the set. */
async function settleSome(
  { actor, connection, deps, requestId }: RequestContext,
  ledger: Ledger,
  {
    row,
    moved,
    as,
    kept,
    step,
  }: {
    row: ChangeSetRow;
    moved: readonly ComparedGround[];
    as: SettleMovedInput["as"];
    /** What is kept, and how; null where it is withdrawn. */
    kept: readonly Kept[] | null;
    /** Of an act in steps: how many are settled with these, and of how many. */
    step: StepOfSettling | null;
  },
): Promise<ChangeSetRow> {
  const { trx } = ledger;
  const rows = moved.map((compared) => compared.row);
  const isDone =
    kept !== null
      ? await settleGrounds(deps, ledger, kept)
      : await moveStaged(
          deps,
          ledger,
          rows.filter((change) => !isDraft(change)),
          ["withdraw"],
          null,
          { withdrawn: json({ by: actor, why: null, as: "take what is there" }) },
        );
  if (!isDone) throw operationError("version_mismatch", "change-of-change-set");
  if (as === "take what is there")
    await removeDrafts(
      ledger,
      connection.id,
      rows.map((change) => change.id),
    );
  await journal({ actor, deps, requestId }, trx, {
    subject: row.id,
    indexId: row.index_id,
    ...(kept === null
      ? { after: discardedOfOthers(actor, rows.filter(isDraft), { changeSetId: row.id }) }
      : operationsIn(kept)),
    message: {
      code: as === "keep ours" ? "change-set.keep-ours" : "change-set.take-theirs",
      params: { by: actor.name, count: moved.length, ...step },
    },
  });
  const updated = await updateChangeSet(trx, row, {});
  if (updated === undefined) throw new InvariantError("A change set that was locked was changed by somebody else.");
  return updated;
}

const isDraft = ({ state }: ChangeRow) => state === "draft";

interface StepOfSettling {
  done: number;
  of: number;
}

/**
 * The same in steps, between which others have their turn. All are compared before the first: where one cannot be settled nothing
 * is. A step refuses what says something else by then, and where somebody else wrote the set; the refusal tells what was settled
 * before. The journal tells of each step, so that it says what was done wherever the process ends.
 */
async function settleInSteps(
  context: RequestContext,
  { id, version, changeIds, as, seen }: SettleMovedInput & { id: string },
): Promise<ChangeSetRow> {
  const { connection, deps } = context;
  const { db } = deps.store;
  const set = await selectChangeSet(db, connection.id, id);
  if (set === undefined) throw operationError("not_found", "change-set");
  if (set.version !== version) throw operationError("version_mismatch", "change-set");
  const asked = new Set(changeIds);
  const ahead = await compareAhead(deps, id, (changes) => changes.filter((change) => asked.has(change.id)));
  const named = namedAmong(ahead.read.rows, changeIds);
  refuseUnsettled(context, named, as);
  const moved = movedAmong(named, ahead.byId);
  const kept = await readConsistently(db, async (trx) => {
    await refuseOtherThanSeen(deps, trx, moved, seen);
    return await keptAs(context, trx, moved, as);
  });
  const keptOf = new Map((kept ?? []).map((one) => [one.row.id, one]));
  const all = moved.map((seen) => ({ seen, kept: keptOf.get(seen.row.id) ?? null }));
  let last = set;
  for (let done = 0; done < all.length; done += SETTLED_AT_ONCE) {
    if (done > 0) await nextTurn();
    const some = all.slice(done, done + SETTLED_AT_ONCE);
    try {
      last = await withLedger(deps, async (ledger) => {
        const row = await lockAtVersion(context, ledger.trx, id, last.version);
        const step = { done: done + some.length, of: all.length };
        return await settleStep(context, ledger, { row, some, as, ahead, step });
      });
    } catch (error) {
      if (done === 0) throw error;
      await tellStopped(context, set, { done, of: all.length });
      throw settledBefore(error, done, all.length);
    }
  }
  return last;
}

interface ToSettle {
  /** What it was compared with before the first step. */
  seen: ComparedGround;
  kept: Kept | null;
}

async function settleStep(
  context: RequestContext,
  ledger: Ledger,
  {
    row,
    some,
    as,
    ahead,
    step,
  }: {
    row: ChangeSetRow;
    some: readonly ToSettle[];
    as: SettleMovedInput["as"];
    ahead: ComparedAhead;
    step: StepOfSettling;
  },
): Promise<ChangeSetRow> {
  const { deps } = context;
  const { trx } = ledger;
  const rows = await changesNamed(
    trx,
    row.id,
    some.map(({ seen }) => seen.row.id),
  );
  refuseUnsettled(context, rows, as);
  const byId = await compareAgain(deps, trx, rows, ahead);
  const moved = rows.flatMap((change) => byId.get(change.id) ?? []);
  const seenOf = new Map(some.map(({ seen }) => [seen.row.id, seen.now]));
  const isOther = ({ row: { id }, now }: ComparedGround) => {
    const seen = seenOf.get(id);
    return now !== seen && JSON.stringify(now) !== JSON.stringify(seen);
  };
  const since = moved.filter(isOther);
  if (since.length > 0 || moved.length < some.length) throw await movedRefusal(deps, trx, since);
  const rowOf = new Map(rows.map((change) => [change.id, change]));
  const kept = some.flatMap(({ seen, kept: one }) =>
    one === null ? [] : [{ ...one, row: rowOf.get(seen.row.id) ?? seen.row }],
  );
  return await settleSome(context, ledger, { row, moved, as, kept: as === "keep ours" ? kept : null, step });
}

/** The journal told of each step before; this tells why there is none after it. */
async function tellStopped(
  context: RequestContext,
  { id, index_id: indexId }: ChangeSetRow,
  { done, of }: { done: number; of: number },
): Promise<void> {
  const message = { code: "change-set.settle-stopped", params: { by: context.actor.name, done, of } } as const;
  await withLedger(context.deps, async ({ trx }) => {
    await journal(context, trx, { subject: id, indexId, message });
  });
}

/** A refusal that tells what was settled before it. */
function settledBefore(error: unknown, done: number, of: number): unknown {
  if (!(error instanceof OperationError)) return error;
  const { moved, message: sentence } = error;
  const given = { done, of, sentence, ...(moved === undefined ? {} : { moved }), cause: error };
  return error.code === "moved_since_seen"
    ? operationError("moved_since_seen", "settled-in-part", given)
    : operationError("version_mismatch", "settled-in-part", given);
}

/** These changes on what is there now. Refused where one is about an entry that is gone, and nothing is in its place. */
async function keptOnNow(
  { actor, deps }: RequestContext,
  trx: Transaction,
  moved: readonly ComparedGround[],
): Promise<Kept[]> {
  const operationOf = operationsOnNow(deps, moved);
  const gone = moved.filter(({ row }) => operationOf.get(row.id) == null);
  if (gone.length > 0) throw await keepRefusal(deps, trx, gone);
  const at = deps.clock.now();
  return moved.map((compared) => {
    const { row } = compared;
    const operation = operationOf.get(row.id) ?? row.operation;
    const isOther = JSON.stringify(operation) !== JSON.stringify(row.operation);
    return { row, ground: groundNow(compared, at), by: actor, ...(isOther ? { operation } : {}) };
  });
}

type Kept = Parameters<typeof settleGrounds>[2][number];

/** What changes did and do, where they are about another entry now. */
function operationsIn(kept: readonly Kept[]) {
  const others = kept.filter(({ operation }) => operation !== undefined);
  if (others.length === 0) return {};
  return {
    before: { operations: Object.fromEntries(others.map(({ row }) => [row.id, row.operation])) },
    after: { operations: Object.fromEntries(others.map(({ row, operation }) => [row.id, operation])) },
  };
}

/**
 * Settles live changes that were not sent, because their ground moved, or asks for it. Both are taking back, or sending over,
 * what readers may have seen.
 */
export async function settleAtRest(
  context: RequestContext,
  id: string,
  { version, changeIds, as, reason, seen }: SettleAtRestInput,
): Promise<ChangeSet> {
  const { actor, connection, deps } = context;
  const settled = await withLedger(deps, async (ledger) => {
    const { trx } = ledger;
    const row = await lockAtVersion(context, trx, id, version);
    const named = await changesNamed(trx, id, changeIds);
    if (!named.every(isAtRest)) throw operationError("wrong_state", "not-at-rest");
    if (actor.kind === "token") throw operationError("forbidden", "approver-settles");
    const { byId } = await compareGrounds(deps, trx, named);
    await refuseOtherThanSeen(deps, trx, byId.values(), seen);
    const now = deps.clock.now();
    const taken = {
      changeSetId: id,
      as,
      changeIds: named.map((change) => change.id),
      indexIds: named.map((change) => change.index_id),
      asSeen: Object.fromEntries([...byId].map(([changeId, compared]) => [changeId, groundNow(compared, now)])),
      count: named.length,
    };
    if (await takesBackNow(context, trx, [taken], reason)) {
      await settleRows(context, ledger, { row, changes: named, as, reason });
      if ((await updateChangeSet(trx, row, {})) === undefined)
        throw new InvariantError("A change set that was locked was changed by somebody else.");
    }
    const after = await selectChangeSet(trx, connection.id, id);
    if (after === undefined) throw operationError("not_found", "change-set");
    return await describeChangeSet(deps, trx, after);
  });
  deps.sendingSignal.notify();
  return settled;
}

/** Settles these changes at rest by what was read last, with an entry in the journal. */
export async function settleRows(
  context: RequestContext,
  ledger: Ledger,
  {
    row,
    changes,
    as,
    reason,
  }: { row: ChangeSetRow; changes: readonly ChangeRow[] } & Pick<SettleAtRestInput, "as" | "reason">,
): Promise<void> {
  const { actor, deps } = context;
  const { trx } = ledger;
  // In the order in which they are folded: L goes through the values of several changes of a field.
  const inOrder = changes.toSorted((a, b) => orderOf(a) - orderOf(b));
  const { byId } = await compareGrounds(deps, trx, inOrder);
  const resting = inOrder.map((change) => {
    const compared = byId.get(change.id);
    if (compared === undefined) throw new InvariantError("A change at rest has no ground.");
    return { row: change, compared };
  });
  if (as === "give way") await giveWay(context, ledger, resting, reason);
  else {
    const now = deps.clock.now();
    const onNow = resting.map(({ row: change, compared }) => ({ row: change, ground: groundNow(compared, now) }));
    await restoreBaselines(deps, trx, inOrder);
    await moveBaselinesAnew(deps, trx, await resumeFromRest(deps, ledger, onNow));
  }
  await journal(context, trx, {
    subject: row.id,
    indexId: row.index_id,
    message: {
      code: as === "give way" ? "change-set.give-way" : "change-set.send-all-the-same",
      params: { by: actor.name, count: changes.length },
    },
    why: reason,
  });
}

/** Withdraws changes at rest, with L as it was before them, and what the index says known. */
async function giveWay(
  { actor, deps, requestId }: RequestContext,
  ledger: Ledger,
  resting: readonly { row: ChangeRow; compared: ComparedGround }[],
  why: SettleAtRestInput["reason"],
): Promise<void> {
  const rows = resting.map(({ row }) => row);
  await restoreBaselines(deps, ledger.trx, rows);
  const set = { try_after: null, ...reasonColumns(null) };
  const move = { events: ["withdraw"] as const, set, step: "gave-way" as const, why, actor, requestId };
  const withdrawn = await moveChanges(
    deps,
    ledger,
    rows.map((row) => ({ row, move })),
  );
  const indexNow = resting.map(({ compared }) => compared.now.index);
  const read = withdrawn.flatMap((change, place) => {
    const readBack = indexNow[place];
    return readBack == null ? [] : [{ change, readBack }];
  });
  await recordKnownValues(deps, ledger.trx, read);
}
