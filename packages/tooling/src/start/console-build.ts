import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const INPUTS = [
  "apps/console/{src,public}/**/*",
  "apps/console/*",
  "packages/{contract,directory}/{package.json,src/**/*}",
  "packages/tooling/tsconfig.base.json",
  "pnpm-lock.yaml",
];
const NOT_BUILT = /\.test\.tsx?$|\.md$|playwright\.config\.ts$/;

/** One hash over everything that the console's build reads. */
export function consoleInputsHash(root: string): string {
  const hash = createHash("sha256");
  const paths = globSync(INPUTS, { cwd: root }).filter(
    (path) => !NOT_BUILT.test(path) && statSync(join(root, path)).isFile(),
  );
  for (const path of paths.toSorted()) {
    const content = readFileSync(join(root, path));
    hash.update(`${path.replaceAll("\\", "/")}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

/** Builds the console into apps/console/dist unless it stands there already, made from the same inputs; throws with the builder's words. */
export async function buildConsole(root: string): Promise<"built" | "unchanged"> {
  const folder = join(root, "apps/console");
  const stamp = join(folder, "node_modules/.cache/console-build");
  const inputs = consoleInputsHash(root);
  if (existsSync(join(folder, "dist/index.html")) && existsSync(stamp) && readFileSync(stamp, "utf8") === inputs) {
    return "unchanged";
  }
  rmSync(stamp, { force: true });
  await runVite(folder);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, inputs);
  return "built";
}

function runVite(folder: string): Promise<void> {
  const vite = join(folder, "node_modules/vite/bin/vite.js");
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [vite, "build", "--logLevel", "warn"], {
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
