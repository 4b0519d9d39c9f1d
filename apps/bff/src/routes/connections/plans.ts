import { ImportedPlans, ImportPlansInput, PlanPage, PlanQuery } from "@dc/contract";
import { importPlans } from "#/operations/plans/import.ts";
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
  );
}
