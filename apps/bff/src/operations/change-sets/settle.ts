import type { ChangeSet, SettleAtRestInput, SettleMovedInput } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { journal } from "#/context/journal.ts";
import { operationsOnNow } from "#/ledger/grounds/entries-of-set.ts";
import { type ComparedGround, compareGrounds, groundNow, isMoved } from "#/ledger/grounds/ground.ts";
import { moveBaselines, restoreBaselines } from "#/ledger/move-baseline.ts";
import { moveChanges } from "#/ledger/move-change.ts";
import { moveStaged, removeDrafts, resumeFromRest, settleGrounds } from "#/ledger/changes.ts";
import { recordKnownValues } from "#/ledger/record-known-values.ts";
import { type Ledger, withLedger } from "#/ledger/with-ledger.ts";
import { keepRefusal } from "#/operations/changes/refuse-moved-grounds.ts";
import { InvariantError, operationError } from "#/runtime/errors.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import { type ChangeSetRow, selectChangeSet, updateChangeSet } from "#/store/tables/changes/change-sets.ts";
import { type ChangeRow, isAtRest, orderOf, reasonColumns } from "#/store/tables/changes/changes.ts";
import { describeChangeSet } from "#/views/describe-change-sets.ts";
import { takesBackNow } from "#/operations/taking-back/ask.ts";
import { changesNamed } from "./internal/changes-named.ts";
import { lockAtVersion } from "./internal/lock-at-version.ts";
import { isStaged } from "@dc/directory";

/**
 * Settles changes that were not applied, and whose ground moved: what is there now becomes their ground, which voids their
 * approvals and makes the caller an author of them; or they are withdrawn.
 */
export async function settleMoved(
  context: RequestContext,
  id: string,
  { version, changeIds, as }: SettleMovedInput,
): Promise<ChangeSet> {
  const { actor, connection, deps } = context;
  return await withLedger(deps, async (ledger) => {
    const { trx } = ledger;
    const row = await lockAtVersion(context, trx, id, version);
    const named = await changesNamed(trx, id, changeIds);
    const isOpen = (change: (typeof named)[number]) => isStaged(change) && change.state !== "queued";
    if (!named.every(isOpen)) throw operationError("wrong_state", "settle-moved");
    if (actor.kind === "token" && (as === "keep ours" || named.some((change) => change.created_by.id !== actor.id)))
      throw operationError("forbidden", "person-settles");
    const { byId } = await compareGrounds(deps, trx, named);
    const moved = [...byId.values()].filter(isMoved);
    if (moved.length < named.length) throw operationError("wrong_state", "not-moved");
    const kept = as === "keep ours" ? await keptOnNow(context, trx, moved) : null;
    const isDone =
      kept !== null
        ? await settleGrounds(deps, ledger, kept)
        : await moveStaged(
            deps,
            ledger,
            named.filter(({ state }) => state !== "draft"),
            ["withdraw"],
          );
    if (!isDone) throw operationError("version_mismatch", "change-of-change-set");
    if (as === "take what is there")
      await removeDrafts(
        ledger,
        connection.id,
        named.map((change) => change.id),
      );
    await journal(context, trx, {
      subject: id,
      indexId: row.index_id,
      ...operationsIn(kept ?? []),
      message: {
        code: as === "keep ours" ? "change-set.keep-ours" : "change-set.take-theirs",
        params: { by: actor.name, count: named.length },
      },
    });
    const updated = await updateChangeSet(trx, row, {});
    if (updated === undefined) throw new InvariantError("A change set that was locked was changed by somebody else.");
    return await describeChangeSet(deps, trx, updated);
  });
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
  { version, changeIds, as, reason }: SettleAtRestInput,
): Promise<ChangeSet> {
  const { actor, connection, deps } = context;
  const settled = await withLedger(deps, async (ledger) => {
    const { trx } = ledger;
    const row = await lockAtVersion(context, trx, id, version);
    const named = await changesNamed(trx, id, changeIds);
    if (!named.every(isAtRest)) throw operationError("wrong_state", "not-at-rest");
    if (actor.kind === "token") throw operationError("forbidden", "approver-settles");
    const { byId } = await compareGrounds(deps, trx, named);
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
    await moveBaselines(deps, trx, await resumeFromRest(deps, ledger, onNow));
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
