import { ApprovalSettings, Connection, ConnectionList, Samples } from "@dc/contract";
import { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "#/http/app-env.ts";
import { getConnection } from "#/operations/connection/get.ts";
import { listConnections } from "#/operations/connection/list.ts";
import { getApprovalSettings, saveApprovalSettings } from "#/operations/approvals/settings.ts";
import { getSamples } from "#/operations/samples/get.ts";
import { apiRoute, jsonAnswer, jsonInput, problems } from "./describe.ts";

const list = apiRoute("read", {
  operationId: "listConnections",
  method: "get",
  path: "/connections",
  tags: ["Connection"],
  summary: "List the connections to services",
  responses: { 200: jsonAnswer("The connections, without their keys", ConnectionList) },
});

const connection = apiRoute("read", {
  operationId: "getConnection",
  method: "get",
  path: "/",
  tags: ["Connection"],
  summary: "Get the connection to the service: health, capabilities and record types",
  responses: { 200: jsonAnswer("The connection, without its key", Connection) },
});

const approvals = apiRoute("read", {
  operationId: "getApprovalSettings",
  method: "get",
  path: "/approval-settings",
  tags: ["Connection"],
  summary: "Get how many approvals a change of this connection needs",
  responses: { 200: jsonAnswer("The settings", ApprovalSettings) },
});

const saveApprovals = apiRoute(
  { forAll: "connection" },
  {
    operationId: "saveApprovalSettings",
    method: "put",
    path: "/approval-settings",
    tags: ["Connection"],
    summary: "Set how many approvals a change of this connection needs",
    request: { body: jsonInput(ApprovalSettings) },
    responses: { 200: jsonAnswer("The settings", ApprovalSettings) },
  },
);

const samples = apiRoute("read", {
  operationId: "getSamples",
  method: "get",
  path: "/samples",
  tags: ["Connection"],
  summary: "Get the sample roster and plan catalogue of the sandbox",
  responses: { 200: jsonAnswer("Two CSV files", Samples), ...problems("not_found") },
});

/** The one route about connections that is not below one of them. */
export function connectionListRoute() {
  return new OpenAPIHono<AppEnv>().openapi(list, (c) => c.json(listConnections(c.get("context")), 200));
}

export function connectionRoutes() {
  return new OpenAPIHono<AppEnv>()
    .openapi(connection, async (c) => c.json(await getConnection(c.get("context")), 200))
    .openapi(approvals, async (c) => c.json(await getApprovalSettings(c.get("context")), 200))
    .openapi(saveApprovals, async (c) => c.json(await saveApprovalSettings(c.get("context"), c.req.valid("json")), 200))
    .openapi(samples, async (c) => c.json(await getSamples(c.get("context")), 200));
}
