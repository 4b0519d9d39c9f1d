import type { ConnectionPause } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { journal } from "#/context/journal.ts";
import { annotateChanges } from "#/ledger/changes.ts";
import { withLedger } from "#/ledger/with-ledger.ts";
import { operationError } from "#/runtime/errors.ts";
import { jsonOrNull } from "#/store/sql/json.ts";
import { selectReadAsBefore } from "#/store/tables/changes/changes.ts";
import { lockConnection, updateConnection } from "#/store/tables/connections/connection.ts";

/** Lets nothing more of the connection be sent until somebody resumes it, or lets it go on; sets that were paused stay so. */
export async function turnConnection(context: RequestContext, to: "pause" | "resume"): Promise<ConnectionPause> {
  const { actor, connection, deps } = context;
  const now = deps.clock.now();
  const paused = to === "pause" ? { by: actor, at: now.toISOString() } : null;
  await withLedger(deps, async (ledger) => {
    const { trx } = ledger;
    const row = await lockConnection(trx, connection.id);
    if (((row?.paused ?? null) !== null) === (paused !== null)) throw operationError("wrong_state", `connection-${to}`);
    await updateConnection(trx, connection.id, { paused: jsonOrNull(paused) }, now);
    if (
      paused === null &&
      !(await annotateChanges(deps, ledger, await selectReadAsBefore(trx, connection.id), { try_after: now }))
    )
      throw operationError("version_mismatch", "change-of-change-set");
    const params = { by: actor.name, connection: connection.name };
    await journal(context, trx, { subject: connection.id, message: { code: `connection.${to}`, params } });
  });
  deps.sendingSignal.notify();
  return { paused };
}
