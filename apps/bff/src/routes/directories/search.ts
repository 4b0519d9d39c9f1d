import { LookUpQuery, LookUpResults, SearchQuery, SearchResults } from "@dc/contract";
import { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "#/http/app-env.ts";
import { lookUp } from "#/operations/search/look-up.ts";
import { search } from "#/operations/search/search.ts";
import { apiRoute, jsonAnswer, problems } from "#/routes/describe.ts";

const find = apiRoute("read", {
  operationId: "searchAll",
  method: "get",
  path: "/search",
  tags: ["Search"],
  summary: "Find index versions, practitioners (by phone too), schedules and change sets",
  request: { query: SearchQuery },
  responses: { 200: jsonAnswer("At most eight of each", SearchResults) },
});

const ask = apiRoute("read", {
  operationId: "searchService",
  method: "get",
  path: "/look-ups",
  tags: ["Search"],
  summary: "Ask the service for practitioners and schedules by a number or a text",
  request: { query: LookUpQuery },
  responses: {
    200: jsonAnswer("What the service finds, at most ten by each field", LookUpResults),
    ...problems("not_found"),
  },
});

export function searchRoutes() {
  return new OpenAPIHono<AppEnv>()
    .openapi(find, async (c) => c.json(await search(c.get("context"), c.req.valid("query")), 200))
    .openapi(ask, async (c) => c.json(await lookUp(c.get("context"), c.req.valid("query")), 200));
}
