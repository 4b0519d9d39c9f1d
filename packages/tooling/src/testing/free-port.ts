import { createServer } from "node:net";

export async function freePort(): Promise<number> {
  const listening = Promise.withResolvers<void>();
  const server = createServer().listen(0, "127.0.0.1", () => listening.resolve());
  await listening.promise;
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  if (address === null || typeof address === "string") throw new Error("No free port was given.");
  return address.port;
}
