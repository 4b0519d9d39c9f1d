import { WaitingCounts } from "@dc/contract";
import { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "#/http/app-env.ts";
import { getWaitingCounts } from "#/operations/waiting-counts/get.ts";
import { apiRoute, jsonAnswer } from "#/routes/describe.ts";

const get = apiRoute("read", {
  operationId: "getWaitingCounts",
  method: "get",
  path: "/waiting-counts",
  tags: ["Activity"],
  summary: "How much waits for a person",
  responses: { 200: jsonAnswer("The counts of what the caller sees", WaitingCounts) },
});

export function waitingCountRoutes() {
  return new OpenAPIHono<AppEnv>().openapi(get, async (c) => c.json(await getWaitingCounts(c.get("context")), 200));
}
