import { createServer, type RequestListener, type Server } from "node:http";
import { onTestFinished } from "vitest";

/** A server on a port of its own until the test ends; the console's relative addresses are sent there. */
export async function serve(listener: RequestListener): Promise<void> {
  const server: Server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const realFetch = globalThis.fetch;
  globalThis.fetch = (to, init) =>
    realFetch(new URL(to instanceof Request ? to.url : to, `http://127.0.0.1:${port}`), init);
  onTestFinished(() => {
    globalThis.fetch = realFetch;
    server.closeAllConnections();
    server.close();
  });
}
