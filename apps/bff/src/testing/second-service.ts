import { createSandbox, type Sandbox, type SandboxOptions } from "@dc/sandbox/app";
import { getRequestListener } from "@hono/node-server";
import { listen } from "./listen.ts";

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
  const server = await listen((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    void listener(request, response);
  });
  return {
    origin: server.origin,
    sandbox,
    asked,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      sandbox.close();
    },
  };
}
