import { type ChangeReason, settleUnknown } from "@dc/directory";
import { InvariantError } from "#/runtime/errors.ts";
import { annotateChange } from "#/ledger/changes.ts";
import type { Ledger } from "#/ledger/with-ledger.ts";
import { type ChangeRow, reasonColumns } from "#/store/tables/changes/changes.ts";
import { baseBeforeSending, siblingBeforeSending } from "#/sending/records/before-sending.ts";
import { confirmChanges, readBackOf } from "#/sending/records/confirm-change.ts";
import { indicesWithOurValue, raiseAlarm } from "#/sending/records/raise-alarm.ts";
import { underLease } from "#/sending/lease.ts";
import { defer } from "#/sending/records/unconfirmed-writes.ts";
import { checkOtherIndices, intendedFields } from "#/sending/records/send-record.ts";
import { refetchWithBase } from "#/records/refetch-record.ts";
import { isProvenByReading, selectWritten } from "./reading-proof.ts";
import { liesOverBase } from "#/upstream/records/write-unit.ts";
import type { ServiceFailure } from "#/upstream/service-failure.ts";
import type { Sending } from "#/sending/sending.ts";

/**
 * Reads the outcome of one record's changes whose reply was lost, here and in the indices that must not change. Returns
 * those that may be sent again; none of a set that is paused.
 */
export async function settleRecord(
  sending: Sending,
  changes: readonly ChangeRow[],
  { needsSiblingCheck, isPaused }: { needsSiblingCheck: boolean; isPaused: boolean },
): Promise<ChangeRow[]> {
  const { deps, lease, settings } = sending;
  const [first] = changes;
  if (first === undefined) return [];
  const record = { type: first.record_type, id: first.record_id };
  const base = await baseBeforeSending(deps, first);
  const { here: read, base: baseNow, baseBefore } = await refetchWithBase(deps, first.index_id, record);
  if (read.outcome === "failed") return await deferSettling(sending, changes, read.failure);
  // On a copy, base only says whether the write stayed where it belongs.
  if (liesOverBase(deps.service.profile))
    for (const baseRecord of [baseBefore, baseNow])
      if (baseRecord?.outcome === "failed") return await deferSettling(sending, changes, baseRecord.failure);
  const sibling = needsSiblingCheck ? await siblingBeforeSending(deps, first, intendedFields(changes)) : null;
  const witness = await checkOtherIndices(sending, changes, {
    beforeHash: null,
    readBack: read,
    base,
    baseNow,
    sibling,
    requestId: null,
  });
  const isWritten = await selectWritten(deps, first.index_id, record);
  const bases = [baseBefore, baseNow].flatMap((baseRecord) => (baseRecord?.outcome === "read" ? [baseRecord.raw] : []));
  await settings.onStep("before settle");
  return await underLease(deps, lease, async (ledger) => {
    const again: ChangeRow[] = [];
    if (indicesWithOurValue(deps, witness).length > 0) {
      await raiseAlarm(deps, ledger, changes, { witness, requestId: null });
      return again;
    }
    for (const change of changes) {
      if (change.intended === null || change.value_before === null)
        throw new InvariantError(`${change.id} was sent without an intent.`);
      const reading = readBackOf(deps, change, read);
      const region = deps.service.profile.defaultRegion;
      const settled = settleUnknown(change.kind ?? "json", reading, change.intended, change.value_before, region);
      switch (
        settled === "as wanted" && !isProvenByReading(deps, change, { read: reading, bases, isWritten })
          ? "not shown"
          : settled
      ) {
        case "as wanted":
          await confirmChanges(deps, ledger, [{ change, witness, settledAs: "read", step: "settled" }]);
          break;
        case "as before":
          if (isPaused) await leaveToReview(sending, ledger, change, { code: "held-back-reads-as-before" });
          else if (change.operation.op === "create")
            await leaveToReview(sending, ledger, change, { code: "creation-not-shown" });
          else if (change.attempt < settings.attempts) again.push(change);
          else
            await leaveToReview(sending, ledger, change, {
              code: "reads-as-before",
              params: { attempts: change.attempt },
            });
          break;
        case "not shown":
          // Sending sets the whole value, so it may be repeated, and the answer shows what reading cannot.
          if (isPaused) await leaveToReview(sending, ledger, change, { code: "held-back-reads-as-before" });
          else if (change.attempt < settings.attempts) again.push(change);
          else
            await leaveToReview(sending, ledger, change, {
              code: "follows-base",
              params: { attempts: change.attempt },
            });
          break;
        case "third value":
          await leaveToReview(sending, ledger, change, { code: "third-value" });
          break;
      }
    }
    return again;
  });
}

/** What cannot be read now is settled later. */
async function deferSettling(
  sending: Sending,
  changes: readonly ChangeRow[],
  { message, retryAfterMs }: ServiceFailure,
): Promise<ChangeRow[]> {
  await defer(sending, changes, { code: "not-settled", params: { failure: message } }, retryAfterMs);
  return [];
}

async function leaveToReview(
  { deps }: Sending,
  ledger: Ledger,
  change: ChangeRow,
  reason: ChangeReason,
): Promise<void> {
  await annotateChange(deps, ledger, change, { ...reasonColumns(reason), try_after: null });
}
