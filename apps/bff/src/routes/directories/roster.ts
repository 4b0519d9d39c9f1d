import { RosterEntry, RosterExportQuery, RosterPage, RosterQuery } from "@dc/contract";
import { exportRoster } from "#/operations/roster/export.ts";
import { listRoster } from "#/operations/roster/list.ts";
import { removeRosterEntry } from "#/operations/roster/remove.ts";
import { exportOperation, operation, routesOf } from "#/routes/operation.ts";

export function rosterRoutes() {
  return routesOf(
    "Roster",
    operation("read", "listRoster", "GET /index-versions/{indexId}/roster", {
      summary: "List the practitioners or schedules on a roster",
      query: RosterQuery,
      answer: [200, "A page", RosterPage],
      problems: ["not_found"],
      call: ({ context, params, query }) => listRoster(context, params.indexId, query),
    }),
    exportOperation("read", "exportRoster", "/index-versions/{indexId}/roster/export", {
      summary: "Export the practitioners and schedules on a roster",
      description:
        "A roster import takes the file as it is up to 4,000,000 characters, which is some 20,000 entries; of a longer one its columns of ids, without the others, are enough: 100,000 entries come in at once.",
      query: RosterExportQuery,
      item: RosterEntry,
      name: "roster",
      problems: ["not_found"],
      call: ({ context, params, query }) => exportRoster(context, params.indexId, query),
    }),
    operation("stage", "removeRosterEntry", "DELETE /index-versions/{indexId}/roster/{type}/{id}", {
      summary: "Remove a record from a roster",
      answer: [204, "Removed"],
      problems: ["not_found"],
      call: ({ context, params: { indexId, ...record } }) => removeRosterEntry(context, indexId, record),
    }),
  );
}
