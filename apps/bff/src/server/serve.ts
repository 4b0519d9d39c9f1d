import { accessSync, constants } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, Server as SocketServer } from "node:net";
import { exitWithError, readSettings, type Settings } from "./settings.ts";
import { SettingError } from "#/runtime/errors.ts";
import { createLog } from "./log.ts";
import { makeFolder } from "./make-folder.ts";
import type { Running } from "./start.ts";
import { hasEmbeddedStore, openEmbeddedEngine } from "#/store/engine/embedded-engine.ts";
import type { Engine } from "#/store/engine/engine.ts";
import type { EngineThread } from "#/store/engine/worker-engine.ts";

type Listener = (...args: Parameters<typeof answerWhileStarting>) => void;

/** Less than what `npm start` and others allow before they kill, and more than a last call may take. */
const STOP_WITHIN_MS = 9_500;
const CONNECTIONS_WITHIN_MS = 6_000;

const RELEASED_AFTER_MS = 1_000;

/** How long a request waits for the start, in ms. */
const START_WITHIN_MS = 30_000;
/**
 * A connection that nobody uses is kept for longer than proxies and clients keep theirs (a minute, mostly): what is sent on one in
 * the moment that it is closed is lost, and answered with 502.
 */
const TIMEOUTS = { requestTimeout: 60_000, headersTimeout: 20_000, keepAliveTimeout: 75_000 };
/** How long a stopping server still answers a proxy on the connections that it keeps open, in ms. */
const PROXY_NOTICES_WITHIN_MS = 1_000;

let listener: Listener = answerWhileStarting;
const waitingForStart = new Set<() => void>();
let running: Promise<Running> | undefined;
let stopping = false;

/**
 * Runs the server with the settings of the environment until it is asked to stop. A wrong setting ends the process with
 * one line.
 */
export async function serve(engineThread: EngineThread | undefined): Promise<void> {
  try {
    await serveBy(readSettings(process.env), engineThread);
  } catch (error) {
    exitWithError(error);
  }
}

/** Answers health checks at once, before the slow parts are loaded. */
async function serveBy(settings: Settings, engineThread: EngineThread | undefined): Promise<void> {
  const log = createLog(settings.logLevel);
  if (settings.databaseUrl === undefined) prepareDataDir(settings.dataDir);
  const server = createServer(TIMEOUTS, (request, response) => answer(request, response));
  const url = await listen(server, settings);
  const stop = (signal: NodeJS.Signals) =>
    void shutDown(server, { signal, log, behindProxy: settings.publicUrl !== undefined });
  process.on("SIGTERM", stop).on("SIGINT", stop);
  process.on("uncaughtException", (error) => {
    log.fatal({ err: error }, "stopped by an uncaught error");
    process.exit(1);
  });

  const openEngine = engineOf(settings, log, engineThread);
  const { start } = await import("./start.ts");
  running = start({ settings, log, openEngine });
  const { handle, setUpToken, createdAdministrator } = await running;
  listener = handle;
  for (const answerNow of waitingForStart) answerNow();
  const setUpUrl = setUpToken === null ? null : `${settings.publicUrl ?? url}/set-up?token=${setUpToken}`;
  setTimeout(releaseMemory, RELEASED_AFTER_MS).unref();
  if (!stopping) process.stdout.write(`${JSON.stringify({ ready: true, url, setUpUrl, createdAdministrator })}\n`);
}

/** What a start leaves would be kept as long as nobody asks for much: some 15 MiB. Needs Node's flag `--expose-gc`. */
function releaseMemory(): void {
  globalThis.gc?.({ type: "major", execution: "sync", flavor: "last-resort" });
}

/**
 * Opens the embedded engine once. An existing store is opened at once in its thread, while this one loads the rest; a
 * new one is created only after all other settings have been checked.
 */
function engineOf(
  { dataDir, databaseUrl }: Settings,
  log: ReturnType<typeof createLog>,
  thread: EngineThread | undefined,
): () => Promise<Engine> {
  const onCrash = (error: Error) => {
    log.fatal({ err: error }, "the embedded store has stopped");
    process.exit(1);
  };
  let engine: Promise<Engine> | undefined;
  const open = () => (engine ??= openEmbeddedEngine({ dataDir, onCrash, thread }));
  if (databaseUrl === undefined && hasEmbeddedStore(dataDir)) open().catch(() => undefined);
  return open;
}

