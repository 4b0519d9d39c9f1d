import { Pool } from "undici";
import { ApiBodyTooLargeError } from "#/errors/api-body-too-large-error.ts";
import { ApiConnectionError } from "#/errors/api-connection-error.ts";
import { readBounded } from "./bounded-body.ts";
import type { Transport, TransportRequest, TransportResponse } from "./transport.ts";

/** How many sockets an origin gets at most. */
export interface UndiciTransportOptions {
  readonly connections?: number;
}

const neverLeft = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
  "CERT_HAS_EXPIRED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "ERR_TLS_CERT_ALTNAME_INVALID",
]);

function connectionError(error: unknown): ApiConnectionError {
  const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
  const syscall = error instanceof Error && "syscall" in error ? error.syscall : null;
  const left = !(syscall === "connect" || syscall === "getaddrinfo" || (code !== null && neverLeft.has(code)));
  return new ApiConnectionError({ left, code });
}

// Whoever hands the answer on hands on the unpacked bytes: what told of the packed ones goes.
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
    try {
      const { statusCode, headers, body } = await poolFor(request.origin).request({
        method: request.method,
        path: request.path,
        headers: request.headers,
        body: request.body,
        signal: request.signal,
      });
      const encoding = headers["content-encoding"];
      const bytes = await readBounded(body, typeof encoding === "string" ? encoding : null, request.maxBytes);
      return { status: statusCode, headers: encoding === undefined ? headers : unpackedHeaders(headers), body: bytes };
    } catch (error) {
      if (request.signal.aborted) throw request.signal.reason;
      if (error instanceof ApiBodyTooLargeError || error instanceof ApiConnectionError) throw error;
      throw connectionError(error);
    }
  }

  return {
    send,
    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()));
      pools.clear();
    },
  };
}
