import { ImportedPlans, ImportPlansInput, PlanPage, PlanQuery } from "@dc/contract";
import { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "#/http/app-env.ts";
import { importPlans } from "#/operations/plans/import.ts";
import { listPlans } from "#/operations/plans/list.ts";
import { apiRoute, jsonAnswer, jsonInput } from "#/routes/describe.ts";

const list = apiRoute("read", {
  operationId: "listPlans",
  method: "get",
  path: "/plans",
  tags: ["Plans"],
  summary: "List the plan catalogue",
  request: { query: PlanQuery },
  responses: { 200: jsonAnswer("A page, by payer and name", PlanPage) },
});

const take = apiRoute(
  { forAll: "stage" },
  {
    operationId: "importPlans",
    method: "post",
    path: "/plans/import",
    tags: ["Plans"],
    summary: "Import the names of plans from a CSV file",
    request: { body: jsonInput(ImportPlansInput) },
    responses: { 200: jsonAnswer("The imported plans, and the lines that could not be imported", ImportedPlans) },
  },
);

export function planRoutes() {
  return new OpenAPIHono<AppEnv>()
    .openapi(list, async (c) => c.json(await listPlans(c.get("context"), c.req.valid("query")), 200))
    .openapi(take, async (c) => c.json(await importPlans(c.get("context"), c.req.valid("json").csv), 200));
}
