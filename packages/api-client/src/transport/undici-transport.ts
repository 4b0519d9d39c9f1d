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
  /** How many kept-alive sockets an origin gets at most. */
  readonly connections?: number;
  /** Asked before the first socket to an origin, and before the first new one for a repeated GET; throws where nothing may be sent. */
  readonly connectorOf?: (origin: string) => OriginConnector;
}

/** Where the sockets of an origin go. */
export interface OriginConnector {
  /** The addresses of the origin's host, asked for at each new socket; an address that the origin names itself is not looked up. */
  readonly lookUp?: () => Promise<string[]>;
  /** Told when a socket could not be opened. */
  readonly onConnectFailed?: () => void;
}

/** Headers about the compressed bytes, which no longer apply once the body is decompressed. */
const ofPackedBody: ReadonlySet<string> = new Set([
  "content-encoding",
  "content-length",
  "content-digest",
  "content-md5",
  "digest",
  "repr-digest",
]);

function unpackedHeaders(headers: TransportResponse["headers"]): TransportResponse["headers"] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ofPackedBody.has(name)));
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

/** How many sockets an origin gets beside, for repeated GETs. */
const NEW_SOCKETS = 4;

/**
 * Sends over kept-alive sockets and never follows a redirect. A GET whose used socket broke before an answer began is sent once
 * more, on a new one; nothing else is repeated, and nothing after closing.
 */
export function undiciTransport(options: UndiciTransportOptions = {}): Transport {
  const pools = new Map<string, Pool>();
  let isClosed = false;

  function poolFor(origin: string, keepsSockets: boolean): Pool {
    if (isClosed) throw new ApiConnectionError({ mayHaveArrived: false, code: null });
    const name = `${keepsSockets} ${origin}`;
    const known = pools.get(name);
    if (known !== undefined) return known;
    const { lookUp, onConnectFailed } = options.connectorOf?.(origin) ?? {};
    // Deadlines are the caller's: a total one, not one per chunk.
    const pool = new Pool(origin, {
      connections: keepsSockets ? (options.connections ?? 128) : NEW_SOCKETS,
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

  function sendOver(pool: Pool, request: TransportRequest) {
    const { promise: answer, resolve, reject } = Promise.withResolvers<TransportResponse>();
    const pending = new PendingRequest(request, resolve, reject);
    const { method, path, headers, body } = request;
    if (pending.isOpen) pool.dispatch({ method, path, headers, body }, pending);
    return { answer, pending };
  }

  async function answerTo(request: TransportRequest): Promise<TransportResponse> {
    const { answer, pending } = sendOver(poolFor(request.origin, true), request);
    return await answer.catch((error: unknown) => {
      const isRepeated = request.method === "GET" && pending.lostUsedSocket && error instanceof ApiConnectionError;
      if (!isRepeated) throw error;
      return sendOver(poolFor(request.origin, false), request).answer;
    });
  }

  async function send(request: TransportRequest): Promise<TransportResponse> {
    const { status, headers, body } = await answerTo(request);
    const { "content-encoding": sent } = headers;
    if (sent === undefined) return { status, headers, body };
    const encoding = (typeof sent === "string" ? sent : sent.join(", ")).trim().toLowerCase();
    if (encoding === "identity") return { status, headers, body };
    return { status, headers: unpackedHeaders(headers), body: await decompressBody(body, encoding, request.maxBytes) };
  }

  return {
    send,
    async close() {
      isClosed = true;
      await Promise.all([...pools.values()].map((pool) => pool.destroy()));
      pools.clear();
    },
  };
}
