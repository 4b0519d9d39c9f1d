import { consoleActors } from "#/context/console-actors.ts";
import type { Reading } from "@dc/directory";
import { type ChangeRow, reasonColumns } from "#/store/tables/changes/changes.ts";
import { isSendingStopped } from "#/store/tables/changes/alarms.ts";
import { selectPause } from "#/store/tables/connections/connection.ts";
import { json } from "#/store/sql/json.ts";
import { underLease } from "#/sending/lease.ts";
import { moveChange } from "#/ledger/move-change.ts";
import type { Sending } from "#/sending/sending.ts";

/** The value that a change should give its field or record, and the value before it. */
export interface Intent {
  change: ChangeRow;
  intended: Reading;
  before: Reading;
}

/**
 * Commits what is about to be sent, in one transaction, before anything leaves; null if sending is stopped. The
 * hash of base is null for a record that base does not have.
 */
export async function commitIntents(
  { deps, lease }: Sending,
  intents: readonly Intent[],
  { baseHash }: { baseHash: string | null },
): Promise<ChangeRow[] | null> {
  return await underLease(deps, lease, async (ledger) => {
    await selectPause(ledger.trx, deps.connection.id, "share");
    if (await isSendingStopped(ledger.trx, deps.connection.id, lease.id)) return null;
    const sent: ChangeRow[] = [];
    for (const { change, intended, before } of intents) {
      sent.push(
        await moveChange(deps, ledger, change, {
          events: change.state === "held" ? ["release", "send"] : ["send"],
          set: {
            intended: json(intended),
            value_before: json(before),
            base_hash_before: baseHash,
            attempt: change.attempt + 1,
            sent_at: deps.clock.now(),
            ...reasonColumns(null),
            try_after: null,
            words: null,
          },
          step: "sending",
          actor: consoleActors.sender,
          requestId: null,
        }),
      );
    }
    return sent;
  });
}
