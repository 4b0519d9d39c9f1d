import type { CancelChangeSetInput, ChangeSet } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { journal } from "#/context/journal.ts";
import { reachIn } from "#/context/reach.ts";
import { annotateChanges } from "#/ledger/changes.ts";
import { type Ledger, withLedger } from "#/ledger/with-ledger.ts";
import { InvariantError, operationError } from "#/runtime/errors.ts";
import type { StoredStop } from "#/store/schema/ledger-tables.ts";
import { jsonOrNull } from "#/store/sql/json.ts";
import { selectApprovalSettings } from "#/store/tables/changes/approval-settings.ts";
import { type ChangeSetRow, updateChangeSet } from "#/store/tables/changes/change-sets.ts";
import { selectChangesOfSet } from "#/store/tables/changes/changes.ts";
import { describeChangeSet } from "#/views/describe-change-sets.ts";
import { lockAtVersion } from "./internal/lock-at-version.ts";

/** Lets nothing more of a set be sent until somebody resumes it. What is on its way is finished, and lost replies are read. */
export async function pauseChangeSet(context: RequestContext, id: string, version: number): Promise<ChangeSet> {
  return await stopOrResume(context, id, version, async (row, { state }) => {
    if (row.stopped !== null || (state !== "queued" && state !== "applying"))
      throw operationError("wrong_state", "pause", { state: row.stopped?.as ?? state });
    return { stopped: stopNow(context, { as: "paused", reason: null }), told: "change-set.pause" };
  });
}

/** Lets a paused set go on; a lost reply that read as before is sent again. */
export async function resumeChangeSet(context: RequestContext, id: string, version: number): Promise<ChangeSet> {
  return await stopOrResume(context, id, version, async (row, _told, ledger) => {
    if (row.stopped?.as !== "paused") throw operationError("wrong_state", "resume");
    const unread = (await selectChangesOfSet(ledger.trx, id)).filter(
      ({ state, reason }) => state === "unknown" && reason?.code === "held-back-reads-as-before",
    );
    if (!(await annotateChanges(context.deps, ledger, unread, { try_after: context.deps.clock.now() })))
      throw operationError("version_mismatch", "change-of-change-set");
    return { stopped: null, told: "change-set.resume" };
  });
}

/**
 * Ends the sending of a set: what was not sent is withdrawn, in steps. It takes back what readers get, so that where approvals
 * are required an approver does it.
 */
export async function cancelChangeSet(
  context: RequestContext,
  id: string,
  { version, reason, takesHeld }: CancelChangeSetInput,
): Promise<ChangeSet> {
  const { actor, connection } = context;
  return await stopOrResume(context, id, version, async (row, { state }, { trx }) => {
    if (row.stopped?.as === "cancelled" || state !== "applying")
      throw operationError("wrong_state", "cancel", { state: row.stopped?.as === "cancelled" ? "cancelled" : state });
    const { required } = await selectApprovalSettings(trx, connection.id);
    if (actor.kind === "token" || (required > 0 && reachIn(context, "approve") === "none"))
      throw operationError("forbidden", "approver-settles");
    return { stopped: stopNow(context, { as: "cancelled", reason, takesHeld }), told: "change-set.cancel" };
  });
}

interface Turn {
  stopped: StoredStop | null;
  told: "change-set.pause" | "change-set.resume" | "change-set.cancel";
}

function stopNow({ actor, deps }: RequestContext, stop: Pick<StoredStop, "as" | "reason" | "takesHeld">): StoredStop {
  return { ...stop, by: actor, at: deps.clock.now().toISOString() };
}

async function stopOrResume(
  context: RequestContext,
  id: string,
  version: number,
  turn: (row: ChangeSetRow, told: ChangeSet, ledger: Ledger) => Promise<Turn>,
): Promise<ChangeSet> {
  const { actor, deps } = context;
  const turned = await withLedger(deps, async (ledger) => {
    const { trx } = ledger;
    const row = await lockAtVersion(context, trx, id, version);
    const { stopped, told } = await turn(row, await describeChangeSet(deps, trx, row), ledger);
    const message = { code: told, params: { by: actor.name } } as const;
    await journal(context, trx, { subject: id, indexId: row.index_id, message, why: stopped?.reason ?? null });
    const updated = await updateChangeSet(trx, row, { stopped: jsonOrNull(stopped) });
    if (updated === undefined) throw new InvariantError("A change set that was locked was changed by somebody else.");
    return await describeChangeSet(deps, trx, updated);
  });
  deps.sendingSignal.notify();
  return turned;
}
