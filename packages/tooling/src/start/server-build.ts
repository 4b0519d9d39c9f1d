import { rmSync } from "node:fs";
import { join } from "node:path";
import { type Build, buildOnce } from "./build-once.ts";

export const serverBuild: Build = {
  inputs: [
    "apps/bff/{package.json,src/**/*}",
    "packages/{contract,directory,api-client,service-check}/{package.json,src/**/*}",
    "packages/tooling/src/start/server-build.ts",
    "pnpm-lock.yaml",
  ],
  except: /\.test\.ts$|\.md$/,
  output: "apps/bff/dist/main.js",
  stamp: "apps/bff/node_modules/.cache/server-build",
};

/** What stays where it is installed: the engine reads files of its own, and the others are loaded when they are first needed. */
const APART = [/^@electric-sql\//, /^pg$/, /^@?better-/];

/**
 * Joins the server's files and what they import into apps/bff/dist: a thousand files are a third of a second of each start,
 * and 20 MiB for as long as it runs. Throws with the builder's words.
 */
export async function buildServer(root: string): Promise<"built" | "unchanged"> {
  return await buildOnce(root, serverBuild, async () => {
    const { rolldown } = await import("rolldown");
    const source = join(root, "apps/bff/src");
    const dir = join(root, "apps/bff/dist");
    const bundle = await rolldown({
      input: {
        main: join(source, "main.ts"),
        "check-settings": join(source, "check-settings.ts"),
        "embedded-worker": join(source, "store/engine/embedded-worker.ts"),
      },
      platform: "node",
      external: APART,
      logLevel: "warn",
    });
    rmSync(dir, { recursive: true, force: true });
    await bundle.write({ dir, format: "esm", chunkFileNames: "[name]-[hash].js" });
    await bundle.close();
  });
}
