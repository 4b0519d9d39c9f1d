// The pool alone: undici whole is a hundred files more, 28 ms and 10 MiB of a start.
import Pool from "undici/lib/dispatcher/pool.js";
import { decompressBody } from "./response-body.ts";
import { PendingRequest } from "./undici-request.ts";
import type { Transport, TransportRequest, TransportResponse } from "./transport.ts";

/** How many sockets an origin gets at most. */
export interface UndiciTransportOptions {
  readonly connections?: number;
}

// The body is decompressed, so the headers about the compressed bytes no longer apply.
function unpackedHeaders(headers: TransportResponse["headers"]): TransportResponse["headers"] {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => name !== "content-encoding" && name !== "content-length"),
  );
}

/** Sends over kept-alive sockets; never follows a redirect, never repeats a request. */
export function undiciTransport(options: UndiciTransportOptions = {}): Transport {
  const pools = new Map<string, Pool>();

  function poolFor(origin: string): Pool {
    const known = pools.get(origin);
    if (known !== undefined) return known;
    // Deadlines are the caller's: a total one, not one per chunk.
    const pool = new Pool(origin, {
      connections: options.connections ?? 128,
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: 65_536,
    });
    pools.set(origin, pool);
    return pool;
  }

  async function send(request: TransportRequest): Promise<TransportResponse> {
    const { status, headers, body } = await new Promise<TransportResponse>((resolve, reject) => {
      const pending = new PendingRequest(request, resolve, reject);
      const { method, path, headers: sent, body: text } = request;
      if (pending.isOpen) poolFor(request.origin).dispatch({ method, path, headers: sent, body: text }, pending);
    });
    const { "content-encoding": sent } = headers;
    if (sent === undefined) return { status, headers, body };
    const encoding = typeof sent === "string" ? sent : sent.join(", ");
    return { status, headers: unpackedHeaders(headers), body: await decompressBody(body, encoding, request.maxBytes) };
  }

  return {
    send,
    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()));
      pools.clear();
    },
  };
}
