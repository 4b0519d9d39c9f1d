import { spawn } from "node:child_process";
import { join } from "node:path";
import { type Build, buildOnce } from "./build-once.ts";

export const consoleBuild: Build = {
  inputs: [
    "apps/console/{src,public}/**/*",
    "apps/console/*",
    "packages/{contract,directory}/{package.json,src/**/*}",
    "packages/tooling/tsconfig.base.json",
    "pnpm-lock.yaml",
  ],
  except: /\.test\.tsx?$|\.md$|playwright\.config\.ts$/,
  output: "apps/console/dist/index.html",
  stamp: "apps/console/node_modules/.cache/console-build",
};

/** Builds the console into apps/console/dist; throws an error with the builder's output. */
export async function buildConsole(root: string): Promise<"built" | "unchanged"> {
  return await buildOnce(root, consoleBuild, () => runVite(join(root, "apps/console")));
}

/** Builds with the console's builder. */
export function runVite(folder: string, args: readonly string[] = []): Promise<void> {
  const vite = join(folder, "node_modules/vite/bin/vite.js");
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [vite, "build", "--logLevel", "warn", ...args], {
      cwd: folder,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, NODE_ENV: "production" },
    });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
    child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`The console could not be built:\n${output.trim()}`));
    });
  });
}
