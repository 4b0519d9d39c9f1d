import { IndexId, RecordId, RecordType, RosterPage, RosterQuery } from "@dc/contract";
import { OpenAPIHono, z } from "@hono/zod-openapi";
import type { AppEnv } from "#/http/app-env.ts";
import { listRoster } from "#/operations/roster/list.ts";
import { removeRosterEntry } from "#/operations/roster/remove.ts";
import { apiRoute, jsonAnswer, problems } from "#/routes/describe.ts";

const list = apiRoute("read", {
  operationId: "listRoster",
  method: "get",
  path: "/index-versions/{indexId}/roster",
  tags: ["Roster"],
  summary: "List the practitioners or schedules on a roster",
  request: { params: z.object({ indexId: IndexId }), query: RosterQuery },
  responses: { 200: jsonAnswer("A page", RosterPage), ...problems("not_found") },
});

const remove = apiRoute("stage", {
  operationId: "removeRosterEntry",
  method: "delete",
  path: "/index-versions/{indexId}/roster/{type}/{id}",
  tags: ["Roster"],
  summary: "Remove a record from a roster",
  request: { params: z.object({ indexId: IndexId, type: RecordType, id: RecordId }) },
  responses: { 204: { description: "Removed" }, ...problems("not_found") },
});

export function rosterRoutes() {
  return new OpenAPIHono<AppEnv>()
    .openapi(list, async (c) =>
      c.json(await listRoster(c.get("context"), c.req.valid("param").indexId, c.req.valid("query")), 200),
    )
    .openapi(remove, async (c) => {
      const { indexId, type, id } = c.req.valid("param");
      await removeRosterEntry(c.get("context"), indexId, { type, id });
      return c.body(null, 204);
    });
}
