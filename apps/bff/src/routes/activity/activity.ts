import { ActivityActors, ActivityExportQuery, ActivityPage, ActivityQuery, maxActivityExport } from "@dc/contract";
import { OpenAPIHono, z } from "@hono/zod-openapi";
import type { AppEnv } from "#/http/app-env.ts";
import { listActivityActors } from "#/operations/activity/actors.ts";
import { exportActivity } from "#/operations/activity/export.ts";
import { listActivity } from "#/operations/activity/list.ts";
import { apiRoute, jsonAnswer } from "#/routes/describe.ts";

const list = apiRoute("read", {
  operationId: "listActivity",
  method: "get",
  path: "/activity",
  tags: ["Activity"],
  summary: "List the journal: who did what, when and why",
  request: { query: ActivityQuery },
  responses: { 200: jsonAnswer("A page, newest first", ActivityPage) },
});

const actors = apiRoute("read", {
  operationId: "listActivityActors",
  method: "get",
  path: "/activity/actors",
  tags: ["Activity"],
  summary: "List who did something, to filter the journal by",
  responses: { 200: jsonAnswer("People, tokens and parts of the console, by name", ActivityActors) },
});

const exported = apiRoute("read", {
  operationId: "exportActivity",
  method: "get",
  path: "/activity/export",
  tags: ["Activity"],
  summary: "Export what a filter of the journal matches, newest first, as a table or as JSON lines",
  description: `At most ${maxActivityExport.toLocaleString("en")} entries; a filter that matches more is refused.`,
  request: { query: ActivityExportQuery },
  responses: {
    200: {
      description: "A file: CSV of UTF-8 whose cells are no formulas, or a `JournalEntry` a line",
      content: { "text/csv": { schema: z.string() }, "application/jsonl": { schema: z.string() } },
    },
  },
});

const fileTypes = { csv: "text/csv; charset=utf-8", jsonl: "application/jsonl" } as const;

export function activityRoutes() {
  return new OpenAPIHono<AppEnv>()
    .openapi(list, async (c) => c.json(await listActivity(c.get("context"), c.req.valid("query")), 200))
    .openapi(actors, async (c) => c.json(await listActivityActors(c.get("context")), 200))
    .openapi(exported, async (c) => {
      const query = c.req.valid("query");
      const file = await exportActivity(c.get("context"), query);
      return c.body(file, 200, {
        "Content-Type": fileTypes[query.format],
        "Content-Disposition": `attachment; filename="activity.${query.format}"`,
      });
    });
}
