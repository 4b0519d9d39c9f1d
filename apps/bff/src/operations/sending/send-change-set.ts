import type { ChangeRow } from "#/store/changes.ts";
import { selectChangesOfSet, selectChangesOnRecords } from "#/store/changes.ts";
import { selectChangeSet } from "#/store/change-sets.ts";
import { selectNewestReceipts } from "#/store/receipts.ts";
import { underLease } from "./lease.ts";
import { moveChange } from "./move-change.ts";
import { putOff } from "./not-applied.ts";
import { sendRecord } from "./send-record.ts";
import { senderActor, type Sending } from "./sender-settings.ts";
import { settleRecord } from "./settle-unknown.ts";
import { whyHeld } from "./why-held.ts";

/** Brings one change set forward: what another worker left is settled first, what cannot be sent is held, the rest is sent. */
export async function sendChangeSet(sending: Sending): Promise<void> {
  const { deps, lease } = sending;
  await takeOverSending(sending);
  const now = deps.clock.now();
  const row = await selectChangeSet(deps.store.db, deps.connection.id, lease.changeSetId);
  const changes = await selectChangesOfSet(deps.store.db, lease.changeSetId);
  const isDue = (at: Date | null) => at !== null && at <= now;

  const again: ChangeRow[] = [];
  for (const ofRecord of grouped(changes.filter((change) => change.state === "unknown" && isDue(change.try_after)))) {
    again.push(...(await settleRecord(sending, ofRecord)));
  }
  const ready = changes.filter(
    (change) =>
      (change.state === "approved" && isDue(row?.send_after ?? null)) ||
      ((change.state === "held" || change.state === "deferred") && isDue(change.try_after)),
  );
  const sendable = await holdWhatCannotBeSent(sending, ready);
  let looksAtSibling = await wasNeverLookedAround(sending, changes);
  for (const ofRecord of grouped([...again, ...sendable])) {
    const [first] = ofRecord;
    if (first === undefined) continue;
    const record = { type: first.record_type, id: first.record_id };
    if (await isUnsettled(sending, first, ofRecord)) {
      await putOff(sending, ofRecord, "Waiting until an earlier change of this record is settled.", null);
      continue;
    }
    await sendRecord(sending, { indexId: first.index_id, record, changes: ofRecord, looksAtSibling });
    looksAtSibling = false;
  }
}

/** What is still `sending` was begun by a worker that is gone: nobody knows what became of it. */
async function takeOverSending(sending: Sending): Promise<void> {
  const { deps, lease } = sending;
  const changes = await selectChangesOfSet(deps.store.db, lease.changeSetId);
  const left = changes.filter(({ state }) => state === "sending");
  if (left.length === 0) return;
  await underLease(deps, lease, async (ledger) => {
    for (const change of left) {
      const because = "The console stopped while this was on its way. It is read again before anything else.";
      const set = { because, try_after: deps.clock.now() };
      await moveChange(deps, ledger, change, {
        events: ["lose"],
        set,
        word: "Not known to be applied",
        action: "change.unknown",
        why: because,
        actor: senderActor,
        requestId: null,
      });
    }
  });
}

async function holdWhatCannotBeSent(sending: Sending, ready: readonly ChangeRow[]): Promise<ChangeRow[]> {
  const { deps, lease } = sending;
  const held = ready.flatMap((change) => {
    const because = whyHeld(deps, change);
    return because === null ? [] : [{ change, because }];
  });
  if (held.length === 0) return [...ready];
  await underLease(deps, lease, async (ledger) => {
    for (const { change, because } of held) {
      const set = { because, try_after: null };
      const events = change.state === "held" ? (["release", "hold"] as const) : (["hold"] as const);
      await moveChange(deps, ledger, change, {
        events,
        set,
        word: "Held",
        action: "change.hold",
        why: because,
        actor: senderActor,
        requestId: null,
      });
    }
  });
  const ids = new Set(held.map(({ change }) => change.id));
  return ready.filter((change) => !ids.has(change.id));
}

async function wasNeverLookedAround({ deps }: Sending, changes: readonly ChangeRow[]): Promise<boolean> {
  const receipts = await selectNewestReceipts(
    deps.store.db,
    changes.map(({ id }) => id),
  );
  return [...receipts.values()].every((receipt) => receipt.sibling_index_id === null);
}

/**
 * Whether another change of this record is still open: two writes of one record never overlap, and what was approved later
 * is never sent before what was approved earlier, which would overwrite it.
 */
async function isUnsettled({ deps }: Sending, first: ChangeRow, ours: readonly ChangeRow[]): Promise<boolean> {
  const records = [{ type: first.record_type, id: first.record_id }];
  const open = await selectChangesOnRecords(deps.store.db, {
    connectionId: first.connection_id,
    indexId: first.index_id,
    records,
    states: ["sending", "unknown", "approved", "deferred"],
  });
  const last = Math.max(...ours.map(orderOf));
  return open.some((change) => {
    if (ours.some(({ id }) => id === change.id)) return false;
    return change.state === "sending" || change.state === "unknown" || orderOf(change) < last;
  });
}

function orderOf({ approval_order: order }: ChangeRow): number {
  return order ?? 0;
}

/** By record, in the order of approval. */
function grouped(changes: readonly ChangeRow[]): ChangeRow[][] {
  const ordered = changes.toSorted((a, b) => orderOf(a) - orderOf(b));
  return [...Map.groupBy(ordered, (change) => `${change.record_type} ${change.record_id}`).values()];
}
