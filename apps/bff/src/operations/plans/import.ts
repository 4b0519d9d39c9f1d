import type { ImportedPlans } from "@dc/contract";
import { parsePlanCatalogue, type PlanRow } from "@dc/directory";
import { inTransaction, type RequestContext } from "#/context/deps.ts";
import { journal } from "#/context/journal.ts";
import { type CataloguePlan, selectPlans, upsertPlans } from "#/store/tables/connections/plans.ts";
import { refuseLongText, shortened } from "#/runtime/pasted-text.ts";
import { storedText } from "#/store/sql/stored-text.ts";

const BATCH = 200;
const MOST_LINES = 20_000;
const MOST_PROBLEMS = 100;

/** Imports the names of plans from a CSV file; rows without a usable id are reported and skipped. */
export async function importPlans(context: RequestContext, csv: string): Promise<ImportedPlans> {
  const { actor, connection, deps } = context;
  const { profile } = deps.service;
  refuseLongText(csv, { most: MOST_LINES, what: "An import of plans", pointer: "/csv" });
  const { rows, problems } = parsePlanCatalogue(csv, { planPrefix: profile.idPrefixOf(profile.planType) });
  const plans = rows.map(toPlan);
  return await inTransaction(context, async (trx) => {
    const counts = { added: 0, changed: 0, unchanged: 0 };
    for (let index = 0; index < plans.length; index += BATCH) {
      const batch = plans.slice(index, index + BATCH);
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
    await journal(context, trx, {
      subject: connection.id,
      after: { ...counts, problems: problems.length },
      message: { code: "plan.import", params: { by: actor.name, added: counts.added, changed: counts.changed } },
    });
    const told = problems
      .slice(0, MOST_PROBLEMS)
      .map(({ line, text, reason }) => ({ line, text: shortened(text), detail: shortened(reason) }));
    return { ...counts, problems: told, problemCount: problems.length };
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
