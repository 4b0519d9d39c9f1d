import { composeCredential, createWireFormat, type Transport } from "@dc/api-client";
import { builtInKey } from "@dc/sandbox/app";
import type { AskedChange } from "#/operations/changes/staging/check-change.ts";
import { practitionerOf } from "#/upstream/records/to-domain.ts";
import { createTestApp, type TestApp, type TestAppOptions } from "./app.ts";
import { applyChanges } from "./changes.ts";
import { sampleSchedules } from "./directory.ts";
import { type ServedGateway, serveGateway } from "./gateway.ts";

export const INDEX = "idx_test_mode_custom";

/** A gateway that is served, with a schedule whose records the service has. */
export interface GatewayStack extends Omit<ServedGateway, "ask"> {
  app: TestApp;
  scheduleId: string;
  practitionerId: string;
  /** The test index of this spelling, as a header. */
  here: { headers: { [name: string]: string } };
  gateway: ServedGateway["ask"];
  direct(path: string, headers?: { [name: string]: string }): Promise<Response>;
  /** Stages and applies the changes, and runs the sender. */
  applied(...changes: AskedChange[]): Promise<void>;
}

export async function createGatewayStack(
  options: TestAppOptions = {},
  transportTo?: (sandbox: TestApp["sandbox"]) => Transport,
): Promise<GatewayStack> {
  const app = await createTestApp(options);
  const served = await serveGateway(app, transportTo?.(app.sandbox));
  const { profile } = app.deps.service;
  const { apiVersion, index } = profile.data.headers;
  const indexId = profile.testIndex ?? INDEX;
  const [scheduleId = ""] = sampleSchedules(app, 1);
  const direct: GatewayStack["direct"] = async (path, headers) =>
    await app.sandbox.app.request(`http://sandbox.invalid${path}`, {
      headers: { [apiVersion.name]: profile.data.apiVersion, ...composeCredential(profile, builtInKey), ...headers },
    });
  const wire = createWireFormat(profile);
  const read = await direct(wire.targetOf("schedule", scheduleId));
  const schedule = wire.openBody("schedule", new Uint8Array(await read.arrayBuffer()))?.raw ?? {};
  return {
    app,
    origin: served.origin,
    secret: served.secret,
    tokenId: served.tokenId,
    scheduleId,
    practitionerId: practitionerOf(profile, "schedule", scheduleId, schedule) ?? "",
    here: { headers: { [index.name]: indexId } },
    gateway: served.ask,
    direct,
    async applied(...changes) {
      await applyChanges(app, indexId, changes);
      await app.sendDue();
    },
    async [Symbol.asyncDispose]() {
      await served[Symbol.asyncDispose]();
      await app[Symbol.asyncDispose]();
    },
  };
}
