import type { Reading } from "@dc/directory";
import { consoleActors } from "#/context/console-actors.ts";
import type { Deps } from "#/context/deps.ts";
import { annotateChange } from "#/ledger/changes.ts";
import { moveChange } from "#/ledger/move-change.ts";
import type { Ledger } from "#/ledger/with-ledger.ts";
import { InvariantError, SupersededError } from "#/runtime/errors.ts";
import { json } from "#/store/sql/json.ts";
import { insertAlarm } from "#/store/tables/changes/alarms.ts";
import { type ChangeRow, reasonColumns } from "#/store/tables/changes/changes.ts";
import { appendJournal } from "#/store/tables/activity/journal.ts";
import { recordKnownValues } from "#/ledger/record-known-values.ts";
import { readBacksOf, recordReceipts, type WriteEvidence } from "./confirm-change.ts";
import { readingOf } from "./other-indices.ts";

/** The indices that must not change and took our value. */
export function indicesWithOurValue(
  { service }: Deps,
  { base, sibling }: Pick<WriteEvidence, "base" | "sibling">,
): string[] {
  return [
    ...(base.moved === "ours" ? [service.profile.standardIndex] : []),
    ...(sibling?.moved === "ours" ? [sibling.indexId] : []),
  ];
}

/**
 * Raises an alarm after another index took a write. Its changes are `unknown` until a person settles the alarm, and
 * nothing else of the connection is sent.
 */
export async function raiseAlarm(
  deps: Deps,
  ledger: Ledger,
  changes: readonly ChangeRow[],
  { witness, requestId }: { witness: WriteEvidence; requestId: string | null },
): Promise<void> {
  const [first] = changes;
  if (first === undefined) throw new InvariantError("An alarm needs a change.");
  const indices = indicesWithOurValue(deps, witness);
  const id = deps.newId("alm");
  const receipts = new Map<string, boolean>();
  for (const change of changes) {
    const [receipt] = await recordReceipts(deps, ledger.trx, [{ change, witness }]);
    const asWanted = receipt?.asWanted === true;
    receipts.set(change.id, asWanted);
    // The written value was read back, so it becomes K and is not taken for an outside change, even though another
    // index has it too.
    if (asWanted) await recordKnownValues(deps, ledger.trx, readBacksOf(deps, { change, witness }));
    const reason = { code: "alarm", params: { alarm: id, indices, isInIndex: asWanted } } as const;
    const set = { ...reasonColumns(reason), try_after: null };
    if (change.state === "unknown") {
      if ((await annotateChange(deps, ledger, change, set)) === undefined)
        throw new SupersededError(`${change.id} was changed meanwhile.`);
    } else
      await moveChange(deps, ledger, change, {
        events: ["lose"],
        set: { ...set, request_id: requestId },
        step: "unknown",
        why: reason,
        actor: consoleActors.sender,
        requestId,
      });
  }
  await insertAlarm(
    ledger.trx,
    {
      id,
      connection_id: first.connection_id,
      index_id: first.index_id,
      record_type: first.record_type,
      record_id: first.record_id,
      change_set_id: first.change_set_id,
      taken_by: json(indices),
      raised_at: deps.clock.now(),
    },
    changes.map((change) => ({
      changeId: change.id,
      baseBefore: baseBefore(deps, change, witness),
      isInIndex: receipts.get(change.id) === true,
    })),
  );
  await journalAlarm(deps, ledger, changes, { id, indices });
}

/** The base value before the write, else the one that the author of the change saw. */
function baseBefore(deps: Deps, change: ChangeRow, { base: { before } }: WriteEvidence): Reading | null {
  if (before?.outcome !== "read") return change.base_seen;
  return readingOf(deps.service.profile, change.record_type, before.raw, change.field);
}

async function journalAlarm(
  deps: Deps,
  { trx }: Ledger,
  changes: readonly ChangeRow[],
  { id, indices }: { id: string; indices: string[] },
): Promise<void> {
  const at = { at: deps.clock.now(), actor: consoleActors.sender, requestId: null };
  for (const change of changes) {
    const { connection_id: connectionId, index_id: indexId } = change;
    const record = { type: change.record_type, id: change.record_id };
    for (const index of indices) {
      await appendJournal(trx, {
        ...at,
        connectionId,
        indexId,
        subject: change.id,
        after: { indexId: index, intended: change.intended },
        message: { code: "change.alarm", params: { index, sentTo: indexId, record } },
      });
      deps.log.error({ changeId: change.id, indexId: index }, "an index that must not move took a value of ours");
    }
  }
  const [first] = changes;
  if (first === undefined) return;
  await appendJournal(trx, {
    ...at,
    connectionId: first.connection_id,
    indexId: first.index_id,
    subject: id,
    message: { code: "sending.stop", params: { indices, sentTo: first.index_id } },
  });
}
