import { StatementPreview, StatementPreviewInput } from "@dc/contract";
import { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "#/http/app-env.ts";
import { previewStatement } from "#/operations/statements/preview.ts";
import { apiRoute, jsonAnswer, jsonInput } from "#/routes/describe.ts";

const preview = apiRoute("read", {
  operationId: "previewStatement",
  method: "post",
  path: "/statements/preview",
  tags: ["Statements"],
  summary: "Find where a statement applies, with the change for each place; nothing is staged",
  request: { body: jsonInput(StatementPreviewInput) },
  responses: { 200: jsonAnswer("The places, a page at a time, by practitioner and directory", StatementPreview) },
});

export function statementRoutes() {
  return new OpenAPIHono<AppEnv>().openapi(preview, async (c) =>
    c.json(await previewStatement(c.get("context"), c.req.valid("json")), 200),
  );
}
