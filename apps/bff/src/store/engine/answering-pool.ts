import { Socket } from "node:net";
import type { ClientConfig, Pool, PoolClient, PoolConfig } from "pg";

/** How long queries may stay unanswered. */
export interface AnswerLimits {
  /** After so long without an answer PostgreSQL is asked, over another connection, whether it works on the query. */
  askAfterMs: number;
  /** How long that may take. */
  askedForMs: number;
}

export const ANSWER_LIMITS: AnswerLimits = { askAfterMs: 10_000, askedForMs: 5_000 };

/** The class of codes with which PostgreSQL refuses a connection beyond its limits. */
const insufficientResources = "53";

/**
 * A pool that ends a connection on which no answer comes and none is on its way, as after a firewall forgot it: the system
 * notices that after a quarter of an hour. A query on which PostgreSQL works may take as long as it takes.
 */
export async function openAnsweringPool(config: PoolConfig, limits: AnswerLimits): Promise<Pool> {
  const { default: pg } = await import("pg");
  /** A client whose socket is known here, also under TLS. */
  class Client extends pg.Client {
    readonly socket: Socket;
    constructor(given?: ClientConfig) {
      const socket = new Socket();
      super({ ...given, stream: () => socket });
      this.socket = socket;
    }
  }

  const pool = new pg.Pool({ ...config, Client });
  pool.on("connect", (client) => {
    if (client instanceof Client) watchAnswers(client, client.socket);
  });
  return pool;

  function watchAnswers(client: PoolClient & { processID?: number }, socket: Socket): void {
    const query = client.query.bind(client) as (...asked: unknown[]) => Promise<unknown>;
    const watched = async (...asked: unknown[]): Promise<unknown> => {
      const ended = new AbortController();
      void endUnanswered(client.processID, socket, ended.signal);
      try {
        return await query(...asked);
      } finally {
        ended.abort();
      }
    };
    client.query = watched as typeof client.query;
  }

  async function endUnanswered(processId: number | undefined, socket: Socket, ended: AbortSignal): Promise<void> {
    for (;;) {
      const before = socket.bytesRead;
      await passed(limits.askAfterMs, ended);
      if (ended.aborted) return;
      if (socket.bytesRead !== before || (await worksOnQuery(processId))) continue;
      // The answer may have come meanwhile.
      if (!ended.aborted && socket.bytesRead === before)
        socket.destroy(Object.assign(new Error("PostgreSQL does not answer."), { code: "ETIMEDOUT" }));
    }
  }

  async function worksOnQuery(processId: number | undefined): Promise<boolean> {
    const other = new Client({
      ...config,
      connectionTimeoutMillis: limits.askedForMs,
      query_timeout: limits.askedForMs,
    });
    other.on("error", () => undefined);
    try {
      await other.connect();
      const { rows } = await other.query(
        "select 1 from pg_stat_activity where pid = $1 and state in ('active', 'fastpath function call')",
        [processId],
      );
      return rows.length > 0;
    } catch (error) {
      // Who has no place for another connection answers, and may well work on the query.
      return error instanceof pg.DatabaseError && error.code?.startsWith(insufficientResources) === true;
    } finally {
      void other.end().catch(() => undefined);
      // A farewell would wait for an answer too.
      other.socket.destroySoon();
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
