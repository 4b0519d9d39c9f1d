import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { composeCredential, createWireFormat, fetchTransport, type JsonObject, type Transport } from "@dc/api-client";
import { builtInKey } from "@dc/sandbox/app";
import { getRequestListener } from "@hono/node-server";
import { applyChangeSet } from "#/operations/change-sets/apply.ts";
import type { AskedChange } from "#/operations/changes/staging/check-change.ts";
import { stageChanges } from "#/operations/changes/stage.ts";
import { createToken } from "#/operations/tokens/create.ts";
import { createTestApp, type TestApp, type TestAppOptions } from "./app.ts";
import { practitionerOf } from "#/upstream/records/to-domain.ts";
import { createGateway, isForGateway } from "#/gateway/gateway.ts";
import { testEvidence } from "./evidence.ts";

export const INDEX = "idx_test_mode_custom";

export interface GatewayStack extends AsyncDisposable {
  app: TestApp;
  origin: string;
  secret: string;
  tokenId: string;
  scheduleId: string;
  practitionerId: string;
  /** The test index of this spelling, as a header. */
  here: { headers: { [name: string]: string } };
  gateway(path: string, init?: { method?: string; headers?: { [name: string]: string } }): Promise<Response>;
  direct(path: string, headers?: { [name: string]: string }): Promise<Response>;
  /** Stages and applies the changes, and runs the sender. */
  applied(...changes: AskedChange[]): Promise<void>;
}

/** The gateway on a real socket, in front of a sandbox or of a server in front of it. */
export async function createGatewayStack(
  options: TestAppOptions = {},
  transportTo: (sandbox: TestApp["sandbox"]) => Transport = (sandbox) =>
    fetchTransport((url, init) => sandbox.app.request(url, init)),
): Promise<GatewayStack> {
  const app = await createTestApp(options);
  const transport = transportTo(app.sandbox);
  const openGateway = () => ({
    by: app.deps.service.profile,
    answer: createGateway({ deps: app.deps, apiKey: builtInKey, transport }),
  });
  let gateway = openGateway();
  const others = getRequestListener(app.app.fetch);
  const server: Server = createServer((request, response) => {
    if (!isForGateway(request)) return void others(request, response);
    if (gateway.by !== app.deps.service.profile) gateway = openGateway();
    gateway.answer(request, response);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const origin = `http://127.0.0.1:${portOf(server)}`;
  const { secret, token } = await createToken(app.context, { name: "app", scopes: ["gateway"], expiresInDays: 90 });
  const { profile } = app.deps.service;
  const { apiVersion, index } = profile.data.headers;
  const indexId = profile.testIndex ?? INDEX;
  const scheduleId = app.sandbox.samples.roster.trim().split("\n")[1] ?? "";
  const version = { [apiVersion.name]: profile.data.apiVersion };
  const direct: GatewayStack["direct"] = async (path, headers) =>
    await app.sandbox.app.request(`http://sandbox.invalid${path}`, {
      headers: { ...version, ...composeCredential(profile, builtInKey), ...headers },
    });
  const wire = createWireFormat(profile);
  const read = await direct(wire.targetOf("schedule", scheduleId));
  const schedule = wire.openBody("schedule", new Uint8Array(await read.arrayBuffer()))?.raw ?? {};
  return {
    app,
    origin,
    secret,
    tokenId: token.id,
    scheduleId,
    practitionerId: practitionerOf(profile, "schedule", scheduleId, schedule) ?? "",
    here: { headers: { [index.name]: indexId } },
    gateway: (path, init) =>
      fetch(`${origin}/gateway/v1${path}`, {
        ...init,
        headers: { ...version, Authorization: `Bearer ${secret}`, ...init?.headers },
      }),
    direct,
    async applied(...changes) {
      const { changeSet } = await stageChanges(app.context, { indexId, changes });
      await applyChangeSet(app.context, changeSet.id, { version: changeSet.version, evidence: testEvidence });
      await app.sendDue();
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      await app[Symbol.asyncDispose]();
    },
  };
}

/** The records of this service are objects. */
export async function recordIn(response: Response): Promise<JsonObject> {
  return (await response.json()) as JsonObject;
}

/** A server that listens on a port has an address of this form, never a path. */
export function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

export function change(record: AskedChange["record"], field: string, operation: AskedChange["operation"]): AskedChange {
  return { record, field, operation, policy: "pin", evidence: null };
}
