import type { RequestListener } from "node:http";
import { createServer } from "node:http";

/** Listens on a free local port and prints the ready line, as every server here does. */
export function serveReady(listener: RequestListener): void {
  const server = createServer(listener).listen(0, "127.0.0.1", () => printReady(server.address()));
  process.on("SIGTERM", () => process.exit(0));
}

/** Prints the ready line that the parent process waits for. */
export function printReady(address: ReturnType<ReturnType<typeof createServer>["address"]>): void {
  if (address === null || typeof address === "string") throw new Error("No port was given.");
  process.stdout.write(`${JSON.stringify({ ready: true, url: `http://127.0.0.1:${address.port}` })}\n`);
}
