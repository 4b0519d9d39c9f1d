import { type ChangeReason, type Reading, type RecordKey, settleUnknown } from "@dc/directory";
import { InvariantError } from "#/runtime/errors.ts";
import { annotateChange } from "#/ledger/changes.ts";
import type { Ledger } from "#/ledger/with-ledger.ts";
import { type ChangeRow, reasonColumns } from "#/store/tables/changes.ts";
import { baseBeforeSending, siblingBeforeSending } from "#/sending/records/before-sending.ts";
import { confirmChange, readBackOf } from "#/sending/records/confirm-change.ts";
import { indicesWithOurValue, raiseAlarm } from "#/sending/records/raise-alarm.ts";
import { underLease } from "#/sending/lease.ts";
import { defer } from "#/sending/records/unconfirmed-writes.ts";
import { checkOtherIndices, intendedFields } from "#/sending/records/send-record.ts";
import { refetchRecord } from "#/records/refetch-record.ts";
import { isProvenByReading, selectWritten } from "./reading-proof.ts";
import { liesOverBase } from "#/upstream/write-unit.ts";
import { parseStored } from "#/store/sql/json.ts";
import { selectReadings } from "#/store/tables/readings.ts";
import type { Deps } from "#/context/deps.ts";
import type { Sending } from "#/sending/sending.ts";

/**
 * Reads the outcome of one record's changes whose reply was lost, here and in the indices that must not change. Returns
 * those that may be sent again.
 */
export async function settleRecord(
  sending: Sending,
  changes: readonly ChangeRow[],
  { needsSiblingCheck }: { needsSiblingCheck: boolean },
): Promise<ChangeRow[]> {
  const { deps, lease, settings } = sending;
  const [first] = changes;
  if (first === undefined) return [];
  const record = { type: first.record_type, id: first.record_id };
  const read = await refetchRecord(deps, first.index_id, record);
  if (read.outcome === "failed") {
    await defer(
      sending,
      changes,
      { code: "not-settled", params: { failure: read.failure.message } },
      read.failure.retryAfterMs,
    );
    return [];
  }
  const base = await baseBeforeSending(deps, first);
  const sibling = needsSiblingCheck ? await siblingBeforeSending(deps, first, intendedFields(changes)) : null;
  const witness = await checkOtherIndices(sending, changes, { readBack: read, base, sibling, requestId: null });
  const isShown = await createProofCheck(deps, first.index_id, record);
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
      switch (settled === "as wanted" && !isShown(change, reading) ? "not shown" : settled) {
        case "as wanted":
          await confirmChange(deps, ledger, change, witness, {
            settledAs: "read",
            step: "settled",
          });
          break;
        case "as before":
          if (change.operation.op === "create")
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
          if (change.attempt < settings.attempts) again.push(change);
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

/** Whether a change that reads as wanted is in the index, by what base said when it was last read. */
async function createProofCheck(
  deps: Deps,
  indexId: string,
  record: RecordKey,
): Promise<(change: ChangeRow, read: Reading) => boolean> {
  if (!liesOverBase(deps.service.profile)) return () => true;
  const at = { indexId: deps.service.profile.standardIndex, record };
  const [row] = await selectReadings(deps.store.db, deps.connection.id, [at]);
  const base = row?.raw_text == null ? null : parseStored(row.raw_text);
  const isWritten = await selectWritten(deps, indexId, record);
  return (change, read) => row !== undefined && isProvenByReading(deps, change, { read, base, isWritten });
}

async function leaveToReview(
  { deps }: Sending,
  ledger: Ledger,
  change: ChangeRow,
  reason: ChangeReason,
): Promise<void> {
  await annotateChange(deps, ledger, change, { ...reasonColumns(reason), try_after: null });
}
