import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { childEnvironment, ChildServerError, type ChildServer, startChildServer } from "#/child-server.ts";
import { serverBuild } from "#/start/server-build.ts";
import { repositoryRoot } from "#/verify/repository.ts";
import { copyInitialStore, initialSessionCookie, testServerFlags } from "./initial-store.ts";
import { serviceKey } from "./service-process.ts";

/** The connection of the environment has the same id in every installation. */
export const connectionId = "con_environment00000";
/** The profile of the default spelling with its write endpoints. */
export const profileWithWrites = join(repositoryRoot, "packages/api-client/src/profile/with-writes.json");
const main = join(repositoryRoot, serverBuild.output);

export interface Settings {
  readonly [name: string]: string | undefined;
}

export interface ServerProcessOptions {
  /** Its service; one that does not answer unless said otherwise. */
  service?: { url: string };
  /**
   * What a new data directory begins with: a migrated store with an administrator who has a session, one without people,
   * or nothing, as at a first start, which takes seconds.
   */
  store?: "administered" | "empty" | "none";
  /** A data directory that may have a store already; a new one unless said otherwise. */
  dataDir?: string;
  /** Whether its profile names the write endpoints of the default spelling. */
  writes?: boolean;
  /** Further settings, as operators write them. */
  settings?: Settings;
  /** Those of a server that lives for a test unless said otherwise. */
  nodeFlags?: readonly string[];
  /** Called with each line that it writes, but for the ready line. */
  onLine?: (line: string, stream: Stream) => void;
}

type Stream = "stdout" | "stderr";

export interface Answered {
  status: number;
  headers: Headers;
  body: unknown;
}

export interface ServerProcess extends AsyncDisposable {
  dataDir: string;
  readonly url: string;
  readonly pid: number;
  readonly ready: ChildServer["ready"];
  /** Resolves when the process that runs now has ended. */
  readonly exit: ChildServer["exit"];
  /** The session cookie with which `call` asks; every replica of a store takes it. */
  cookie: string;
  /** Asks as the console does, at an address as `addressOf` completes it. */
  call(method: string, path: string, body?: unknown): Promise<Answered>;
  /** Signals the process and does not wait for what it does. */
  signal(signal: NodeJS.Signals): void;
  /** Signals the process, waits until it has ended, and returns its exit code. */
  stop(signal: NodeJS.Signals): Promise<number | null>;
  /** Starts it again on the same data, with the same settings or with these; the session stays valid. */
  start(settings?: Settings): Promise<void>;
  hasEnded(): boolean;
  /** The output of all its processes but for the ready lines. */
  output(stream?: Stream): string;
}

/** A path of the API that does not begin with `/api/v1/` is below the connection. */
export function addressOf(path: string): string {
  return /^\/(?:api\/v1|readyz)\b/.test(path) ? path : `/api/v1/connections/${connectionId}${path}`;
}

/** The server's build in a process of its own, on a data directory or a database that outlives it. */
export async function startServer({
  service = { url: "http://127.0.0.1:9" },
  store = "administered",
  dataDir = mkdtempSync(join(tmpdir(), "test-server-")),
  writes = false,
  settings = {},
  nodeFlags = testServerFlags,
  onLine,
}: ServerProcessOptions = {}): Promise<ServerProcess> {
  const isNew = settings["DATABASE_URL"] === undefined && !existsSync(join(dataDir, "store"));
  if (isNew && store !== "none") copyInitialStore(dataDir, store);
  const lines: { stream: Stream; line: string }[] = [];
  let child: ChildServer | undefined;
  let ended = false;
  const running = (): ChildServer => {
    if (child === undefined) throw new Error("The server is not running.");
    return child;
  };
  const server: ServerProcess = {
    dataDir,
    get url() {
      return running().url;
    },
    get pid() {
      return running().pid;
    },
    get ready() {
      return running().ready;
    },
    get exit() {
      return running().exit;
    },
    cookie: store === "administered" && settings["DATABASE_URL"] === undefined ? initialSessionCookie() : "",
    async call(method, path, body) {
      const { url } = running();
      const answer = await fetch(url + addressOf(path), {
        method,
        headers: {
          Origin: url,
          "X-Directory-Console": "1",
          Cookie: server.cookie,
          ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      server.cookie = answer.headers.getSetCookie()[0]?.split(";")[0] ?? server.cookie;
      const isJson = /[/+]json\b/.test(answer.headers.get("Content-Type") ?? "");
      return {
        status: answer.status,
        headers: answer.headers,
        body: text === "" ? undefined : isJson ? JSON.parse(text) : text,
      };
    },
    signal: (signal) => running().kill(signal),
    async stop(signal) {
      running().kill(signal);
      return (await running().exit).code;
    },
    async start(now = settings) {
      child = await startChildServer({
        script: main,
        nodeFlags,
        env: {
          PORT: "0",
          DATA_DIR: dataDir,
          SERVICE_BASE_URL: service.url,
          SERVICE_API_KEY: serviceKey,
          SERVICE_MODE: "test",
          SERVICE_PROFILE: writes ? profileWithWrites : undefined,
          ...now,
        },
        onLine(line, stream) {
          lines.push({ line, stream });
          onLine?.(line, stream);
        },
      });
      ended = false;
      void child.exit.then(() => (ended = true));
    },
    hasEnded: () => ended,
    output: (stream) =>
      lines
        .filter((said) => stream === undefined || said.stream === stream)
        .map(({ line }) => line)
        .join("\n"),
    async [Symbol.asyncDispose]() {
      if (!ended) await child?.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}

/** Starts the server with settings that it must refuse. Throws unless it ends with one line that does not hold the service's key. */
export async function refusedStart(
  settings: Settings,
  dataDir = mkdtempSync(join(tmpdir(), "test-server-")),
): Promise<{ code: number | null; line: string; made: string[] }> {
  const there = readdirSync(dataDir);
  const said = { stdout: "", stderr: "" };
  const onLine = (line: string, stream: Stream) => (said[stream] += `${line}\n`);
  try {
    await using server = await startServer({ store: "none", dataDir, settings, onLine });
    throw new Error(`It started at ${server.url}.`);
  } catch (error) {
    if (!(error instanceof ChildServerError) || error.exit === undefined) throw error;
    const line = said.stderr.trimEnd();
    if (said.stdout !== "" || line.includes("\n") || line.includes(serviceKey)) throw error;
    return { code: error.exit.code, line, made: readdirSync(dataDir).filter((name) => !there.includes(name)) };
  }
}

/** Runs a command of the build, as an operator does. */
export async function runCommand(
  command: string,
  args: readonly string[],
  settings: Settings,
  /** Sends SIGTERM to the command. */
  stopped?: AbortSignal,
): Promise<{ code: number; out: string; err: string }> {
  const script = join(dirname(main), `${command}.js`);
  const env = childEnvironment({ SERVICE_BASE_URL: "http://127.0.0.1:9", SERVICE_API_KEY: serviceKey, ...settings });
  return await new Promise((resolve) => {
    execFile(process.execPath, [...testServerFlags, script, ...args], { env, signal: stopped }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    );
  });
}
