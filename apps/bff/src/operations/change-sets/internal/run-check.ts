import { setTimeout as wait } from "node:timers/promises";
import { indexRecordKey } from "@dc/directory";
import type { RecordReading } from "#/context/compared-record.ts";
import type { Deps, RequestContext } from "#/context/deps.ts";
import { consoleContext, limitedContext } from "#/context/reach.ts";
import { reachNow } from "#/context/rights-now.ts";
import { approvalsNow, reachesIndices } from "#/ledger/approvals-now.ts";
import { type ComparedAhead, compareAgain } from "#/ledger/grounds/compare-ahead.ts";
import { isMoved } from "#/ledger/grounds/ground.ts";
import { queueInSteps } from "#/ledger/queue-changes.ts";
import { act, actInSteps } from "#/ledger/set-acts.ts";
import { type Ledger, withLedger } from "#/ledger/with-ledger.ts";
import { groundsNotRead, oldGrounds } from "#/operations/changes/read-grounds.ts";
import { refreshReadings } from "#/records/refresh-readings.ts";
import { withCallOrigin } from "#/runtime/call-origin.ts";
import { OperationError, operationError } from "#/runtime/errors.ts";
import { type Lease, leaseClockOf, LeaseLostError, prolongLease, underWorkLease } from "#/store/lease.ts";
import type { Checking } from "#/store/schema/ledger-tables.ts";
import type { RecordAt } from "#/store/sql/among-records.ts";
import { transact } from "#/store/sql/transaction.ts";
import {
  type ChangeSetRow,
  lockChangeSet,
  selectChangeSet,
  updateChangeSet,
} from "#/store/tables/changes/change-sets.ts";
import type { ChangeRow } from "#/store/tables/changes/changes.ts";
import { readChangesOfSet, readOrAhead } from "#/store/tables/changes/read-ahead.ts";
import { updateCheck } from "#/store/tables/changes/change-set-leases.ts";
import { refuseDeletedIndices } from "./apply-drafts.ts";
import { applySet, compareToApply, toBeApplied } from "./apply-set.ts";
import { keepNotApplied } from "./keep-not-applied.ts";
import { byDay } from "./later-changes.ts";
import { viewPlan } from "#/operations/change-sets/view-plan.ts";

/** So many records are read before the progress is told. */
const AT_ONCE = 10;
/** What could not be read so often cannot be read. */
const TRIES = 3;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;

/** Checks a set in the background, unless another process does; resolves when that ended. */
export async function runCheck(limited: Deps, id: string): Promise<void> {
  const deps = { ...limited, store: limited.wholeStore };
  await deps.background.once(`check of ${id}`, async (signal) => {
    await withCallOrigin({ kind: "work", name: "checking", id }, async () => {
      const request = { of: "change_set", id, owner: deps.newId("chk"), clock: leaseClockOf(deps) } as const;
      try {
        await underWorkLease(deps.store.db, request, async (lease) => await checkSet(deps, lease, signal));
      } catch (error) {
        if (!(error instanceof LeaseLostError)) throw error;
        deps.log.info({ changeSetId: id }, "a check was cancelled, or another process took over");
      }
    });
  });
}

/**
 * Reads what a set was decided on and was read too long ago, each record once, then applies the set or tells why not. A reading
 * counts for the check however long that takes; a later start goes on with what is left.
 */
async function checkSet(deps: Deps, lease: Lease, signal: AbortSignal): Promise<void> {
  const row = await selectChangeSet(deps.store.db, deps.connection.id, lease.id);
  if (row?.checking == null || row.paused !== null) return;
  const { checking } = row;
  const changes = toBeApplied(deps, await readChangesOfSet(deps.store.db, lease.id), checking.only ?? null);
  const readAfter = new Date(checking.readAfter);
  const { due } = await byDay(deps, deps.store.db, { row, changes, given: checking.evidence });
  const places = await oldGrounds(deps, deps.store.db, due, readAfter);
  const failed = await readPlaces(deps, places, {
    readAfter,
    signal,
    onRead: async (left) => {
      const read = Math.max(checking.toRead - left, 0);
      await transact(deps.store.db, async (trx) => {
        await prolongLease(trx, lease);
        await updateCheck(trx, lease.id, { checking: { ...checking, read } });
      });
    },
  });
  if (failed !== undefined) await endCheck(deps, lease, { checking, changes: due, failed });
}

