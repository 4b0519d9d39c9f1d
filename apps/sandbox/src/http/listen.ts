import type { AddressInfo, Socket } from "node:net";
import { serve, type ServerType } from "@hono/node-server";
import { SettingError } from "#/settings/setting-error.ts";

type Fetch = Parameters<typeof serve>[0]["fetch"];

export interface ListenOptions {
  readonly host: string;
  /** 0 selects any free port. */
  readonly port: number;
  readonly controlPort?: number;
}

/** The parts of a sandbox that are served: its two applications, and the count of open connections. */
export interface Servers {
  readonly app: { readonly fetch: Fetch };
  readonly control: { readonly fetch: Fetch };
  readonly sockets: { open: number };
}

export interface Listening {
  readonly url: string;
  readonly controlUrl: string | null;
  close(): Promise<void>;
}

/** Serves the sandbox on real sockets; throws a `SettingError`, and leaves nothing open, when it cannot listen there. */
export async function listen(sandbox: Servers, { host, port, controlPort }: ListenOptions): Promise<Listening> {
  const service = await open({ fetch: sandbox.app.fetch, host, port, setting: "SANDBOX_PORT" });
  service.on("connection", (socket: Socket) => {
    sandbox.sockets.open += 1;
    socket.once("close", () => (sandbox.sockets.open -= 1));
  });
  if (controlPort === undefined)
    return { url: urlOf(service, host), controlUrl: null, close: () => closeServer(service) };
  const control = await open({
    fetch: sandbox.control.fetch,
    host,
    port: controlPort,
    setting: "SANDBOX_CONTROL_PORT",
  }).catch(async (cause: unknown) => {
    await closeServer(service);
    throw cause;
  });
  return {
    url: urlOf(service, host),
    controlUrl: urlOf(control, host),
    close: async () => void (await Promise.all([closeServer(service), closeServer(control)])),
  };
}

function open({
  fetch,
  host,
  port,
  setting,
}: {
  fetch: Fetch;
  host: string;
  port: number;
  setting: string;
}): Promise<ServerType> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch, hostname: host, port }, () => resolve(server));
    server.once("error", (cause: NodeJS.ErrnoException) => {
      const taken = cause.code === "EADDRINUSE" || cause.code === "EACCES";
      reject(
        taken
          ? new SettingError(
              setting,
              `port ${port} on ${host} cannot be used (${cause.code === "EACCES" ? "not allowed" : "already in use"})`,
            )
          : new SettingError("HOST", `cannot listen on ${host} (${cause.code ?? cause.message})`),
      );
    });
  });
}

function urlOf(server: ServerType, host: string): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${addressOf(server).port}`;
}

/** A server that listens on a host and port has an address of this form. */
function addressOf(server: ServerType): AddressInfo {
  return server.address() as AddressInfo;
}

function closeServer(server: ServerType): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    if ("closeAllConnections" in server) server.closeAllConnections();
  });
}
