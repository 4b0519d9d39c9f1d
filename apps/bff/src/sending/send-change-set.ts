import { consoleActors } from "#/context/console-actors.ts";
import {
  type ChangeRow,
  isAtRest,
  isHeldBack,
  orderOf,
  reasonColumns,
  selectChangesByIds,
  selectChangesOfSet,
} from "#/store/tables/changes/changes.ts";
import { readChangesOfSet } from "#/store/tables/changes/read-ahead.ts";
import { CLOCK_SET_BACK_MS } from "#/store/tables/changes/change-set-leases.ts";
import { selectChangeSet } from "#/store/tables/changes/change-sets.ts";
import { isProvisional } from "#/store/tables/records/assigned-ids.ts";
import { selectPause } from "#/store/tables/connections/connection.ts";
import { isSendingStopped } from "#/store/tables/changes/alarms.ts";
import { changesOfRecord } from "./asked-together.ts";
import { recordAt } from "#/store/sql/among-records.ts";
import { publishCommitted, underLease } from "./lease.ts";
import { touchesSamePart } from "#/ledger/grounds/ground.ts";
import { isDecidedByDeletion, moveChange } from "#/ledger/move-change.ts";
import { failAll, defer, deferUntilResumed } from "#/sending/records/unconfirmed-writes.ts";
import { creationIn, provisionalIdsOf, readinessOf } from "#/sending/creations/provisional-references.ts";
import { sendCreation } from "#/sending/creations/send-creation.ts";
import { sendRecord } from "#/sending/records/send-record.ts";
import type { Sending } from "./sending.ts";
import { settleCreation } from "#/sending/creations/settle-creation.ts";
import { settleRecord } from "#/sending/settling/settle-unknown.ts";
import { becomeLiveWhenDue } from "./become-live.ts";
import { createFirstRecords, type FirstRecords } from "./first-records.ts";
import { holdChanges } from "./hold-changes.ts";
import { waitsForLateRequest } from "./late-requests.ts";
import { withdrawInSteps } from "./withdraw-in-steps.ts";
import { byRecord, inOrderOfSending, judgeSendable } from "./sendable-changes.ts";
import { begunAtOnce } from "./semaphores.ts";
import { sendInParallel } from "./send-in-parallel.ts";

/**
 * Advances one change set: settles what another worker left, holds what cannot be sent, and sends the rest, several records at
 * once. Where somebody paused it, lost replies are read alone.
 */
export async function sendChangeSet(sending: Sending): Promise<void> {
  try {
    await advance(sending);
  } finally {
    await publishCommitted(sending.deps, sending.lease);
  }
}

async function advance(sending: Sending): Promise<void> {
  const { deps, lease } = sending;
  await markAbandonedUnknown(sending);
  await withdrawInSteps(sending);
  await becomeLiveWhenDue(sending);
  const now = deps.clock.now();
  const row = await selectChangeSet(deps.store.db, deps.connection.id, lease.id);
  if (row === undefined) return;
  const changes = await readChangesOfSet(deps.store.db, lease.id);
  const setBack = now.getTime() + CLOCK_SET_BACK_MS;
  const isDue = ({ try_after: at, updated_at: since }: ChangeRow) =>
    at !== null && (at <= now || since.getTime() > setBack);

  const isPaused = row.paused !== null || (await selectPause(deps.store.db, deps.connection.id)) !== null;
  const again: ChangeRow[] = [];
  const mayGoOn = !isPaused && !(await isSendingStopped(deps.store.db, deps.connection.id));
  const lost = changes.filter(
    (change) => change.state === "unknown" && (isDue(change) || (mayGoOn && isHeldBack(change))),
  );
  const firsts = await createFirstRecords(sending, changes);
  for (const ofRecord of byRecord(lost)) {
    const check = { needsSiblingCheck: firsts.includes(ofRecord), isPaused };
    if (ofRecord.some((change) => isProvisional({ id: change.record_id })))
      await settleUnknownCreation(sending, ofRecord, check);
    else again.push(...(await settleRecord(sending, ofRecord, check)));
    await firsts.updateChecked(ofRecord);
  }
  if (isPaused) return;
  const ready = changes.filter((change) => (change.state === "held" || change.state === "deferred") && isDue(change));
  const { sendable, held } = await judgeSendable(deps, ready);
  await holdChanges(sending, held);
  const left = await sendInParallel(inOrderOfSending([...again, ...sendable]), {
    firsts,
    atOnce: () => begunAtOnce(sending),
    mayBegin: async () => !(await isSendingStopped(deps.store.db, deps.connection.id, lease.id)),
    send: async (planned) => await sendPlanned(sending, planned, firsts),
  });
  await deferUntilResumed(sending, left);
}

