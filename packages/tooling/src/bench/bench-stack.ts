import { composeCredential, shippedProfile } from "@dc/api-client";
import { builtInKey } from "@dc/sandbox/app";
import type { BenchSize } from "#/bench/size.ts";
import type { ChildServer } from "#/child-server.ts";
import { nodeFlags } from "#/start/node-flags.ts";
import { buildServer } from "#/start/server-build.ts";
import { initialAdministrator, makeInitialStore } from "#/testing/initial-store.ts";
import type { PostgresServer } from "#/testing/postgres-server.ts";
import { type ServerProcess, type Settings, startServer } from "#/testing/server-process.ts";
import { type ServiceProcess, startService } from "#/testing/service-process.ts";
import { repositoryRoot } from "#/verify/repository.ts";

const API_VERSION = "2026-09-01";

const profile = shippedProfile();

/** The header that names the index in calls to the service. */
export const indexHeader = profile.data.headers.index.name;

/** How many practitioners the service has. */
const PRACTITIONERS = 5_000;

/** How long an apply can be undone; a trial does not wait for it. */
export const UNDO_MS = 5_000;

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
  /** Further settings of the bff, such as an option that preloads a file of the bench. */
  settings?: Settings;
}

/** The real servers as `npm start` runs them, with data of their own and a signed-in administrator. */
export interface BenchStack extends AsyncDisposable {
  sandbox: ServiceProcess;
  service: { url: string };
  bff: ServerProcess;
  /** Calls the bff's API as the administrator; throws unless it succeeds. */
  call: (method: string, path: string, body?: unknown) => Promise<unknown>;
  /** The sample roster of that many practitioners; only the sandbox knows their ids. */
  roster: (practitioners: number) => Promise<string>;
}

/** Starts sandbox, service and bff; throws ChildServerError if one of them does not become ready. */
export async function startBenchStack(
  size: BenchSize,
  { practitioners = size.of(PRACTITIONERS), writes = false, serviceFor, postgres, settings }: BenchStackOptions = {},
): Promise<BenchStack> {
  await buildServer(repositoryRoot);
  await makeInitialStore();
  const sandbox = await startService({ practitioners, writes });
  const service = await serviceFor?.(sandbox.url);
  const bff = await startServer({
    service: service ?? sandbox,
    writes,
    nodeFlags: [...nodeFlags.bff, ...size.nodeFlags],
    settings: {
      LOG_LEVEL: "warn",
      TEST_WAIT_MS: String(size.of(UNDO_MS)),
      ...(postgres === undefined ? {} : onPostgres(postgres)),
      ...settings,
    },
  });
  if (postgres !== undefined) await bff.call("POST", "/api/v1/session", initialAdministrator);
  return {
    sandbox,
    service: service ?? sandbox,
    bff,
    async call(method, path, body) {
      const answer = await bff.call(method, path, body);
      if (answer.status >= 300)
        throw new Error(`${method} ${path} was answered with ${answer.status}: ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
    roster: async (practitioners) =>
      String(await sandbox.control("GET", `/samples/roster.csv?practitioners=${practitioners}`)),
    async [Symbol.asyncDispose]() {
      await bff[Symbol.asyncDispose]();
      await service?.stop();
      await sandbox[Symbol.asyncDispose]();
    },
  };
}

/** The settings of a server with its store there, whose first start creates the administrator. */
function onPostgres({ url }: PostgresServer): Settings {
  const { email, password } = initialAdministrator;
  const SECRET_KEY = Buffer.alloc(32, 7).toString("base64");
  return { DATABASE_URL: url, SECRET_KEY, ADMIN_EMAIL: email, ADMIN_PASSWORD: password };
}

/** The headers for calling the service directly. */
export function serviceHeaders(indexId: string): Record<string, string> {
  return {
    accept: "application/json",
    [profile.data.headers.apiVersion.name]: API_VERSION,
    [indexHeader]: indexId,
    ...composeCredential(profile, builtInKey),
  };
}
