import { RosterPage, RosterQuery } from "@dc/contract";
import { listRoster } from "#/operations/roster/list.ts";
import { removeRosterEntry } from "#/operations/roster/remove.ts";
import { operation, routesOf } from "#/routes/operation.ts";

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
    operation("stage", "removeRosterEntry", "DELETE /index-versions/{indexId}/roster/{type}/{id}", {
      summary: "Remove a record from a roster",
      answer: [204, "Removed"],
      problems: ["not_found"],
      call: ({ context, params: { indexId, ...record } }) => removeRosterEntry(context, indexId, record),
    }),
  );
}
