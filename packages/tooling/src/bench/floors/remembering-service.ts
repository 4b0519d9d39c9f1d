import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { Pool } from "undici";
import { serveReady } from "./ready.ts";

/*
 * A caching proxy before the sandbox, so that the bench does not measure the sandbox: a GET that was answered before is
 * answered from memory after a set latency, anything else is forwarded. `POST /-/latency/20` sets the latency in ms.
 */
const upstream = new Pool(process.env["UPSTREAM"] ?? "", { connections: 64 });
const answers = new Map<string, { status: number; headers: IncomingHttpHeaders; body: Buffer }>();
const own = new Set(["connection", "keep-alive", "transfer-encoding", "date", "content-length"]);
const indexHeader = process.env["INDEX_HEADER"]?.toLowerCase() ?? "";
let latencyMs = 0;

serveReady((request, response) => {
  const latency = /^\/-\/latency\/(\d+)$/.exec(request.url ?? "")?.[1];
  if (latency !== undefined) {
    latencyMs = Number(latency);
    response.end();
    return;
  }
  answer(request, response).catch((error: unknown) => {
    console.error(error);
    response.destroy();
  });
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const key = JSON.stringify([request.url, request.headers[indexHeader]]);
  const known = request.method === "GET" ? answers.get(key) : undefined;
  const given = known ?? (await ask(request));
  if (known === undefined && request.method === "GET" && given.status === 200) answers.set(key, given);
  const write = (): void =>
    void response
      .writeHead(given.status, { ...given.headers, "content-length": given.body.byteLength })
      .end(given.body);
  if (latencyMs === 0) write();
  else setTimeout(write, latencyMs);
}

async function ask(request: IncomingMessage) {
  const parts: Buffer[] = [];
  const body: AsyncIterable<Buffer> = request;
  for await (const part of body) parts.push(part);
  const {
    statusCode,
    headers,
    body: given,
  } = await upstream.request({
    method: methodOf(request),
    path: request.url ?? "/",
    headers: without(request.headers),
    body: parts.length === 0 ? null : Buffer.concat(parts),
  });
  return { status: statusCode, headers: without(headers), body: Buffer.from(await given.arrayBuffer()) };
}

function methodOf({ method }: IncomingMessage): "GET" | "POST" {
  return method === "POST" ? "POST" : "GET";
}

function without(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !own.has(name) && name !== "host"));
}
