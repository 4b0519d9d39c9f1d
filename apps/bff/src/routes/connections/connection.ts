import {
  AddConnectionInput,
  ApprovalSettings,
  Connection,
  ConnectionList,
  ConnectionTest,
  ListedConnection,
  RotateKeyInput,
  Samples,
  TestConnectionInput,
  UpdateConnectionInput,
} from "@dc/contract";
import { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "#/http/app-env.ts";
import { addConnection } from "#/operations/connection/add.ts";
import { rotateKey } from "#/operations/connection/rotate-key.ts";
import { testConnection } from "#/operations/connection/test.ts";
import { updateConnectionSettings } from "#/operations/connection/update.ts";
import { getConnection } from "#/operations/connection/get.ts";
import { listConnections } from "#/operations/connection/list.ts";
import { getApprovalSettings, saveApprovalSettings } from "#/operations/approvals/settings.ts";
import { getSamples } from "#/operations/samples/get.ts";
import { apiRoute, jsonAnswer, jsonInput, problems } from "#/routes/describe.ts";

const list = apiRoute("read", {
  operationId: "listConnections",
  method: "get",
  path: "/connections",
  tags: ["Connection"],
  summary: "List the connections to services",
  responses: { 200: jsonAnswer("The connections, without their keys", ConnectionList) },
});

const add = apiRoute("connection", {
  operationId: "addConnection",
  method: "post",
  path: "/connections",
  tags: ["Connection"],
  summary: "Add a connection; who adds it is its first administrator. Nothing is sent to the service",
  request: { body: jsonInput(AddConnectionInput) },
  responses: { 201: jsonAnswer("The connection, without its key", ListedConnection) },
});

const test = apiRoute("connection", {
  operationId: "testConnection",
  method: "post",
  path: "/connections/test",
  tags: ["Connection"],
  summary: "Try a service before a connection to it is added, with documented reads alone; nothing is kept",
  request: { body: jsonInput(TestConnectionInput) },
  responses: { 200: jsonAnswer("What was found, and what was not tried", ConnectionTest) },
});

const update = apiRoute(
  { forAll: "connection" },
  {
    operationId: "updateConnection",
    method: "patch",
    path: "/",
    tags: ["Connection"],
    summary: "Change the settings of a connection, or take it out of use or into use again; nothing is deleted",
    request: { body: jsonInput(UpdateConnectionInput) },
    responses: {
      200: jsonAnswer("The connection, without its key", ListedConnection),
      ...problems("version_mismatch", "wrong_state"),
    },
  },
);

const rotate = apiRoute(
  { forAll: "connection" },
  {
    operationId: "rotateConnectionKey",
    method: "put",
    path: "/key",
    tags: ["Connection"],
    summary: "Change the key of a connection once a read with it was answered; calls under way end with the old one",
    request: { body: jsonInput(RotateKeyInput) },
    responses: {
      200: jsonAnswer("The connection, without its key", ListedConnection),
      ...problems("version_mismatch", "wrong_state", "service_unreachable"),
    },
  },
);

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

/** The routes about connections that are not below one of them. */
export function connectionListRoutes() {
  return new OpenAPIHono<AppEnv>()
    .openapi(list, async (c) => c.json(await listConnections(c.get("context")), 200))
    .openapi(add, async (c) => c.json(await addConnection(c.get("context"), c.req.valid("json")), 201))
    .openapi(test, async (c) => c.json(await testConnection(c.get("context"), c.req.valid("json")), 200));
}

export function connectionRoutes() {
  return new OpenAPIHono<AppEnv>()
    .openapi(connection, async (c) => c.json(await getConnection(c.get("context")), 200))
    .openapi(update, async (c) => c.json(await updateConnectionSettings(c.get("context"), c.req.valid("json")), 200))
    .openapi(rotate, async (c) => c.json(await rotateKey(c.get("context"), c.req.valid("json")), 200))
    .openapi(approvals, async (c) => c.json(await getApprovalSettings(c.get("context")), 200))
    .openapi(saveApprovals, async (c) => c.json(await saveApprovalSettings(c.get("context"), c.req.valid("json")), 200))
    .openapi(samples, async (c) => c.json(await getSamples(c.get("context")), 200));
}
