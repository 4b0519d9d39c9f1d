import type { ChildServer } from "#/child-server.ts";
import { buildConsole } from "#/start/console-build.ts";
import { buildServer } from "#/start/server-build.ts";
import { withSandboxProfile } from "#/start/sandbox-profile.ts";
import { Servers } from "#/start/servers.ts";
import { startSettings } from "#/start/start-settings.ts";
import { repositoryRoot } from "#/verify/repository.ts";

const servers = new Servers({ watch: false });

try {
  await start();
} catch (error) {
  await servers.fail(error);
}

async function start(): Promise<void> {
  const settings = withSandboxProfile(startSettings(process.env, repositoryRoot));
  await servers.prepare(settings);

  await Promise.all([
    progress("console", () => buildConsole(repositoryRoot)),
    progress("server", () => buildServer(repositoryRoot)),
  ]);
  await servers.checkSettings(settings.bffEnv);
  const sandboxEnv = settings.sandbox?.env;
  const sandbox = sandboxEnv && (await progress("sandbox", () => servers.start("sandbox", sandboxEnv)));
  const service = sandbox?.url ?? settings.bffEnv["SERVICE_BASE_URL"];
  const bffEnv = { LOG_LEVEL: "warn", ...settings.bffEnv, SERVICE_BASE_URL: service };
  const bff = await progress("server", () => servers.start("bff", bffEnv));
  if (servers.areStopping) return;
  console.log(`
Directory Console is ready.

  Console   ${bff.url}
  Sign in   ${signIn(bff)}
  Data      ${settings.dataDir}${settings.bffEnv["DATABASE_URL"] === undefined ? "" : ", and the database in DATABASE_URL"}
  Service   ${service}${settings.sandbox === undefined ? "" : ` (the built-in sandbox, writes ${settings.sandbox.writes})`}

Ctrl-C stops all of it.
`);
}

async function progress<T>(what: string, work: () => Promise<T>): Promise<T> {
  const since = performance.now();
  const result = await work();
  const seconds = ((performance.now() - since) / 1000).toFixed(1);
  console.log(`  ${what} ${typeof result === "string" ? result : "started"} (${seconds} s)`);
  return result;
}

function signIn({ ready }: ChildServer): string {
  if (typeof ready["setUpUrl"] === "string") return `create the first administrator at ${ready["setUpUrl"]}`;
  const made = ready["createdAdministrator"];
  return typeof made === "string" ? `as ${made}, with the password given` : "with the account that was made before";
}
