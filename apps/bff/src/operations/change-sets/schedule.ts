import type { ChangeSet, ScheduleChangeSetInput } from "@dc/contract";
import { isStaged } from "@dc/directory";
import type { z } from "zod";
import { consoleActors } from "#/context/console-actors.ts";
import type { Deps, RequestContext } from "#/context/deps.ts";
import { journal } from "#/context/journal.ts";
import { consoleContext } from "#/context/reach.ts";
import { withLedger } from "#/ledger/with-ledger.ts";
import { operationError } from "#/runtime/errors.ts";
import { transact } from "#/store/sql/transaction.ts";
import { selectDueSchedules } from "#/store/tables/changes/change-set-leases.ts";
import { isBusy, lockChangeSet, selectChangeSet, updateChangeSet } from "#/store/tables/changes/change-sets.ts";
import { selectChangesOfSet } from "#/store/tables/changes/changes.ts";
import { describeChangeSet } from "#/views/describe-change-sets.ts";
import { beginCheck, readsOf } from "./check.ts";
import { refuseUnready } from "./internal/apply-drafts.ts";
import { evidenceOfDraft } from "./internal/evidence-of-draft.ts";
import { schedule, scheduleOf } from "./internal/later-changes.ts";
import { lockAtVersion } from "./internal/lock-at-version.ts";
import { runCheck } from "./internal/run-check.ts";

export const SCHEDULES = "change sets whose hour has come";

/**
 * Has a set that could be applied now applied at an hour of a day, as whoever says so; in place of an earlier hour if it has
 * one. Rights, approvals and what it was decided on are judged again then.
 */
export async function scheduleChangeSet(
  context: RequestContext,
  id: string,
  { version, ...asked }: z.output<typeof ScheduleChangeSetInput>,
): Promise<ChangeSet> {
  const { actor, deps } = context;
  return await withLedger(deps, async ({ trx }) => {
    const row = await lockAtVersion(context, trx, id, version);
    const changes = await selectChangesOfSet(trx, id);
    if (changes.some(({ state }) => state === "queued")) throw operationError("set_ended", "nothing-applicable");
    const staged = await refuseUnready(context, trx, { row, changes: changes.filter(isStaged), given: null });
    await evidenceOfDraft(deps, trx, row, staged);
    const given = scheduleOf(context, actor, asked);
    if (new Date(given.at) <= deps.clock.now())
      throw operationError("invalid_request", "schedule-past", { pointer: "/day" });
    return await describeChangeSet(deps, trx, await schedule(context, trx, row, given));
  });
}

/** Takes the schedule of a set back: it is applied when somebody applies it. */
export async function unscheduleChangeSet(context: RequestContext, id: string, version: number): Promise<ChangeSet> {
  return await withLedger(context.deps, async ({ trx }) => {
    const row = await lockAtVersion(context, trx, id, version);
    if (row.schedule === null) throw operationError("wrong_state", "not-scheduled");
    return await describeChangeSet(context.deps, trx, await schedule(context, trx, row, null));
  });
}

/**
 * Has the sets applied whose hour has come, each as whoever scheduled it: from then on it is a check like any other, which ends
 * with the set applied, or tells why not.
 */
export async function applyScheduled(deps: Deps): Promise<void> {
  const { connection, clock, store } = deps;
  const due = { connectionId: connection.id, now: clock.now() };
  for (const id of await selectDueSchedules(store.db, due)) {
    const found = await selectChangeSet(store.db, connection.id, id);
    if (found === undefined) continue;
    const reads = await readsOf(deps, found);
    await transact(store.db, async (trx) => {
      const row = await lockChangeSet(trx, connection.id, id);
      const { schedule: said } = row ?? {};
      if (row === undefined || said == null || new Date(said.at) > clock.now()) return;
      if (isBusy(row)) return;
      const { by, moved } = said;
      const context = consoleContext(deps, by);
      await updateChangeSet(trx, row, { schedule: null });
      await beginCheck(context, trx, row, { moved, ...reads, isScheduled: true });
      await journal({ ...context, actor: consoleActors.checker }, trx, {
        subject: id,
        indexId: row.index_id,
        message: { code: "change-set.scheduled-apply", params: { by: by.name } },
      });
    });
    void runCheck(deps, id);
  }
}
