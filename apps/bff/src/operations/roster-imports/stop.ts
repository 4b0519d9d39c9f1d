import type { RosterImport } from "@dc/contract";
import { inTransaction, type RequestContext } from "#/context/deps.ts";
import { journal } from "#/context/journal.ts";
import { operationError } from "#/runtime/errors.ts";
import { withoutLimits } from "#/store/reach/limited-database.ts";
import { json } from "#/store/sql/json.ts";
import { failWaitingLines, updateRosterImport } from "#/store/tables/directories/roster-imports.ts";
import {
  lockRosterImport,
  selectUsedSince,
  settleWaitingEntries,
} from "#/store/tables/directories/taken-back-rosters.ts";
import { describeRosterImport } from "./internal/describe-roster-imports.ts";
import { loadRosterImport } from "./get.ts";
import { storeInSteps } from "./internal/store-lines.ts";

/** Ends an import that is being read: what was read stays, and what was not is told as not read, and read no more. */
export async function stopRosterImport(context: RequestContext, importId: string): Promise<RosterImport> {
  const { actor, connection, deps } = context;
  const { index_id: indexId } = await loadRosterImport(context, importId);
  await storeInSteps(deps, indexId);
  return await inTransaction(context, async (trx) => {
    const run = await lockRosterImport(trx, { connectionId: connection.id, id: importId });
    if (run === undefined) throw operationError("not_found", "roster-import");
    if (run.state !== "running") throw operationError("wrong_state", "import-not-running");
    await withoutLimits(trx, async () => {
      const used = await selectUsedSince(trx, run);
      await settleWaitingEntries(trx, run, { used, failure: { code: "import-stopped" } });
    });
    const notRead = await failWaitingLines(trx, run.id, { code: "stopped" });
    const now = deps.clock.now();
    const stopped = { by: actor, at: now.toISOString(), notRead };
    const ended = { state: "done", finished_at: now, waits_for_budget: null } as const;
    await updateRosterImport(trx, run.id, { ...ended, stopped: json(stopped) });
    await journal(context, trx, {
      subject: run.id,
      indexId: run.index_id,
      after: { ...run.counts, notRead },
      message: { code: "roster.stop", params: { by: actor.name, count: notRead } },
    });
    return await describeRosterImport(trx, { ...run, ...ended, stopped });
  });
}
