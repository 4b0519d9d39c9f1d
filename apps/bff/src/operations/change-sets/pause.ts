import type { ChangeSet } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { journal } from "#/context/journal.ts";
import { annotateChanges } from "#/ledger/changes.ts";
import { type Ledger, withLedger } from "#/ledger/with-ledger.ts";
import { InvariantError, operationError } from "#/runtime/errors.ts";
import { json } from "#/store/sql/json.ts";
import { type ChangeSetRow, updateChangeSet } from "#/store/tables/changes/change-sets.ts";
import { withoutCheckLease } from "#/store/tables/changes/change-set-leases.ts";
import { selectChangesOfSet } from "#/store/tables/changes/changes.ts";
import { describeChangeSet } from "#/views/describe-change-sets.ts";
import { CHECKS } from "./check.ts";
import { lockAtVersion } from "./internal/lock-at-version.ts";

const pausable: readonly ChangeSet["state"][] = ["checking", "queued", "applying"];

/**
 * Lets nothing more of a set be sent, or read before it is applied, until somebody resumes it. What is on its way is finished, and
 * lost replies are read.
 */
export async function pauseChangeSet(context: RequestContext, id: string, version: number): Promise<ChangeSet> {
  const { actor, deps } = context;
  return await turn(context, { id, version, told: "change-set.pause" }, async (row, { trx }) => {
    const { state } = await describeChangeSet(deps, trx, row);
    if (row.paused !== null || !pausable.includes(state))
      throw operationError("wrong_state", "pause", { state: row.paused === null ? state : "paused" });
    return { by: actor, at: deps.clock.now().toISOString() };
  });
}

/** Lets a paused set go on; a lost reply that read as before is sent again. */
export async function resumeChangeSet(context: RequestContext, id: string, version: number): Promise<ChangeSet> {
  const { deps } = context;
  return await turn(context, { id, version, told: "change-set.resume" }, async (row, ledger) => {
    if (row.paused === null) throw operationError("wrong_state", "resume");
    const unread = (await selectChangesOfSet(ledger.trx, id)).filter(
      ({ state, reason }) => state === "unknown" && reason?.code === "held-back-reads-as-before",
    );
    if (!(await annotateChanges(deps, ledger, unread, { try_after: deps.clock.now() })))
      throw operationError("version_mismatch", "change-of-change-set");
    return null;
  });
}

async function turn(
  context: RequestContext,
  { id, version, told }: { id: string; version: number; told: "change-set.pause" | "change-set.resume" },
  pausedBy: (row: ChangeSetRow, ledger: Ledger) => Promise<ChangeSetRow["paused"]>,
): Promise<ChangeSet> {
  const { actor, deps } = context;
  const turned = await withLedger(deps, async (ledger) => {
    const { trx } = ledger;
    const row = await lockAtVersion(context, trx, id, version, { evenChecking: true });
    const paused = await pausedBy(row, ledger);
    const message = { code: told, params: { by: actor.name } } as const;
    await journal(context, trx, { subject: id, indexId: row.index_id, message });
    const updated = await updateChangeSet(trx, row, {
      paused: paused === null ? null : json(paused),
      ...(row.checking === null ? {} : withoutCheckLease(row)),
    });
    if (updated === undefined) throw new InvariantError("A change set that was locked was changed by somebody else.");
    return await describeChangeSet(deps, trx, updated);
  });
  deps.sendingSignal.notify();
  deps.background.trigger(CHECKS);
  return turned;
}
