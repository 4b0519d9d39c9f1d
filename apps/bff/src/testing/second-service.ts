import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createSandbox, type Sandbox, type SandboxOptions } from "@dc/sandbox/app";
import { getRequestListener } from "@hono/node-server";

export interface SecondService extends AsyncDisposable {
  /** Its address, on a port of its own of this machine. */
  origin: string;
  sandbox: Sandbox;
  /** The paths that were asked for, in order. */
  asked: string[];
}

/** Another service beside the one of the environment, on a real socket. */
export async function startSecondService(options: SandboxOptions = {}): Promise<SecondService> {
  const sandbox = createSandbox({ practitioners: 20, ...options });
  const listener = getRequestListener(sandbox.app.fetch);
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    void listener(request, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sandbox,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      sandbox.close();
    },
  };
}
