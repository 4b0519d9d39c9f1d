import {
  CorrectRosterImportLineInput,
  CreateRosterImportInput,
  PageQuery,
  RosterImport,
  RosterImportLine,
  RosterImportLinePage,
  RosterImportLineQuery,
  RosterImportPage,
} from "@dc/contract";
import { correctRosterImportLine } from "#/operations/roster-imports/correct-line.ts";
import { createRosterImport } from "#/operations/roster-imports/create.ts";
import { getRosterImport, listImportLines } from "#/operations/roster-imports/get.ts";
import { stopRosterImport } from "#/operations/roster-imports/stop.ts";
import { takeBackRosterImport } from "#/operations/roster-imports/take-back.ts";
import { listRosterImports } from "#/operations/roster-imports/list.ts";
import { operation, routesOf } from "#/routes/operation.ts";

export function rosterImportRoutes() {
  return routesOf(
    "Roster",
    operation("stage", "createRosterImport", "POST /index-versions/{indexId}/roster-imports", {
      summary: "Import a list of ids, or another roster, into a roster",
      body: CreateRosterImportInput,
      answer: [202, "Accepted; each id is read in the background", RosterImport],
      problems: ["not_found", "wrong_state"],
      call: ({ context, params, body }) => createRosterImport(context, params.indexId, body),
    }),
    operation("read", "listRosterImports", "GET /index-versions/{indexId}/roster-imports", {
      summary: "List the imports into a roster, newest first",
      query: PageQuery,
      answer: [200, "A page, newest first", RosterImportPage],
      problems: ["not_found"],
      call: ({ context, params, query }) => listRosterImports(context, params.indexId, query),
    }),
    operation("read", "getRosterImport", "GET /roster-imports/{importId}", {
      summary: "Get an import with its progress",
      answer: [200, "The import", RosterImport],
      problems: ["not_found"],
      call: ({ context, params }) => getRosterImport(context, params.importId),
    }),
    operation("stage", "stopRosterImport", "POST /roster-imports/{importId}/stop", {
      summary: "Stop an import that is being read",
      description:
        "What was read stays on the roster. Lines that were not read are `failed` and say so; each can be corrected, and is read then. A call that waits for its turn may still be sent within a quarter of a second.",
      answer: [200, "The import, which is done", RosterImport],
      problems: ["not_found", "wrong_state"],
      call: ({ context, params }) => stopRosterImport(context, params.importId),
    }),
    operation("stage", "takeBackRosterImport", "POST /roster-imports/{importId}/take-back", {
      summary: "Take an import back: remove from the roster what it added",
      description:
        "What somebody changed, verified, decided, answered or listed since is left, and named with why; a practitioner stays with its schedules.",
      answer: [200, "The import, with what became of it", RosterImport],
      problems: ["not_found", "wrong_state"],
      call: ({ context, params }) => takeBackRosterImport(context, params.importId),
    }),
    operation("read", "listRosterImportLines", "GET /roster-imports/{importId}/lines", {
      summary: "List the lines of an import",
      query: RosterImportLineQuery,
      answer: [200, "A page, in the order of the lines", RosterImportLinePage],
      problems: ["not_found"],
      call: ({ context, params, query }) => listImportLines(context, params.importId, query),
    }),
    operation("stage", "correctRosterImportLine", "PUT /roster-imports/{importId}/lines/{line}", {
      summary: "Correct a line that could not be added, or choose whom an ambiguous one means",
      body: CorrectRosterImportLineInput,
      answer: [200, "The corrected line, which is read again", RosterImportLine],
      problems: ["not_found", "wrong_state"],
      call: ({ context, params: { importId, line }, body }) =>
        correctRosterImportLine(context, { importId, number: line, input: body }),
    }),
  );
}
