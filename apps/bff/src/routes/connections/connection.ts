import {
  AddConnectionInput,
  ApprovalSettings,
  Connection,
  ConnectionList,
  ConnectionPause,
  ConnectionTest,
  ListedConnection,
  RotateKeyInput,
  SaveApprovalSettingsInput,
  Samples,
  TestConnectionInput,
  UpdateConnectionInput,
  ReadingPause,
} from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { addConnection } from "#/operations/connection/add.ts";
import { turnReading } from "#/operations/connection/pause-reading.ts";
import { turnConnection } from "#/operations/connection/pause.ts";
import { rotateKey } from "#/operations/connection/rotate-key.ts";
import { testConnection } from "#/operations/connection/test-connection.ts";
import { updateConnectionSettings } from "#/operations/connection/update.ts";
import { getConnection } from "#/operations/connection/get.ts";
import { listConnections } from "#/operations/connection/list.ts";
import { getApprovalSettings, saveApprovalSettings } from "#/operations/approvals/settings.ts";
import { operationError } from "#/runtime/errors.ts";
import { getSamples } from "#/operations/samples/get.ts";
import { operation, routesOf } from "#/routes/operation.ts";

/** The routes about connections that are not below one of them. */
export function connectionListRoutes() {
  return routesOf(
    "Connection",
    operation("read", "listConnections", "GET /connections", {
      summary: "List the connections to services",
      answer: [200, "The connections, without their keys", ConnectionList],
      call: ({ context }) => listConnections(context),
    }),
    operation("connection", "addConnection", "POST /connections", {
      summary:
        "Add a connection; who adds it is its first administrator. A live service is asked first, by reads alone",
      body: AddConnectionInput,
      answer: [201, "The connection, without its key", ListedConnection],
      problems: ["service_unreachable"],
      call: ({ context, body }) => addConnection(context, body),
    }),
    operation("connection", "testConnection", "POST /connections/test", {
      summary: "Try a service before a connection to it is added, with documented reads alone; nothing is kept",
      body: TestConnectionInput,
      answer: [200, "What was found, and what was not tried", ConnectionTest],
      call: ({ context, body }) => testConnection(context, body),
    }),
  );
}

async function currentConnection({ context }: { context: RequestContext }): Promise<ListedConnection> {
  const { items } = await listConnections(context);
  const current = items.find(({ id }) => id === context.connection.id);
  if (current === undefined) throw operationError("not_found", "connection");
  return current;
}

export function connectionRoutes() {
  return routesOf(
    "Connection",
    operation("read", "getConnection", "GET /", {
      summary: "Get the connection to the service: health, capabilities and record types",
      answer: [200, "The connection, without its key", Connection],
      call: ({ context }) => getConnection(context),
    }),
    operation({ forAll: "connection" }, "updateConnection", "PATCH /", {
      summary: "Change the settings of a connection, or take it out of use or into use again; nothing is deleted",
      body: UpdateConnectionInput,
      answer: [200, "The connection, without its key", ListedConnection],
      problems: ["version_mismatch", "wrong_state"],
      current: currentConnection,
      call: ({ context, body }) => updateConnectionSettings(context, body),
    }),
    operation({ forAll: "apply" }, "pauseConnection", "POST /pause", {
      summary: "Pause the sending of every change set of the connection",
      description: "No other record is begun once this is answered; what is on its way is finished.",
      answer: [200, "Who paused it, and when", ConnectionPause],
      problems: ["wrong_state"],
      call: ({ context }) => turnConnection(context, "pause"),
    }),
    operation({ forAll: "apply" }, "resumeConnection", "POST /resume", {
      summary: "Resume the sending of a connection; change sets that were paused by themselves stay so",
      answer: [200, "Nobody pauses it", ConnectionPause],
      problems: ["wrong_state", "version_mismatch"],
      call: ({ context }) => turnConnection(context, "resume"),
    }),
    operation({ forAll: "apply" }, "pauseReading", "POST /reading/pause", {
      summary: "Pause the reading of old records by itself in all directories of the connection",
      description: "No other record is begun once this is answered. What people and programs ask for is read as ever.",
      answer: [200, "Who paused it, and when", ReadingPause],
      problems: ["wrong_state"],
      call: ({ context }) => turnReading(context, "pause"),
    }),
    operation({ forAll: "apply" }, "resumeReading", "POST /reading/resume", {
      summary: "Resume the reading of old records; each directory with the hours that it had",
      answer: [200, "Nobody pauses it", ReadingPause],
      problems: ["wrong_state"],
      call: ({ context }) => turnReading(context, "resume"),
    }),
    operation({ forAll: "connection" }, "rotateConnectionKey", "PUT /key", {
      summary: "Change the key of a connection once a read with it was answered; calls under way end with the old one",
      body: RotateKeyInput,
      answer: [200, "The connection, without its key", ListedConnection],
      problems: ["version_mismatch", "wrong_state", "service_unreachable"],
      current: currentConnection,
      call: ({ context, body }) => rotateKey(context, body),
    }),
    operation("read", "getApprovalSettings", "GET /approval-settings", {
      summary: "Get how many approvals a change of this connection needs",
      answer: [200, "The settings", ApprovalSettings],
      call: ({ context }) => getApprovalSettings(context),
    }),
    operation({ forAll: "connection" }, "saveApprovalSettings", "PUT /approval-settings", {
      summary: "Set how many approvals a change of this connection needs",
      body: SaveApprovalSettingsInput,
      answer: [200, "The settings", ApprovalSettings],
      problems: ["version_mismatch"],
      current: currentConnection,
      call: ({ context, body }) => saveApprovalSettings(context, body),
    }),
    operation("read", "getSamples", "GET /samples", {
      summary: "Get the sample roster and plan catalogue of the sandbox",
      answer: [200, "Two CSV files", Samples],
      problems: ["not_found"],
      call: ({ context }) => getSamples(context),
    }),
  );
}
