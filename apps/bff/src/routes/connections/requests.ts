import { RequestPage, RequestQuery } from "@dc/contract";
import { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "#/http/app-env.ts";
import { listRequests } from "#/operations/requests/list.ts";
import { apiRoute, jsonAnswer } from "#/routes/describe.ts";

const list = apiRoute("read", {
  operationId: "listRequests",
  method: "get",
  path: "/requests",
  tags: ["Developer"],
  summary: "List the recent calls to the service, without the key and without patients' data",
  request: { query: RequestQuery },
  responses: { 200: jsonAnswer("A page, newest first; about the last 10,000 calls are kept", RequestPage) },
});

export function requestRoutes() {
  return new OpenAPIHono<AppEnv>().openapi(list, async (c) =>
    c.json(await listRequests(c.get("context"), c.req.valid("query")), 200),
  );
}
