import { ActivityActors, ActivityExportQuery, ActivityPage, ActivityQuery, maxActivityExport } from "@dc/contract";
import { z } from "@hono/zod-openapi";
import { listActivityActors } from "#/operations/activity/actors.ts";
import { exportActivity } from "#/operations/activity/export.ts";
import { listActivity } from "#/operations/activity/list.ts";
import { apiRoute, operation, routesOf } from "#/routes/operation.ts";

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
  return routesOf(
    "Activity",
    operation("read", "listActivity", "GET /activity", {
      summary: "List the journal: who did what, when and why",
      query: ActivityQuery,
      answer: [200, "A page, newest first", ActivityPage],
      call: ({ context, query }) => listActivity(context, query),
    }),
    operation("read", "listActivityActors", "GET /activity/actors", {
      summary: "List who did something, to filter the journal by",
      answer: [200, "People, tokens and parts of the console, by name", ActivityActors],
      call: ({ context }) => listActivityActors(context),
    }),
    (routes) =>
      routes.openapi(exported, async (c) => {
        const query = c.req.valid("query");
        const file = await exportActivity(c.get("context"), query);
        return c.body(file, 200, {
          "Content-Type": fileTypes[query.format],
          "Content-Disposition": `attachment; filename="activity.${query.format}"`,
        });
      }),
  );
}
