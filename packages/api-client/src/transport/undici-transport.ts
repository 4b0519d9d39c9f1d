import { isIP, type LookupFunction } from "node:net";
// Pool and client alone: undici whole is a hundred files more, 28 ms and 10 MiB of a start.
import Client from "undici/lib/dispatcher/client.js";
import Pool from "undici/lib/dispatcher/pool.js";
import type { Dispatcher } from "undici";
import { ApiConnectionError } from "#/errors/api-errors.ts";
import { decompressBody } from "./response-body.ts";
import { PendingRequest } from "./undici-request.ts";
import type { Transport, TransportRequest, TransportResponse } from "./transport.ts";

export interface UndiciTransportOptions {
  /** How many sockets an origin gets at most. */
  readonly connections?: number;
  /** Asked once for each origin, before the first socket to it; throws where nothing may be sent to it. */
  readonly connectorOf?: (origin: string) => OriginConnector;
}

/** Where the sockets of an origin go. */
export interface OriginConnector {
  /** The addresses of the origin's host, asked for at each new socket; an address that the origin names itself is not looked up. */
  readonly lookUp?: () => Promise<string[]>;
  /** Told when a socket could not be opened. */
  readonly onConnectFailed?: () => void;
}

// The body is decompressed, so the headers about the compressed bytes no longer apply.
function unpackedHeaders(headers: TransportResponse["headers"]): TransportResponse["headers"] {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => name !== "content-encoding" && name !== "content-length"),
  );
}

/** As the net module asks: for all addresses, or for the first one. */
function lookupBy(lookUp: () => Promise<string[]>): LookupFunction {
  return (_hostname, { all }, answer) => {
    lookUp().then(
      (texts) => {
        const addresses = texts.map((address) => ({ address, family: isIP(address) }));
        if (all === true) answer(null, addresses);
        else answer(null, addresses[0]?.address ?? "", addresses[0]?.family);
      },
      (error: NodeJS.ErrnoException) => answer(error, []),
    );
  };
}

/** One socket after another; tells a request whether its socket is an open one. */
class SocketClient extends Client {
  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    if (handler instanceof PendingRequest) handler.isOnUsedSocket = this.stats.connected;
    return super.dispatch(options, handler);
  }
}

/**
 * Sends over kept-alive sockets and never follows a redirect. A GET that met a socket which the service had just closed is sent
 * once more, on a new one; nothing else is repeated.
 */
export function undiciTransport(options: UndiciTransportOptions = {}): Transport {
  const pools = new Map<string, Pool>();

  function poolFor(origin: string, keepsSockets = true): Pool {
    const name = `${keepsSockets} ${origin}`;
    const known = pools.get(name);
    if (known !== undefined) return known;
    const { lookUp, onConnectFailed } = options.connectorOf?.(origin) ?? {};
    // Deadlines are the caller's: a total one, not one per chunk.
    const pool = new Pool(origin, {
      connections: options.connections ?? 128,
      // 0 gives each request a socket of its own.
      pipelining: keepsSockets ? 1 : 0,
      factory: (address, settings) => new SocketClient(address, settings),
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: 65_536,
      ...(lookUp === undefined ? {} : { connect: { lookup: lookupBy(lookUp) } }),
    });
    if (onConnectFailed !== undefined) pool.on("connectionError", onConnectFailed);
    pools.set(name, pool);
    return pool;
  }

  async function sendOver(pool: Pool, request: TransportRequest): Promise<TransportResponse> {
    const { promise, resolve, reject } = Promise.withResolvers<TransportResponse>();
    const pending = new PendingRequest(request, resolve, reject);
    const { method, path, headers, body } = request;
    if (pending.isOpen) pool.dispatch({ method, path, headers, body }, pending);
    return await promise.catch((error: unknown) => {
      if (method !== "GET" || !pending.metClosedSocket || !(error instanceof ApiConnectionError)) throw error;
      return sendOver(poolFor(request.origin, false), request);
    });
  }

  async function send(request: TransportRequest): Promise<TransportResponse> {
    const { status, headers, body } = await sendOver(poolFor(request.origin), request);
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
