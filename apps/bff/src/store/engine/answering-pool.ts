import { connect, Socket } from "node:net";
import { setImmediate as whatHasArrived } from "node:timers/promises";
import type { ClientConfig, Pool, PoolConfig } from "pg";

/** How long queries may stay unanswered. */
export interface AnswerLimits {
  /** After so long without an answer PostgreSQL is asked, over another connection, whether it works on the query. */
  askAfterMs: number;
  /** How long that may take. */
  askedForMs: number;
}

export const ANSWER_LIMITS: AnswerLimits = { askAfterMs: 10_000, askedForMs: 5_000 };

/** The code of the protocol by which a new connection asks to end the query of another one. */
const CANCEL_REQUEST = 80_877_102;

/** The class of codes with which PostgreSQL refuses a connection beyond its limits. */
const insufficientResources = "53";

/**
 * A pool that ends a connection on which no answer comes and none is on its way, as after a firewall forgot it: the system
 * notices that after a quarter of an hour. A query on which PostgreSQL works is cancelled when its time is over, also one that
 * is in no transaction and has no limit there.
 */
export async function openAnsweringPool(
  config: PoolConfig,
  limits: AnswerLimits & { statementMs: () => number },
): Promise<Pool> {
  const { default: pg } = await import("pg");
  /** A client whose socket is known here, also under TLS, and by what PostgreSQL or a pooler knows it. */
  class Client extends pg.Client {
    declare readonly processID: number;
    declare readonly secretKey: number;
    readonly socket: Socket;
    constructor(given?: ClientConfig) {
      const socket = new Socket();
      super({ ...given, stream: () => socket });
      this.socket = socket;
    }
  }

  const pool = new pg.Pool({ ...config, Client });
  pool.on("connect", (client) => {
    if (client instanceof Client) watchAnswers(client);
  });
  return pool;

  function watchAnswers(client: Client): void {
    const query = client.query.bind(client) as (...asked: unknown[]) => Promise<unknown>;
    const watched = async (...asked: unknown[]): Promise<unknown> => {
      const before = client.socket.bytesRead;
      // In a transaction PostgreSQL ends it by itself, a little earlier.
      const until = performance.now() + limits.statementMs() + limits.askedForMs;
      let ended: AbortController | undefined;
      const timer = setTimeout(
        () => {
          ended = new AbortController();
          void endUnanswered(client, { before, until, ended: ended.signal });
        },
        Math.min(limits.askAfterMs, until - performance.now()),
      );
      try {
        return await query(...asked);
      } finally {
        clearTimeout(timer);
        ended?.abort();
      }
    };
    client.query = watched as typeof client.query;
  }

  /** Ends a query that has stayed unanswered for a while: `before` are the bytes read when it was sent. */
  async function endUnanswered(
    client: Client,
    { before, until, ended }: { before: number; until: number; ended: AbortSignal },
  ): Promise<void> {
    const { socket } = client;
    let known = before;
    for (;;) {
      // Of a process that stood still the time is over before it has read the answer.
      await whatHasArrived();
      if (ended.aborted) return;
      const isQuiet = performance.now() < until && socket.bytesRead === known && !(await worksOnQuery(client));
      // The answer may have come meanwhile.
      if (isQuiet && !ended.aborted && socket.bytesRead === known) return endConnection(socket);
      const leftMs = until - performance.now();
      if (leftMs <= 0) break;
      known = socket.bytesRead;
      await passed(Math.min(limits.askAfterMs, leftMs), ended);
    }
    cancel(client);
    await passed(limits.askedForMs, ended);
    if (!ended.aborted) endConnection(socket);
  }

  function endConnection(socket: Socket): void {
    socket.destroy(Object.assign(new Error("PostgreSQL does not answer."), { code: "ETIMEDOUT" }));
  }

  /** In the protocol, and not by a query: only so does a pooler know which of its connections is meant. */
  function cancel({ host, port, processID, secretKey }: Client): void {
    const request = Buffer.alloc(16);
    for (const [index, value] of [request.length, CANCEL_REQUEST, processID, secretKey].entries())
      request.writeInt32BE(value, index * 4);
    const socket = host.startsWith("/") ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    socket.on("error", () => undefined);
    // Closed by the other side: PgBouncer ends where who cancels is gone before it has passed that on.
    socket.setKeepAlive(true).resume().unref();
    socket.write(request);
  }

  async function worksOnQuery({ processID }: Client): Promise<boolean> {
    const asking = new Client({
      ...config,
      connectionTimeoutMillis: limits.askedForMs,
      query_timeout: limits.askedForMs,
    });
    asking.on("error", () => undefined);
    try {
      await asking.connect();
      // A pooler names other processes than those that work; there the time limit alone ends a query.
      const { rows } = await asking.query(
        `select 1 where pg_backend_pid() <> $2
         union all select 1 from pg_stat_activity where pid = $1 and state in ('active', 'fastpath function call')`,
        [processID, asking.processID],
      );
      return rows.length > 0;
    } catch (error) {
      // Who has no place for another connection answers, and may well work on the query.
      return error instanceof pg.DatabaseError && error.code?.startsWith(insufficientResources) === true;
    } finally {
      void asking.end().catch(() => undefined);
      // A farewell would wait for an answer too.
      asking.socket.destroySoon();
    }
  }
}

/** Resolves after a time, or at once when the signal says so. */
async function passed(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
