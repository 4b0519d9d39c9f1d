import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SettingError, type StartSettings } from "#/start/start-settings.ts";
import { repositoryRoot } from "#/verify/repository.ts";

const cache = join(repositoryRoot, "apps/sandbox/node_modules/.cache/profiles");

/**
 * A start whose sandbox has another spelling than the default one reads it by the profile that the sandbox prints,
 * unless another is given. Throws SettingError, as the sandbox says it.
 */
export function withSandboxProfile(settings: StartSettings): StartSettings {
  const { sandbox, bffEnv } = settings;
  const spelling = sandbox?.env["SANDBOX_SPELLING"] ?? "default";
  if (sandbox === undefined || spelling === "default" || bffEnv["SERVICE_PROFILE"] !== undefined) return settings;
  const profile = printProfile([spelling, ...(sandbox.writes === "on" ? ["--writes"] : [])], sandbox.env);
  mkdirSync(cache, { recursive: true });
  const file = join(cache, `${spelling.replace(":", "-")}-${sandbox.writes}.json`);
  writeFileSync(file, profile);
  return { ...settings, bffEnv: { ...bffEnv, SERVICE_PROFILE: file } };
}

function printProfile(args: string[], env: NodeJS.ProcessEnv): string {
  try {
    return execFileSync(
      process.execPath,
      [join(repositoryRoot, "apps/sandbox/src/profile/print-profile.ts"), ...args],
      {
        env,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
  } catch (error) {
    if (!(error instanceof Error && "stderr" in error && typeof error.stderr === "string")) throw error;
    throw new SettingError(error.stderr.trim(), { cause: error });
  }
}
