import {
  CorrectRosterImportLineInput,
  CreateRosterImportInput,
  IndexId,
  PageQuery,
  RosterImport,
  RosterImportId,
  RosterImportLine,
  RosterImportLinePage,
  RosterImportLineQuery,
  RosterImportPage,
} from "@dc/contract";
import { OpenAPIHono, z } from "@hono/zod-openapi";
import type { AppEnv } from "#/http/app-env.ts";
import { correctRosterImportLine } from "#/operations/roster-imports/correct-line.ts";
import { createRosterImport } from "#/operations/roster-imports/create.ts";
import { getRosterImport, listImportLines } from "#/operations/roster-imports/get.ts";
import { listRosterImports } from "#/operations/roster-imports/list.ts";
import { apiRoute, jsonAnswer, jsonInput, problems } from "#/routes/describe.ts";

const ofIndex = z.object({ indexId: IndexId });
const params = z.object({ importId: RosterImportId });
const tags = ["Roster"];

const create = apiRoute("stage", {
  operationId: "createRosterImport",
  method: "post",
  path: "/index-versions/{indexId}/roster-imports",
  tags,
  summary: "Import a list of ids, or another roster, into a roster",
  request: { params: ofIndex, body: jsonInput(CreateRosterImportInput) },
  responses: {
    202: jsonAnswer("Accepted; each id is read in the background", RosterImport),
    ...problems("not_found", "wrong_state"),
  },
});

const list = apiRoute("read", {
  operationId: "listRosterImports",
  method: "get",
  path: "/index-versions/{indexId}/roster-imports",
  tags,
  summary: "List the imports into a roster, newest first",
  request: { params: ofIndex, query: PageQuery },
  responses: { 200: jsonAnswer("A page, newest first", RosterImportPage), ...problems("not_found") },
});

const get = apiRoute("read", {
  operationId: "getRosterImport",
  method: "get",
  path: "/roster-imports/{importId}",
  tags,
  summary: "Get an import with its progress",
  request: { params },
  responses: { 200: jsonAnswer("The import", RosterImport), ...problems("not_found") },
});

const lines = apiRoute("read", {
  operationId: "listRosterImportLines",
  method: "get",
  path: "/roster-imports/{importId}/lines",
  tags,
  summary: "List the lines of an import",
  request: { params, query: RosterImportLineQuery },
  responses: { 200: jsonAnswer("A page, in the order of the lines", RosterImportLinePage), ...problems("not_found") },
});

const correct = apiRoute("stage", {
  operationId: "correctRosterImportLine",
  method: "put",
  path: "/roster-imports/{importId}/lines/{line}",
  tags,
  summary: "Correct a line that was bad, missing or failed",
  request: {
    params: z.object({ importId: RosterImportId, line: z.coerce.number().int().min(1).max(10_000_000) }),
    body: jsonInput(CorrectRosterImportLineInput),
  },
  responses: {
    200: jsonAnswer("The corrected line, which is read again", RosterImportLine),
    ...problems("not_found", "wrong_state"),
  },
});

export function rosterImportRoutes() {
  return new OpenAPIHono<AppEnv>()
    .openapi(create, async (c) =>
      c.json(await createRosterImport(c.get("context"), c.req.valid("param").indexId, c.req.valid("json")), 202),
    )
    .openapi(list, async (c) =>
      c.json(await listRosterImports(c.get("context"), c.req.valid("param").indexId, c.req.valid("query")), 200),
    )
    .openapi(get, async (c) => c.json(await getRosterImport(c.get("context"), c.req.valid("param").importId), 200))
    .openapi(lines, async (c) =>
      c.json(await listImportLines(c.get("context"), c.req.valid("param").importId, c.req.valid("query")), 200),
    )
    .openapi(correct, async (c) => {
      const { importId, line } = c.req.valid("param");
      return c.json(await correctRosterImportLine(c.get("context"), importId, line, c.req.valid("json").text), 200);
    });
}
