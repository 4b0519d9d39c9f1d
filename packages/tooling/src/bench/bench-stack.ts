import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { composeCredential, shippedProfile } from "@dc/api-client";
import { builtInKey } from "@dc/sandbox/app";
import { startChildServer, type ChildServer } from "#/child-server.ts";
import { nodeFlags } from "#/start/node-flags.ts";
import { buildServer, serverBuild } from "#/start/server-build.ts";
import { repositoryRoot } from "#/verify/repository.ts";

export const ADMIN = { email: "bench@example.org", password: "a-password-for-the-bench" };
/** The connection of the environment, which has the same id in every installation. */
export const CONNECTION_ID = "con_environment00000";
export const CONNECTION_API = `/api/v1/connections/${CONNECTION_ID}`;
const API_VERSION = "2026-09-01";

const profile = shippedProfile();

/** The header that names the index in calls to the service. */
export const indexHeader = profile.data.headers.index.name;

export interface BenchStackOptions {
  /**
   * Starts the server through which the bff reaches the service, given the sandbox's address; by default it calls the
   * sandbox directly.
   */
  serviceFor?: (sandboxUrl: string) => Promise<ChildServer>;
  consoleDir?: string;
  databaseUrl?: string;
  /** Further environment of the bff, such as an option that preloads a file of the bench. */
  extraEnv?: Readonly<Record<string, string>>;
}

/** The real servers as `npm start` runs them, with data of their own and a signed-in administrator. */
export interface BenchStack extends AsyncDisposable {
  dataDir: string;
  sandbox: ChildServer;
  service: ChildServer;
  bff: ChildServer;
  bffEnv: Record<string, string>;
  cookie: string;
  /** Calls the bff's API as the administrator; throws unless it succeeds. */
  call: (method: string, path: string, body?: unknown) => Promise<unknown>;
  /** The sample roster of that many practitioners; only the sandbox knows their ids. */
  roster: (practitioners: number) => Promise<string>;
  /** Restarts the bff on the same data. */
  restartBff: () => Promise<void>;
}

/** Starts sandbox, service and bff; throws ChildServerError if one of them does not become ready. */
export async function startBenchStack({
  serviceFor,
  consoleDir,
  databaseUrl,
  extraEnv,
}: BenchStackOptions = {}): Promise<BenchStack> {
  await buildServer(repositoryRoot);
  const dataDir = mkdtempSync(join(tmpdir(), "bench-stack-"));
  const sandbox = await startSandbox(dataDir);
  const service = serviceFor === undefined ? sandbox : await serviceFor(sandbox.url);
  const bffEnv: Record<string, string> = {
    HOST: "127.0.0.1",
    PORT: "0",
    DATA_DIR: dataDir,
    LOG_LEVEL: "warn",
    SERVICE_BASE_URL: service.url,
    SERVICE_API_KEY: builtInKey,
    SERVICE_API_VERSION: API_VERSION,
    SERVICE_MODE: "test",
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    ...(consoleDir === undefined ? {} : { CONSOLE_DIR: consoleDir }),
    ...(databaseUrl === undefined
      ? {}
      : { DATABASE_URL: databaseUrl, SECRET_KEY: Buffer.alloc(32, 7).toString("base64") }),
    ...extraEnv,
  };
  const stack: BenchStack = {
    dataDir,
    sandbox,
    service,
    bff: await startBff(bffEnv),
    bffEnv,
    cookie: "",
    call: (method, path, body) => callBff(stack, method, path, body),
    roster: async (practitioners) => {
      const answer = await fetch(
        `${String(sandbox.ready["controlUrl"])}/samples/roster.csv?practitioners=${practitioners}`,
      );
      return answer.text();
    },
    restartBff: async () => {
      await stack.bff.stop();
      stack.bff = await startBff(bffEnv);
    },
    async [Symbol.asyncDispose]() {
      await stack.bff.stop();
      if (service !== sandbox) await service.stop();
      await sandbox.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  stack.cookie = await signIn(stack);
  return stack;
}

/** Starts a sandbox with its control API. */
export function startSandbox(dataDir: string): Promise<ChildServer> {
  return startChildServer({
    script: join(repositoryRoot, "apps/sandbox/src/main.ts"),
    env: { HOST: "127.0.0.1", SANDBOX_PORT: "0", SANDBOX_CONTROL_PORT: "0", DATA_DIR: dataDir },
  });
}

/** Starts the bff as `npm start` does, with an environment of its own. */
export function startBff(env: Record<string, string>): Promise<ChildServer> {
  return startChildServer({
    script: join(repositoryRoot, serverBuild.output),
    nodeFlags: nodeFlags.bff,
    env,
  });
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

async function signIn({ bff }: BenchStack): Promise<string> {
  const answer = await fetch(`${bff.url}/api/v1/session`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Directory-Console": "1" },
    body: JSON.stringify(ADMIN),
  });
  const cookie = answer.headers.getSetCookie()[0]?.split(";")[0];
  if (answer.status !== 200 || cookie === undefined)
    throw new Error(`Nobody could sign in: ${answer.status} ${await answer.text()}`);
  return cookie;
}

async function callBff({ bff, cookie }: BenchStack, method: string, path: string, body: unknown): Promise<unknown> {
  const answer = await fetch(`${bff.url}${CONNECTION_API}${path}`, {
    method,
    headers: { "Content-Type": "application/json", "X-Directory-Console": "1", Cookie: cookie },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${await answer.text()}`);
  return answer.status === 204 ? null : await answer.json();
}
