import { SearchQuery, SearchResults } from "@dc/contract";
import { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "#/http/app-env.ts";
import { search } from "#/operations/search/search.ts";
import { apiRoute, jsonAnswer } from "./describe.ts";

const find = apiRoute("read", {
  operationId: "searchAll",
  method: "get",
  path: "/search",
  tags: ["Search"],
  summary: "Find index versions, practitioners (by phone too), schedules and change sets",
  request: { query: SearchQuery },
  responses: { 200: jsonAnswer("At most eight of each", SearchResults) },
});

export function searchRoutes() {
  return new OpenAPIHono<AppEnv>().openapi(find, async (c) =>
    c.json(await search(c.get("context"), c.req.valid("query")), 200),
  );
}
