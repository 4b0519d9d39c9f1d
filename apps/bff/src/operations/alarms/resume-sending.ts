import type { AlarmList } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { annotateChange } from "#/ledger/changes.ts";
import { withLedger } from "#/ledger/with-ledger.ts";
import { operationError } from "#/runtime/errors.ts";
import { lockStandingAlarms, resumeAlarms, selectStandingAlarms } from "#/store/tables/changes/alarms.ts";
import { selectStoppedChanges } from "#/store/tables/changes/changes.ts";
import { journal } from "#/context/journal.ts";
import { describeAlarms } from "./internal/describe-alarms.ts";

/** Resumes sending after an alarm; every alarm must be settled first. */
export async function resumeSending(context: RequestContext): Promise<AlarmList> {
  const { actor, connection, deps } = context;
  const left = await withLedger(deps, async (ledger) => {
    const { trx } = ledger;
    const alarms = await lockStandingAlarms(trx, connection.id, "update");
    if (alarms.length === 0) throw operationError("wrong_state", "sending-not-stopped");
    const open = alarms.filter(({ settled_at: settledAt }) => settledAt === null);
    if (open.length > 0) throw operationError("wrong_state", "alarms-open", { open: open.length });
    const now = deps.clock.now();
    const ids = alarms.map(({ id }) => id);
    await resumeAlarms(trx, ids, { actor, now });
    for (const change of await selectStoppedChanges(trx, connection.id))
      await annotateChange(deps, ledger, change, { try_after: now });
    const message = { code: "sending.resume", params: { by: actor.name } } as const;
    await journal(context, trx, ...ids.map((subject) => ({ subject, message })));
    return await describeAlarms(deps, trx, await selectStandingAlarms(trx, connection.id));
  });
  deps.sendingSignal.notify();
  return { items: left };
}
