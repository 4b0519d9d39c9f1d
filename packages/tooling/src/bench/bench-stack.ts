import { composeCredential, shippedProfile } from "@dc/api-client";
import { builtInKey } from "@dc/sandbox/app";
import { openEventLoopLog } from "#/bench/event-loop.ts";
import type { BenchStack, BenchStackOptions } from "#/bench/stack-types.ts";
import type { BenchSize } from "#/bench/size.ts";
import { nodeFlags } from "#/start/node-flags.ts";
import { buildServer } from "#/start/server-build.ts";
import { initialAdministrator, makeInitialStore } from "#/testing/initial-store.ts";
import type { PostgresServer } from "#/testing/postgres-server.ts";
import { type Settings, startServer } from "#/testing/server-process.ts";
import { startService } from "#/testing/service-process.ts";
import { repositoryRoot } from "#/verify/repository.ts";

const API_VERSION = "2026-09-01";

const profile = shippedProfile();

/** The header that names the index in calls to the service. */
export const indexHeader = profile.data.headers.index.name;

/** The header that names the version of the interface in calls to the service. */
export const versionHeader = { [profile.data.headers.apiVersion.name]: API_VERSION };

/** How many practitioners the service has. */
const PRACTITIONERS = 5_000;

/** How long an apply can be undone; a trial does not wait for it. */
export const UNDO_MS = 5_000;

/**
 * Starts sandbox, service and bff, or waits for a turn on those of the trial; throws ChildServerError if one of them does not
 * become ready.
 */
export async function startBenchStack(size: BenchSize, options: BenchStackOptions = {}): Promise<BenchStack> {
  return await (size.shared?.take(options) ?? startOwnStack(size, options));
}

/** Starts sandbox, service and bff for one section, or for all of a trial. */
export async function startOwnStack(size: BenchSize, options: BenchStackOptions): Promise<BenchStack> {
  const { practitioners = size.of(PRACTITIONERS), writes = false, serviceFor, postgres, settings = {} } = options;
  await buildServer(repositoryRoot);
  await makeInitialStore();
  const sandbox = await startService({ practitioners, writes });
  const service = await serviceFor?.(sandbox.url);
  const log = options.watchesEventLoop === true ? openEventLoopLog() : undefined;
  const bff = await startServer({
    service: service ?? sandbox,
    writes,
    nodeFlags: [...nodeFlags.bff, ...size.nodeFlags],
    settings: {
      LOG_LEVEL: "warn",
      TEST_WAIT_MS: String(size.of(UNDO_MS)),
      ...(postgres === undefined ? {} : onPostgres(postgres)),
      ...settings,
      ...(log === undefined
        ? {}
        : { ...log.env, NODE_OPTIONS: [settings["NODE_OPTIONS"], log.env["NODE_OPTIONS"]].join(" ") }),
    },
  });
  if (postgres !== undefined) await bff.call("POST", "/api/v1/session", initialAdministrator);
  if (options.isStopped === true) await bff.stop("SIGTERM");
  return {
    sandbox,
    service: service ?? sandbox,
    bff,
    async eventLoop() {
      if (log === undefined) throw new Error("This server does not tell how its event loop stood.");
      return await log.read(bff.pid);
    },
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
      log?.[Symbol.dispose]();
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
    ...versionHeader,
    [indexHeader]: indexId,
    ...composeCredential(profile, builtInKey),
  };
}
