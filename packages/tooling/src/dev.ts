import { spawn } from "node:child_process";
import { join } from "node:path";
import { withSandboxProfile } from "#/start/sandbox-profile.ts";
import { Servers } from "#/start/servers.ts";
import { startSettings } from "#/start/start-settings.ts";
import { repositoryRoot } from "#/verify/repository.ts";

const servers = new Servers({ watch: true });

try {
  const settings = withSandboxProfile(startSettings(process.env, repositoryRoot));
  await servers.prepare(settings);
  await servers.checkSettings(settings.bffEnv);
  const sandbox = settings.sandbox && (await servers.start("sandbox", settings.sandbox.env));
  const service = sandbox?.url ?? settings.bffEnv["SERVICE_BASE_URL"];
  const bff = await servers.start("bff", { ...settings.bffEnv, SERVICE_BASE_URL: service });
  if (typeof bff.ready["setUpUrl"] === "string") console.log(`First administrator: ${bff.ready["setUpUrl"]}`);

  const folder = join(repositoryRoot, "apps/console");
  const vite = spawn(process.execPath, [join(folder, "node_modules/vite/bin/vite.js")], {
    cwd: folder,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, BFF_ADDRESS: bff.url },
  });
  process.on("exit", () => vite.kill());
  vite.once("exit", () => void servers.stop(1));
} catch (error) {
  await servers.fail(error);
}
