import type { PlanImport } from "@dc/contract";
import { inTransaction, type RequestContext } from "#/context/deps.ts";
import { journal } from "#/context/journal.ts";
import { operationError } from "#/runtime/errors.ts";
import type { LeftInCatalogue } from "#/store/schema/roster-tables.ts";
import {
  deletePlans,
  lockPlanImport,
  selectImportedPlans,
  setTakenBack,
} from "#/store/tables/connections/plan-imports.ts";
import { upsertPlans } from "#/store/tables/connections/plans.ts";
import { describePlanImport } from "./internal/describe-plan-import.ts";
import { isNamedAs } from "./internal/plan-names.ts";

const BATCH = 1_000;
const MOST_NAMED = 100;

/** A plan that was read has no name then. */
const SEEN = { payer: null, name: null, kind: null, source: "seen" } as const;

/** Gives plans the names that they had before an import, and removes those that it added, but for what is used or named otherwise since. */
export async function takeBackPlanImport(context: RequestContext, id: string): Promise<PlanImport> {
  const { actor, connection, deps } = context;
  return await inTransaction(context, async (trx) => {
    const run = await lockPlanImport(trx, { connectionId: connection.id, id });
    if (run === undefined) throw operationError("not_found", "plan-import");
    if (run.taken_back !== null) throw operationError("wrong_state", "take-back-import");
    const plans = await selectImportedPlans(trx, run);
    const left = plans.flatMap(({ id: planId, before, after, now, is_used }): LeftInCatalogue[] => {
      const why = !isNamedAs(now ?? undefined, after) ? "renamed" : before === null && is_used ? "used" : null;
      return why === null ? [] : [{ id: planId, name: now?.name ?? null, why }];
    });
    const isLeft = new Set(left.map((plan) => plan.id));
    const back = plans.filter((plan) => !isLeft.has(plan.id));
    const gone = back.filter(({ before, is_seen }) => before === null && !is_seen).map((plan) => plan.id);
    const named = back
      .filter(({ before, is_seen }) => before !== null || is_seen)
      .map(({ id: planId, before }) => ({ id: planId, ...(before ?? SEEN) }));
    for (let at = 0; at < named.length; at += BATCH) await upsertPlans(trx, connection.id, named.slice(at, at + BATCH));
    await deletePlans(trx, connection.id, gone);
    const removed = back.filter(({ before }) => before === null).length;
    const restored = back.length - removed;
    const takenBack = {
      by: actor,
      at: deps.clock.now().toISOString(),
      removed,
      restored,
      left: left.length,
      leftItems: left.slice(0, MOST_NAMED),
    };
    await setTakenBack(trx, run, takenBack);
    await journal(context, trx, {
      subject: run.id,
      after: { removed, restored, left: left.length },
      message: { code: "plan.take-back", params: { by: actor.name, removed, restored, left: left.length } },
    });
    return describePlanImport({ ...run, taken_back: takenBack });
  });
}
