import { consoleActors } from "#/context/console-actors.ts";
import type { Reading } from "@dc/directory";
import { type ChangeRow, reasonColumns } from "#/store/tables/changes/changes.ts";
import { isSendingStopped } from "#/store/tables/changes/alarms.ts";
import { selectPause } from "#/store/tables/connections/connection.ts";
import { json } from "#/store/sql/json.ts";
import { committedTogether } from "#/sending/lease.ts";
import { moveChanges, type OneOfMany } from "#/ledger/move-change.ts";
import type { Deps } from "#/context/deps.ts";
import type { Sending } from "#/sending/sending.ts";

/** The value that a change should give its field or record, and the value before it. */
export interface Intent {
  change: ChangeRow;
  intended: Reading;
  before: Reading;
}

/** What is about to be sent of one record. */
interface IntentsOfRecord {
  changeSetId: string;
  intents: readonly Intent[];
  /** Null for a record that base does not have. */
  baseHash: string | null;
}

const commitAll = committedTogether<IntentsOfRecord, ChangeRow[] | null>(async (deps, ledger, records) => {
  await selectPause(ledger.trx, deps.connection.id, "share");
  const [first] = records;
  if (first === undefined || (await isSendingStopped(ledger.trx, deps.connection.id, first.changeSetId)))
    return records.map(() => null);
  const moves = records.flatMap(({ intents, baseHash }) => intents.map((intent) => intending(deps, intent, baseHash)));
  const sent = new Map((await moveChanges(deps, ledger, moves)).map((row) => [row.id, row]));
  return records.map(({ intents }) => intents.flatMap(({ change }) => sent.get(change.id) ?? []));
});

/**
 * Commits what is about to be sent, before anything leaves; null if sending is stopped. The hash of base is null for a record
 * that base does not have.
 */
export async function commitIntents(
  sending: Sending,
  intents: readonly Intent[],
  { baseHash }: { baseHash: string | null },
): Promise<ChangeRow[] | null> {
  return await commitAll(sending, { changeSetId: sending.lease.id, intents, baseHash });
}

function intending(deps: Deps, { change, intended, before }: Intent, baseHash: string | null): OneOfMany {
  return {
    row: change,
    move: {
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
    },
  };
}
