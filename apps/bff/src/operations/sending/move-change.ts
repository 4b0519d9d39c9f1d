import { type ChangeEvent, nextChangeState } from "@dc/directory";
import type { Updateable } from "kysely";
import type { Deps } from "#/context.ts";
import { InvariantError } from "#/errors.ts";
import type { Ledger } from "#/operations/changes/in-ledger.ts";
import { tellChanges } from "#/operations/changes/tell-changes.ts";
import type { Actor } from "#/store/actor.ts";
import { type ChangeRow, updateChange } from "#/store/changes.ts";
import { appendJournal } from "#/store/journal.ts";
import type { ChangeTable } from "#/store/schema.ts";
import { SupersededError } from "./lease.ts";

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

/** Takes a change along its events, in the ledger and in the journal. Throws SupersededError when it was changed meanwhile. */
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
  return moved;
}