/** Sends the changes of one record, unless they have to wait. */
async function sendPlanned(sending: Sending, planned: readonly ChangeRow[], firsts: FirstRecords): Promise<void> {
  const ready = await reloadReadyChanges(sending, planned);
  const [any] = ready;
  if (any === undefined) return;
  const open = await changesOfRecord(sending, { ...recordAt(any), states: OPEN });
  const ofRecord = await waitForDeletion(sending, ready, open);
  const [first] = ofRecord;
  if (first === undefined) return;
  const record = { type: first.record_type, id: first.record_id };
  const waitsFor = (await waitsForLateRequest(sending, { indexId: first.index_id, record, changes: ofRecord }))
    ? "perhaps-late-request"
    : isUnsettled(
          sending,
          ofRecord,
          open.filter(({ id }) => !ready.some((own) => own.id === id)),
        )
      ? "earlier-change-open"
      : (await firsts.isFirstOpen(ofRecord))
        ? "first-record-open"
        : null;
  if (waitsFor !== null) return await defer(sending, ofRecord, { code: waitsFor }, null);
  const group = { indexId: first.index_id, record, changes: ofRecord, needsSiblingCheck: firsts.includes(ofRecord) };
  if (creationIn(ofRecord) !== null && isProvisional(record)) await sendCreation(sending, group);
  else await sendRecord(sending, group);
  await firsts.updateChecked(ofRecord);
}

/**
 * Changes that name provisional records, reloaded after those were sent: now with the service's ids, or no longer to be
 * sent.
 */
async function reloadReadyChanges(sending: Sending, planned: readonly ChangeRow[]): Promise<ChangeRow[]> {
  const { deps } = sending;
  if (planned.every((change) => provisionalIdsOf(change).length === 0)) return [...planned];
  const rows = await selectChangesByIds(
    deps.store.db,
    planned.map(({ id }) => id),
  );
  const creation = creationIn(planned);
  const ready: ChangeRow[] = [];
  for (const { id } of planned) {
    const change = rows.find((row) => row.id === id);
    if (change === undefined) continue;
    const readiness = await readinessOf(deps, change, new Set(creation === null ? [] : [creation]));
    if (readiness.outcome === "ready") ready.push(change);
    else if (readiness.outcome === "wait") await defer(sending, [change], readiness.reason, null);
    else if (readiness.outcome === "hold") await holdChanges(sending, [{ change, reason: readiness.reason }]);
    else await failAll(sending, [change], readiness.reason);
  }
  return creation !== null && creationIn(ready) === null ? [] : ready;
}

/**
 * Settles a creation whose reply was lost, with the changes sent in the same request. Without the creation there is
 * nothing to look for.
 */
async function settleUnknownCreation(
  sending: Sending,
  ofRecord: readonly ChangeRow[],
  check: { needsSiblingCheck: boolean },
): Promise<void> {
  if (creationIn(ofRecord) === null) await failAll(sending, ofRecord, { code: "record-not-created" });
  else await settleCreation(sending, ofRecord, check);
}

/** A change that is still `sending` was left by a worker that has ended, so its outcome is unknown. */
export async function markAbandonedUnknown(sending: Sending): Promise<void> {
  const { deps, lease } = sending;
  const left = await selectChangesOfSet(deps.store.db, lease.id, ["sending"]);
  if (left.length === 0) return;
  await underLease(deps, lease, async (ledger) => {
    for (const change of left) {
      const reason = { code: "interrupted" } as const;
      const set = { ...reasonColumns(reason), try_after: deps.clock.now() };
      await moveChange(deps, ledger, change, {
        events: ["lose"],
        set,
        step: "unknown",
        why: reason,
        actor: consoleActors.sender,
        requestId: null,
      });
    }
  });
}

/** The states in which a change of a record may keep others of it from being sent. */
const OPEN = ["sending", "unknown", "queued", "held", "deferred"] as const;

/**
 * A deletion decides all of its record: what it decides is not sent before it, waits or is held as it is, and ends with it. Returns
 * the changes that do not wait for one.
 */
async function waitForDeletion(
  sending: Sending,
  ofRecord: readonly ChangeRow[],
  open: readonly ChangeRow[],
): Promise<readonly ChangeRow[]> {
  const deletion = open.findLast(({ operation, state }) => operation.op === "delete" && state !== "queued");
  if (deletion === undefined) return ofRecord;
  const decided = ofRecord.filter((change) => isDecidedByDeletion(change, deletion));
  const reason = { code: "record-deleted" } as const;
  if (decided.length > 0 && deletion.state === "held")
    await holdChanges(
      sending,
      decided.map((change) => ({ change, reason })),
    );
  else if (decided.length > 0) await defer(sending, decided, reason, null);
  return ofRecord.filter((change) => !decided.includes(change));
}

/**
 * Whether another change of this record is still open: writes of one record must not overlap, and a later approved
 * change must not be sent first, since the earlier one would overwrite it.
 */
function isUnsettled({ deps }: Sending, ours: readonly ChangeRow[], others: readonly ChangeRow[]): boolean {
  const last = Math.max(...ours.map(orderOf));
  return others.some((change) => {
    if (change.state === "held") return false;
    if (change.state === "deferred" && waitsForOthers.has(change.reason?.code)) return false;
    if (isAtRest(change) && !ours.some((own) => touchesSamePart(deps, change, own))) return false;
    return change.state === "sending" || change.state === "unknown" || orderOf(change) < last;
  });
}

/** Deferred for these reasons, it is not sent before others are. */
const waitsForOthers: ReadonlySet<unknown> = new Set(["perhaps-late-request", "record-deleted"]);
