import { settleUnknown } from "@dc/directory";
import { InvariantError } from "#/runtime/errors.ts";
import { type ChangeRow, updateChange } from "#/store/tables/changes.ts";
import { selectThatWentElsewhere } from "#/store/tables/receipts.ts";
import { baseBeforeSending, siblingBeforeSending } from "./before-sending.ts";
import { confirmChange, readBackOf, tookOurs, wentElsewhere } from "./confirm-changes.ts";
import { underLease } from "./lease.ts";
import { putOff } from "./not-applied.ts";
import { lookAround } from "./send-record.ts";
import { readNow } from "./read-now.ts";
import type { Sending } from "./sender-settings.ts";

/** Reads what became of changes of one record whose reply was lost, here and where nothing must have moved. Gives those that may be sent again. */
export async function settleRecord(
  sending: Sending,
  changes: readonly ChangeRow[],
  { looksAtSibling }: { looksAtSibling: boolean },
): Promise<ChangeRow[]> {
  const { deps, lease, settings } = sending;
  const [first] = changes;
  if (first === undefined) return [];
  const record = { type: first.record_type, id: first.record_id };
  const read = await readNow(deps, first.index_id, record);
  if (read.outcome === "failed") {
    await putOff(sending, changes, `Not settled yet. ${read.failure.detail}`, read.failure.retryAfterMs);
    return [];
  }
  const base = await baseBeforeSending(deps, first);
  const sibling = looksAtSibling ? await siblingBeforeSending(deps, first) : null;
  const witness = await lookAround(sending, changes, { readBack: read, base, sibling, requestId: null });
  const isElsewhereNow = tookOurs(deps, witness).length > 0;
  await settings.onStep("before settle");
  return await underLease(deps, lease, async (ledger) => {
    const again: ChangeRow[] = [];
    const wentElsewhereBefore = await selectThatWentElsewhere(
      ledger.trx,
      changes.map(({ id }) => id),
    );
    for (const change of changes) {
      if (change.intended === null || change.value_before === null)
        throw new InvariantError(`${change.id} was sent without an intent.`);
      const reading = readBackOf(deps, change, read);
      const region = deps.service.profile.defaultRegion;
      const settled = settleUnknown(change.kind ?? "json", reading, change.intended, change.value_before, region);
      if (settled !== "as wanted" && (isElsewhereNow || wentElsewhereBefore.has(change.id))) {
        // It is told once, with its receipt, however often somebody reads again.
        if (!wentElsewhereBefore.has(change.id))
          await confirmChange(deps, ledger, change, witness, { settledAs: null, word: "" });
        await leaveToPerson(sending, ledger.trx, change, wentElsewhere);
        continue;
      }
      switch (settled) {
        case "as wanted":
          await confirmChange(deps, ledger, change, witness, {
            settledAs: "read",
            word: "Settled by reading, applied",
          });
          break;
        case "as before":
          if (change.operation.op === "create")
            await leaveToPerson(
              sending,
              ledger.trx,
              change,
              "The service does not show the record that it created. Somebody has to look.",
            );
          else if (change.attempt < settings.attempts) again.push(change);
          else
            await leaveToPerson(
              sending,
              ledger.trx,
              change,
              `Sent ${change.attempt} times, and it still reads as before. Somebody has to look.`,
            );
          break;
        case "third value":
          await leaveToPerson(
            sending,
            ledger.trx,
            change,
            "It reads neither as wanted nor as before. Somebody has to say what counts.",
          );
          break;
      }
    }
    return again;
  });
}

async function leaveToPerson(
  { deps }: Sending,
  trx: Parameters<typeof updateChange>[0],
  change: ChangeRow,
  because: string,
): Promise<void> {
  await updateChange(trx, change, { because, try_after: null }, deps.clock.now());
}
