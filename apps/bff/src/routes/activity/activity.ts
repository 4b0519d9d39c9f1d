import {
  ActivityActors,
  ActivityExportQuery,
  ActivityPage,
  ActivityQuery,
  JournalEntry,
  maxActivityExport,
} from "@dc/contract";
import { listActivityActors } from "#/operations/activity/actors.ts";
import { exportActivity } from "#/operations/activity/export.ts";
import { listActivity } from "#/operations/activity/list.ts";
import { exportOperation, operation, routesOf } from "#/routes/operation.ts";

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
    exportOperation("read", "exportActivity", "/activity/export", {
      summary: "Export what a filter of the journal matches, newest first",
      description: `At most ${maxActivityExport.toLocaleString("en")} entries; a filter that matches more is refused.`,
      query: ActivityExportQuery,
      item: JournalEntry,
      name: "activity",
      call: ({ context, query }) => exportActivity(context, query),
    }),
  );
}
