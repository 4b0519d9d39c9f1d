import type { RecordingPostgres } from "#/bench/recorded-queries.ts";
import type { ChildServer } from "#/child-server.ts";
import type { PostgresServer } from "#/testing/postgres-server.ts";
import type { ServerProcess, Settings } from "#/testing/server-process.ts";
import type { ServiceProcess } from "#/testing/service-process.ts";

export interface BenchStackOptions {
  /** How many practitioners the service has; 5,000 by default. */
  practitioners?: number;
  /** Whether the service takes writes, and the profile names them. */
  writes?: boolean;
  /**
   * Starts the server through which the bff reaches the service, given the sandbox's address; by default it calls the
   * sandbox directly.
   */
  serviceFor?: (sandboxUrl: string) => Promise<ChildServer>;
  /** Where the bff keeps its store; in its data directory by default. */
  postgres?: PostgresServer | undefined;
  /** Whether the bff tells how long its event loop stands. */
  watchesEventLoop?: boolean;
  /** Whether the bff is stopped again, so that its data can be worked with. */
  isStopped?: boolean;
  /** Further settings of the bff, such as an option that preloads a file of the bench. */
  settings?: Settings;
}

/** The real servers as `npm start` runs them, with data of their own and a signed-in administrator. */
export interface BenchStack extends AsyncDisposable {
  sandbox: ServiceProcess;
  service: { url: string };
  bff: ServerProcess;
  /** How long the event loop of the bff stood since this was last asked; throws unless it watches that. */
  eventLoop: () => Promise<{ p99Ms: number; maxMs: number }>;
  /** Calls the bff's API as the administrator; throws unless it succeeds. */
  call: (method: string, path: string, body?: unknown) => Promise<unknown>;
  /** The sample roster of that many practitioners; only the sandbox knows their ids. */
  roster: (practitioners: number) => Promise<string>;
}

/**
 * The stacks of a trial, one in each store: its sections take turns on them, since starting one costs more than most sections
 * do. Each turn begins with a service without latency and faults, and with the profile that the section asks for.
 */
export interface SharedStacks extends AsyncDisposable {
  /** Waits until nobody has the stack; whoever took it gives it back by disposing of it. */
  take(options: BenchStackOptions): Promise<BenchStack>;
  /** The PostgreSQL of the stack that has its store there. */
  postgres(): Promise<RecordingPostgres>;
}