function prepareDataDir(dataDir: string): void {
  try {
    makeFolder(dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new SettingError("DATA_DIR", `${dataDir} cannot be written to (${codeOf(error)}).`, { cause: error });
  }
}

async function listen(server: Server, { host, port }: Settings): Promise<string> {
  const listening = Promise.withResolvers<void>();
  server.once("error", listening.reject).listen(port, host, () => listening.resolve());
  try {
    await listening.promise;
  } catch (error) {
    const code = codeOf(error);
    if (code === "EADDRINUSE")
      throw new SettingError("PORT", `${port} on ${host} is already in use by another process.`, { cause: error });
    if (code === "EACCES")
      throw new SettingError("PORT", `the user of this process may not listen on ${port}.`, { cause: error });
    throw new SettingError("HOST", `cannot listen on ${host} (${code}).`, { cause: error });
  }
  const name = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${addressOf(server).port}`;
}

/** A server that listens on a port has an address of this form, never a path. */
function addressOf(server: Server): AddressInfo {
  return server.address() as AddressInfo;
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  // A proxy that keeps connections open learns to take another one, before this one is closed.
  if (stopping) response.shouldKeepAlive = false;
  listener(request, response);
}

/** Probes are answered at once; what others ask waits, so that a restart costs them a moment and no error. */
function answerWhileStarting(request: IncomingMessage, response: ServerResponse): void {
  if (request.url === "/healthz" || request.url === "/readyz") return answerNotReady(request, response);
  const answerNow = () => {
    clearTimeout(late);
    waitingForStart.delete(answerNow);
    if (!response.destroyed) (listener === answerWhileStarting ? answerNotReady : listener)(request, response);
  };
  const late = setTimeout(answerNow, START_WITHIN_MS).unref();
  waitingForStart.add(answerNow);
  response.once("close", () => waitingForStart.delete(answerNow));
}

function answerNotReady(request: IncomingMessage, response: ServerResponse): void {
  const isUp = request.url === "/healthz";
  const part = { ready: false, code: null, detail: "still starting" };
  const starting = { ready: false, parts: { store: part, migrations: part } };
  response.writeHead(isUp ? 200 : 503, {
    "Content-Type": "application/json",
    "Cache-Control": "no-store",
    ...(isUp ? {} : { "Retry-After": "1" }),
  });
  response.end(JSON.stringify(isUp ? { status: "up" } : starting));
}

/**
 * Stops between two calls. After SIGTERM what was not sent goes on by itself, here or in another process; after SIGINT,
 * which a person sends, it waits for a person.
 */
async function shutDown(
  server: Server,
  { signal, log, behindProxy }: { signal: NodeJS.Signals; log: ReturnType<typeof createLog>; behindProxy: boolean },
): Promise<void> {
  if (stopping) return;
  stopping = true;
  const holdBack = signal === "SIGINT";
  log.info({ signal }, "stopping");
  setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
  setTimeout(() => server.closeAllConnections(), CONNECTIONS_WITHIN_MS).unref();
  const closed = closeServer(server, behindProxy ? PROXY_NOTICES_WITHIN_MS : 0);
  const attempt = async (step: (running: Running) => Promise<void>) =>
    await running?.then(step).catch((error: unknown) => log.error({ err: error }, "stopping failed"));
  await Promise.all([attempt(({ stopWork }) => stopWork({ holdBack })), closed]);
  // A request that was answered meanwhile may have applied more.
  if (holdBack) await attempt(({ stopWork }) => stopWork({ holdBack }));
  await attempt(({ close }) => close());
  process.exit(0);
}

/**
 * Takes no more connections, and resolves when the last one is closed. Idle ones are closed after a while, in ms: a
 * request that a proxy has just sent on one of them would get no answer, and may not be sent twice.
 */
async function closeServer(server: Server, idleMs: number): Promise<void> {
  const closed = Promise.withResolvers<void>();
  // After the connections that wait to be accepted; and without http's own way to close, which ends idle ones at once.
  setImmediate(() => SocketServer.prototype.close.call(server, () => closed.resolve()));
  const closeIdle = () => server.closeIdleConnections();
  const wait = setTimeout(() => {
    closeIdle();
    setInterval(closeIdle, 100).unref();
  }, idleMs);
  await closed.promise;
  clearTimeout(wait);
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
