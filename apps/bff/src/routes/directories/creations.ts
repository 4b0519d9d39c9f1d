import { Creation, CreationId, CreationPage, CreationQuery, SettleCreationInput } from "@dc/contract";
import { OpenAPIHono, z } from "@hono/zod-openapi";
import type { AppEnv } from "#/http/app-env.ts";
import { getCreation, listCreations } from "#/operations/creations/list.ts";
import { settleCreation } from "#/operations/creations/settle.ts";
import { apiRoute, jsonAnswer, jsonInput, problems } from "#/routes/describe.ts";

const params = z.object({ creationId: CreationId });
const tags = ["Index versions"];

const list = apiRoute("read", {
  operationId: "listCreations",
  method: "get",
  path: "/creations",
  tags,
  summary: "List the creations of index versions, newest first",
  request: { query: CreationQuery },
  responses: { 200: jsonAnswer("A page, newest first", CreationPage) },
});

const get = apiRoute("read", {
  operationId: "getCreation",
  method: "get",
  path: "/creations/{creationId}",
  tags,
  summary: "Get the creation of an index version",
  request: { params },
  responses: { 200: jsonAnswer("The creation", Creation), ...problems("not_found") },
});

const settle = apiRoute("settle", {
  operationId: "settleCreation",
  method: "post",
  path: "/creations/{creationId}/settle",
  tags,
  summary: "Settle a creation whose reply was lost",
  request: { params, body: jsonInput(SettleCreationInput) },
  responses: {
    200: jsonAnswer("Settled", Creation),
    ...problems("not_found", "wrong_state", "already_exists", "service_refused", "service_unreachable"),
  },
});

export function creationRoutes() {
  return new OpenAPIHono<AppEnv>()
    .openapi(list, async (c) => c.json(await listCreations(c.get("context"), c.req.valid("query")), 200))
    .openapi(get, async (c) => c.json(await getCreation(c.get("context"), c.req.valid("param").creationId), 200))
    .openapi(settle, async (c) =>
      c.json(await settleCreation(c.get("context"), c.req.valid("param").creationId, c.req.valid("json")), 200),
    );
}
