import type { IncomingMessage, ServerResponse } from "node:http";
import { Pool } from "undici";
import { changedBody, upstreamHeaders } from "./change.ts";
import { serveReady } from "./ready.ts";

/*
 * The lower bound for the gateway: `node:http` and an undici pool. Paths under /change are parsed, changed and
 * serialised; others are piped.
 */
const pool = new Pool(process.env["UPSTREAM"] ?? "", { connections: 128 });

serveReady((request, response) => {
  pass(request, response).catch((error: unknown) => {
    console.error(error);
    response.destroy();
  });
});

async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = request.url ?? "/";
  const isChanged = url.startsWith("/change/");
  const path = url.slice(isChanged ? 7 : 5);
  const { statusCode, headers, body } = await pool.request({ method: "GET", path, headers: upstreamHeaders });
  if (!isChanged) {
    response.writeHead(statusCode, headers);
    body.pipe(response);
    return;
  }
  const text = changedBody(await body.text());
  response.writeHead(statusCode, { ...headers, "content-length": Buffer.byteLength(text) });
  response.end(text);
}
