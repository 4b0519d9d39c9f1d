import { join } from "node:path";
import { ChildServerError, startChildServer, type ChildServer } from "#/child-server.ts";
import { buildConsole } from "#/start/console-build.ts";
import { holdDataDirectory, type HeldDirectory } from "#/start/data-directory.ts";
import { checkFreePort } from "#/start/free-port.ts";
import { SettingError, startSettings, type Environment, type StartSettings } from "#/start/start-settings.ts";
import { repositoryRoot } from "#/verify/repository.ts";

const STOP_WITHIN_MS = 10_000;

const running: { name: string; server: ChildServer }[] = [];
let held: HeldDirectory | undefined;
let stopping: Promise<never> | undefined;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void stop(0));

try {
  await start(startSettings(process.env, repositoryRoot));
} catch (error) {
  // The child has said its line already; what else can be thrown is said here.
  if (!(error instanceof ChildServerError && error.output !== "")) {
    console.error(error instanceof SettingError || error instanceof ChildServerError ? error.message : error);
  }
  await stop(1);
}

async function start(settings: StartSettings): Promise<void> {
  await checkFreePort("PORT", settings.host, settings.port);
  if (settings.sandbox !== undefined) await checkFreePort("SANDBOX_PORT", "127.0.0.1", settings.sandbox.port);
  if (settings.keepsData) held = holdDataDirectory(settings.dataDir);

  const [sandbox] = await Promise.all([
    settings.sandbox && progress("sandbox", () => startChild("sandbox", settings.sandbox?.env ?? {})),
    progress("console", () => buildConsole(repositoryRoot)),
  ]);
  const service = sandbox?.url ?? settings.bffEnv["SERVICE_BASE_URL"];
  const bff = await progress("server", () => startChild("bff", { ...settings.bffEnv, SERVICE_BASE_URL: service }));
  if (stopping !== undefined) return;
  console.log(`
Directory Console is ready.

  Console   ${bff.url}
  Sign in   ${signIn(bff)}
  Data      ${settings.dataDir}${settings.bffEnv["DATABASE_URL"] === undefined ? "" : ", and the database in DATABASE_URL"}
  Service   ${service}${settings.sandbox === undefined ? "" : ` (the built-in sandbox, writes ${settings.sandbox.writes})`}

Ctrl-C stops all of it.
`);
}

async function startChild(name: "sandbox" | "bff", env: Environment): Promise<ChildServer> {
  const server = await startChildServer({
    script: join(repositoryRoot, "apps", name, "src", "main.ts"),
    env,
    onLine: (line, stream) => (stream === "stderr" ? console.error(line) : console.log(line)),
  });
  running.push({ name, server });
  void server.exit.then(({ code, signal }) => {
    if (stopping !== undefined) return;
    console.error(`The ${name} ended on its own (${signal ?? `exit code ${code}`}); everything stops.`);
    void stop(1);
  });
  return server;
}

async function progress<T>(what: string, work: () => Promise<T>): Promise<T> {
  const since = performance.now();
  const result = await work();
  const seconds = ((performance.now() - since) / 1000).toFixed(1);
  console.log(`  ${what} ${typeof result === "string" ? result : "started"} (${seconds} s)`);
  return result;
}

function signIn({ ready }: ChildServer): string {
  if (typeof ready["setupUrl"] === "string") return `make the first administrator once at ${ready["setupUrl"]}`;
  return typeof ready["signIn"] === "string" ? ready["signIn"] : "with the account that was made before";
}

function stop(code: number): Promise<never> {
  stopping ??= stopAll(code);
  return stopping;
}

// The bff first: what it has under way may still need the service.
async function stopAll(code: number): Promise<never> {
  for (const { server } of running.toReversed()) await server.stop(STOP_WITHIN_MS);
  held?.close();
  process.exit(code);
}