interface Reads {
  readAfter: Date;
  signal: AbortSignal;
  /** Told after each step how many are left. */
  onRead: (left: number) => Promise<void>;
}

/** Reads them all; answers why some cannot be read, after three tries. Undefined if it was stopped. */
async function readPlaces(
  deps: Deps,
  places: readonly RecordAt[],
  { readAfter, signal, onRead }: Reads,
): Promise<ReadonlyMap<string, string> | undefined> {
  // A reading of that very moment is made again.
  const notBefore = new Date(readAfter.getTime() + 1);
  let left = [...places];
  let unanswered = 0;
  const triesOf = new Map<string, number>();
  const failed = new Map<string, string>();
  while (left.length > 0) {
    if (signal.aborted) return undefined;
    const step = left.slice(0, AT_ONCE);
    const readings = await refreshReadings(
      deps,
      step.map(({ indexId, record }) => ({ indexId, ...record, maxAge: "any", notBefore })),
    );
    const open: RecordAt[] = [];
    let pauseMs = 0;
    let tried = 0;
    for (const { indexId, record, failed: failure } of readings) {
      if (failure === null) continue;
      const place = { indexId, record };
      const key = indexRecordKey(place);
      if (!waitsForTurn(deps, failure)) {
        tried += 1;
        triesOf.set(key, (triesOf.get(key) ?? 0) + 1);
      }
      const tries = triesOf.get(key) ?? 0;
      if (tries >= TRIES) failed.set(key, failure.detail);
      else open.push(place);
      pauseMs = Math.max(pauseMs, failure.retryAfterMs ?? FIRST_PAUSE_MS * 2 ** Math.max(tries - 1, 0));
    }
    left = [...left.slice(AT_ONCE), ...open];
    // Where nothing is answered at all, three steps are tried, not each record three times.
    unanswered = tried === step.length ? unanswered + 1 : 0;
    if (unanswered >= TRIES) {
      const detail = readings.flatMap((reading) => reading.failed?.detail ?? [])[0] ?? "";
      for (const place of left) failed.set(indexRecordKey(place), detail);
      left = [];
    }
    await onRead(left.length);
    if (open.length > 0 && left.length > 0) await pause(pauseMs, signal);
  }
  return failed;
}

/** Whether a call was not made, or not answered, because its turn had not come: by the budget, or as the service asks. */
function waitsForTurn({ service }: Deps, failure: NonNullable<RecordReading["failed"]>): boolean {
  const { code, reason, didNothing } = failure;
  if (code === "service_paused") return service.client.health().circuit === "closed";
  return reason === "rate-limited" || (code === "service_timeout" && didNothing);
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await wait(Math.min(Math.max(ms, 100), LONGEST_PAUSE_MS), undefined, { signal }).catch(() => undefined);
}

interface Checked {
  checking: Checking;
  changes: readonly ChangeRow[];
  failed: ReadonlyMap<string, string>;
}

/** Applies what was checked, as whoever asked for it may do now, or leads it back to its state of before. */
async function endCheck(deps: Deps, lease: Lease, { checking, changes, failed }: Checked): Promise<void> {
  const { by, requestId } = checking;
  const context = { ...consoleContext(deps, by), requestId };
  const compare = async () => await compareToApply(deps, lease.id, checking.only ?? null);
  let ahead: ComparedAhead | undefined;
  try {
    const refusal = groundsNotRead(deps, changes, failed);
    if (refusal !== null) throw refusal;
    await refuseOtherPlan(context, lease.id, checking);
    const compared = await compare();
    ahead = compared;
    const end = await withLedger(
      deps,
      async (ledger) => await applyChecked(context, ledger, { lease, checking, ahead: compared }),
    );
    if (end === "applied")
      await queueInSteps(deps, lease.id)
        .then(() => actInSteps(deps, lease.id))
        .finally(() => deps.sendingSignal.notify());
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    const compared = ahead ?? (await compare());
    await withLedger(deps, async (ledger) => {
      const row = await lockChecked(deps, ledger, { lease, checking });
      if (row !== undefined) await leadBack(context, ledger, { row, checking, refusal: error, ahead: compared });
    });
    await actInSteps(deps, lease.id);
  }
}

