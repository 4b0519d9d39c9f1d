import type { ImportedPlans } from "@dc/contract";
import { parsePlanCatalogue, type PlanRow } from "@dc/directory";
import { inTransaction, type RequestContext } from "#/context/deps.ts";
import { journal } from "#/context/journal.ts";
import { isNamedAs, namesOf } from "./internal/plan-names.ts";
import { type CataloguePlan, selectPlans, upsertPlans } from "#/store/tables/connections/plans.ts";
import { refuseLongText, refuseTooMany, shortened } from "#/runtime/pasted-text.ts";
import { json } from "#/store/sql/json.ts";
import { insertPlanImport, type PlanImportRow } from "#/store/tables/connections/plan-imports.ts";
import { storedText } from "#/store/sql/stored-text.ts";

const BATCH = 200;
const MOST_ROWS = 20_000;
/** Rows of title and the one that names the columns are none of them. */
const MOST_ABOVE = 21;
const MOST_PROBLEMS = 100;

/** Imports the names of plans from a CSV file; rows without a usable id are reported and skipped. */
export async function importPlans(context: RequestContext, csv: string): Promise<ImportedPlans> {
  const { actor, connection, deps } = context;
  const { profile } = deps.service;
  const limit = { what: "An import of plans", pointer: "/csv" };
  refuseLongText(csv, { ...limit, most: MOST_ROWS + MOST_ABOVE });
  const { count, rows, problems } = parsePlanCatalogue(csv, { planPrefix: profile.idPrefixOf(profile.planType) });
  refuseTooMany(count, { ...limit, most: MOST_ROWS });
  const plans = rows.map(toPlan);
  const id = deps.newId("pim");
  return await inTransaction(context, async (trx) => {
    const before: PlanImportRow[] = [];
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
      const moved = batch.filter((plan) => !isNamedAs(known.get(plan.id), plan));
      counts.added += batch.filter(({ id }) => !known.has(id)).length;
      counts.changed += moved.filter(({ id }) => known.has(id)).length;
      counts.unchanged += batch.length - moved.length;
      await upsertPlans(trx, connection.id, moved);
      before.push(...moved.map((plan) => ({ id: plan.id, before: namesOf(known.get(plan.id)), after: namesOf(plan) })));
    }
    await insertPlanImport(
      trx,
      {
        connection_id: connection.id,
        id,
        counts: json({ ...counts, problems: problems.length }),
        created_by: json(actor),
        created_at: deps.clock.now(),
      },
      before,
    );
    await journal(context, trx, {
      subject: connection.id,
      after: { importId: id, ...counts, problems: problems.length },
      message: { code: "plan.import", params: { by: actor.name, added: counts.added, changed: counts.changed } },
    });
    const told = problems
      .slice(0, MOST_PROBLEMS)
      .map(({ line, text, reason }) => ({ line, text: shortened(text), detail: shortened(reason) }));
    return { id, ...counts, problems: told, problemCount: problems.length };
  });
}

function toPlan({ id, payer, plan, kind }: PlanRow): CataloguePlan {
  const clean = (text: string | null) => (text === null ? null : storedText(text));
  return { id: storedText(id), payer: clean(payer), name: clean(plan), kind: clean(kind), source: "csv" };
}
