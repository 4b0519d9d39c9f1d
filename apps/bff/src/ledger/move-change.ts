import { type ChangeEvent, isSuperseded, nextChangeState } from "@dc/directory";
import type { Updateable } from "kysely";
import type { Deps } from "#/runtime/context.ts";
import { InvariantError } from "#/runtime/errors.ts";
import type { Ledger } from "./with-ledger.ts";
import { tellChanges } from "#/operations/changes/tell-changes.ts";
import type { Actor } from "#/store/tables/actor.ts";
import { type ChangeRow, selectChangesOnRecords, toLedgerChange, updateChange } from "#/store/tables/changes.ts";
import { appendJournal } from "#/store/tables/journal.ts";
import type { ChangeTable } from "#/store/sql/schema.ts";
import { SupersededError } from "#/operations/sending/lease.ts";
import { senderActor } from "#/operations/sending/sender-settings.ts";

export interface Move {
  events: readonly ChangeEvent[];
  set?: Updateable<ChangeTable>;
  /** What happened, as the beginning of a sentence: "Sent", "Held". */
  word: string;
  /** Noun and verb of the journal. */
  action: string;
  why?: string | null;
  actor: Actor;
  requestId: string | null;
}

/**
 * Takes a change along its events, in the ledger and in the journal; with one that becomes applied end those that it replaces.
 * Throws SupersededError when it was changed meanwhile.
 */
export async function moveChange(deps: Deps, ledger: Ledger, row: ChangeRow, move: Move): Promise<ChangeRow> {
  let state = row.state;
  for (const event of move.events) {
    const next = nextChangeState(state, event);
    if (!next.ok) throw new InvariantError(next.reason);
    state = next.state;
  }
  const now = deps.clock.now();
  const moved = await updateChange(ledger.trx, row, { ...move.set, state }, now);
  if (moved === undefined) throw new SupersededError(`${row.id} was changed meanwhile.`);
  ledger.touch(row.index_id, { type: row.record_type, id: row.record_id });
  const tell = await tellChanges(ledger.trx, [row]);
  await appendJournal(ledger.trx, {
    connectionId: row.connection_id,
    at: now,
    actor: move.actor,
    action: move.action,
    subject: row.id,
    indexId: row.index_id,
    before: { state: row.state },
    after: { state },
    sentence: `${move.word}: ${tell(row)}`,
    why: move.why ?? null,
    requestId: move.requestId,
  });
  if (state === "applied") await endReplaced(deps, ledger, moved);
  return moved;
}

const unsent = ["approved", "held", "deferred"] as const;
const replaced = "A later change of the same value is in the index, so this one is not sent.";

/** What was approved earlier, was never sent, and is replaced altogether by what is in the index now, would only put an old value back. */
async function endReplaced(deps: Deps, ledger: Ledger, applied: ChangeRow): Promise<void> {
  const { field, kind } = applied;
  if (field === null || kind === null) return;
  const rows = await selectChangesOnRecords(ledger.trx, {
    connectionId: applied.connection_id,
    indexId: applied.index_id,
    records: [{ type: applied.record_type, id: applied.record_id }],
    states: [...unsent, "applied"],
  });
  const ofField = rows.filter((row) => row.field === field);
  for (const [at, row] of ofField.entries()) {
    if (!unsent.some((state) => state === row.state)) continue;
    const later = ofField.slice(at + 1).filter(({ state }) => state === "applied");
    if (!isSuperseded(toLedgerChange(row), later.map(toLedgerChange), kind, deps.service.profile.defaultRegion))
      continue;
    await moveChange(deps, ledger, row, {
      events: ["withdraw"],
      set: { because: replaced, try_after: null },
      word: "Withdrawn, since a later change replaces it",
      action: "change.replaced",
      why: replaced,
      actor: senderActor,
      requestId: null,
    });
  }
}
