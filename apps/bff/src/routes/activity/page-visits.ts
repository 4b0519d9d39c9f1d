import { OtherVisitors, PageVisitId, PageVisitInput } from "@dc/contract";
import { OpenAPIHono, z } from "@hono/zod-openapi";
import type { AppEnv } from "#/http/app-env.ts";
import { endPageVisit } from "#/operations/page-visits/end.ts";
import { renewPageVisit } from "#/operations/page-visits/renew.ts";
import { apiRoute, jsonAnswer, jsonInput, problems } from "#/routes/describe.ts";

const params = z.object({ visitId: PageVisitId });
const tags = ["Page visits"];

const renew = apiRoute("visit", {
  operationId: "renewPageVisit",
  method: "put",
  path: "/page-visits/{visitId}",
  tags,
  summary: "Say which page one has open, and see who else has",
  description: "Lasts 25 seconds, and is kept nowhere after that. Only who may see the page is named.",
  request: { params, body: jsonInput(PageVisitInput) },
  responses: { 200: jsonAnswer("Who else has it open", OtherVisitors), ...problems("not_found") },
});

const end = apiRoute("visit", {
  operationId: "endPageVisit",
  method: "delete",
  path: "/page-visits/{visitId}",
  tags,
  summary: "Say that one has left a page",
  request: { params },
  responses: { 204: { description: "Left" } },
});

export function pageVisitRoutes() {
  return new OpenAPIHono<AppEnv>()
    .openapi(renew, async (c) => {
      const { page } = c.req.valid("json");
      return c.json(await renewPageVisit(c.get("context"), { id: c.req.valid("param").visitId, page }), 200);
    })
    .openapi(end, async (c) => {
      await endPageVisit(c.get("context"), c.req.valid("param").visitId);
      return c.body(null, 204);
    });
}
