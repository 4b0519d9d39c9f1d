import type { ImportedPlans } from "@dc/contract";
import { parsePlanCatalogue, type PlanRow } from "@dc/directory";
import { inTransaction, type RequestContext } from "#/context/deps.ts";
import { appendJournal } from "#/store/tables/journal.ts";
import { type CataloguePlan, selectPlans, upsertPlans } from "#/store/tables/plans.ts";
import { storedText } from "#/store/sql/stored-text.ts";

const BATCH = 1_000;

/** Imports the names of plans from a CSV file; rows without a usable id are reported and skipped. */
export async function importPlans(context: RequestContext, csv: string): Promise<ImportedPlans> {
  const { actor, connection, deps, requestId } = context;
  const { profile } = deps.service;
  const { rows, problems } = parsePlanCatalogue(csv, { planPrefix: profile.idPrefixOf(profile.planType) });
  const plans = rows.map(toPlan);
  return await inTransaction(context, async (trx) => {
    const counts = { added: 0, changed: 0, unchanged: 0 };
    for (let at = 0; at < plans.length; at += BATCH) {
      const batch = plans.slice(at, at + BATCH);
      const known = new Map(
        (
          await selectPlans(
            trx,
            connection.id,
            batch.map(({ id }) => id),
          )
        ).map((plan) => [plan.id, plan]),
      );
      const moved = batch.filter((plan) => !isSame(plan, known.get(plan.id)));
      counts.added += batch.filter(({ id }) => !known.has(id)).length;
      counts.changed += moved.filter(({ id }) => known.has(id)).length;
      counts.unchanged += batch.length - moved.length;
      await upsertPlans(trx, connection.id, moved);
    }
    await appendJournal(trx, {
      connectionId: connection.id,
      at: deps.clock.now(),
      actor,
      action: "plan.import",
      subject: connection.id,
      after: { ...counts, problems: problems.length },
      message: { code: "plans.import", params: { by: actor.name, added: counts.added, changed: counts.changed } },
      requestId,
    });
    return { ...counts, problems: problems.map(({ line, text, reason }) => ({ line, text, detail: reason })) };
  });
}

function toPlan({ id, payer, plan, kind }: PlanRow): CataloguePlan {
  const clean = (text: string | null) => (text === null ? null : storedText(text));
  return { id: storedText(id), payer: clean(payer), name: clean(plan), kind: clean(kind), source: "csv" };
}

function isSame(plan: CataloguePlan, known: CataloguePlan | undefined): boolean {
  return (
    known !== undefined &&
    known.payer === plan.payer &&
    known.name === plan.name &&
    known.kind === plan.kind &&
    known.source === plan.source
  );
}
