import { ActivityPage, ActivityQuery } from "@dc/contract";
import { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "#/http/app-env.ts";
import { listActivity } from "#/operations/activity/list.ts";
import { apiRoute, jsonAnswer } from "./describe.ts";

const list = apiRoute("read", {
  operationId: "listActivity",
  method: "get",
  path: "/activity",
  tags: ["Activity"],
  summary: "List the journal: who did what, when and why",
  request: { query: ActivityQuery },
  responses: { 200: jsonAnswer("A page, newest first", ActivityPage) },
});

export function activityRoutes() {
  return new OpenAPIHono<AppEnv>().openapi(list, async (c) =>
    c.json(await listActivity(c.get("context"), c.req.valid("query")), 200),
  );
}