/** The plan that was looked at is the one that is applied; whoever is limited to some referrers looked at theirs. */
async function refuseOtherPlan(context: RequestContext, id: string, { by, plan }: Checking): Promise<void> {
  if (plan === null) return;
  const { deps } = context;
  const limited = limitedContext(context, await reachNow(deps, deps.store.db, by, "apply"));
  if ((await viewPlan(limited, id)).revision !== plan) throw operationError("moved_since_seen", "plan");
}

async function applyChecked(
  context: RequestContext,
  ledger: Ledger,
  { lease, checking, ahead }: { lease: Lease; checking: Checking; ahead: ComparedAhead },
): Promise<"applied" | "led back"> {
  const { deps } = context;
  const { trx } = ledger;
  const row = await lockChecked(deps, ledger, { lease, checking });
  if (row === undefined) return "led back";
  const changes = await readOrAhead(trx, ahead.read);
  const reaches = await reachesIndices(
    deps,
    trx,
    changes.map((change) => change.index_id),
  );
  if (!reaches(await reachNow(deps, trx, checking.by, "apply")))
    throw operationError("wrong_state", "may-not-apply", { by: checking.by.name });
  await refuseDeletedIndices(context, trx, changes);
  await updateCheck(trx, row.id, { checking: null });
  const { evidence: given, moved, only = null, isScheduled } = checking;
  const asked = { row, changes, given, moved, only, ahead, isScheduled };
  const applied = await applySet(context, ledger, asked, await approvalsNow(deps, trx, row.id));
  if (typeof applied !== "number") return "applied";
  // The set has another version by now: approvals that do not count any more are gone.
  const refusal = operationError("wrong_state", "approval-lost", { applied });
  const back = (await lockChangeSet(trx, deps.connection.id, row.id)) ?? row;
  await leadBack(context, ledger, { row: back, checking, refusal, ahead });
  return "led back";
}

/** The set, locked, while this check is still its check and the lease holds. */
async function lockChecked(
  deps: Deps,
  { trx }: Ledger,
  { lease, checking }: { lease: Lease; checking: Checking },
): Promise<ChangeSetRow | undefined> {
  await prolongLease(trx, lease);
  const row = await lockChangeSet(trx, deps.connection.id, lease.id);
  return row?.checking?.requestId === checking.requestId ? row : undefined;
}

/** Ends a check without applying the set; of what sends failed changes again, the approvals lapse where it moved. */
async function leadBack(
  context: RequestContext,
  ledger: Ledger,
  {
    row: checked,
    checking,
    refusal,
    ahead,
  }: { row: ChangeSetRow; checking: Checking; refusal: OperationError; ahead: ComparedAhead },
): Promise<void> {
  const { deps } = context;
  const changes = toBeApplied(deps, await readOrAhead(ledger.trx, ahead.read), checking.only ?? null);
  const row =
    refusal.code === "moved_since_seen"
      ? await lapseMovedCopies(context, ledger, { row: checked, changes, ahead })
      : checked;
  await keepNotApplied(context, ledger.trx, { row, by: checking.by, refusal, changes });
}

/** What sends a failed change again keeps its approvals only if it has not moved. */
async function lapseMovedCopies(
  context: RequestContext,
  ledger: Ledger,
  { row, changes, ahead }: { row: ChangeSetRow; changes: readonly ChangeRow[]; ahead: ComparedAhead },
): Promise<ChangeSetRow> {
  const copies = changes.filter((change) => change.retry_of_id !== null && change.state === "approved");
  const compared = await compareAgain(context.deps, ledger.trx, copies, ahead);
  const changeIds = [...compared.values()].filter(isMoved).map(({ row: { id } }) => id);
  if (changeIds.length === 0) return row;
  await act(context, ledger, row.id, { as: "lapse", changeIds });
  return (await updateChangeSet(ledger.trx, row, {})) ?? row;
}
