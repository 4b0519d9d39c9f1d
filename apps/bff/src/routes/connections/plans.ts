import { ImportedPlans, ImportPlansInput, PlanImport, PlanImports, PlanPage, PlanQuery } from "@dc/contract";
import { importPlans } from "#/operations/plans/import.ts";
import { listPlanImports } from "#/operations/plans/list-imports.ts";
import { takeBackPlanImport } from "#/operations/plans/take-back.ts";
import { listPlans } from "#/operations/plans/list.ts";
import { operation, routesOf } from "#/routes/operation.ts";

export function planRoutes() {
  return routesOf(
    "Plans",
    operation("read", "listPlans", "GET /plans", {
      summary: "List the plan catalogue",
      query: PlanQuery,
      answer: [200, "A page, by payer and name", PlanPage],
      call: ({ context, query }) => listPlans(context, query),
    }),
    operation({ forAll: "stage" }, "importPlans", "POST /plans/import", {
      summary: "Import the names of plans from a CSV file",
      body: ImportPlansInput,
      answer: [200, "The imported plans, and the lines that could not be imported", ImportedPlans],
      call: ({ context, body }) => importPlans(context, body.csv),
    }),
    operation("read", "listPlanImports", "GET /plan-imports", {
      summary: "List the imports of plan names, newest first",
      answer: [200, "The newest 50", PlanImports],
      call: ({ context }) => listPlanImports(context),
    }),
    operation({ forAll: "stage" }, "takeBackPlanImport", "POST /plan-imports/{planImportId}/take-back", {
      summary: "Take an import of plan names back: names are as before, and what it added is gone",
      description:
        "What was named otherwise since is left, and so is what it added and a change names that is staged or live; both are named with why. A plan that it added and that was read since has no name then.",
      answer: [200, "The import, with what became of it", PlanImport],
      problems: ["not_found", "wrong_state"],
      call: ({ context, params }) => takeBackPlanImport(context, params.planImportId),
    }),
  );
}
