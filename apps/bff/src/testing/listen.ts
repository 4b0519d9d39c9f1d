import { createServer, type RequestListener } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";

export interface Listening extends AsyncDisposable {
  origin: string;
  port: number;
}

/** An HTTP server on a free port of this machine, until it is disposed of. */
export async function listen(answer: RequestListener): Promise<Listening> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  // A socket that is closed while it is used again would fail a request of a busy machine.
  server.keepAliveTimeout = 0;
  await once(server, "listening");
  // A server that listens on a port has an address of this form, never a path.
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
