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

/**
 * Packages that are not bundled, by the name under which the server imports them: the engine reads files of its own,
 * and `pg` is loaded only where PostgreSQL is used.
 */
export const packagesApart = ["@electric-sql/pglite", "pg"] as const;

/**
 * Bundles the server and its imports into apps/bff/dist: loading a thousand files would add a third of a second to each
 * start, and 20 MiB of memory. Throws an error with the builder's output.
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
        backup: join(source, "cli/backup.ts"),
        restore: join(source, "cli/restore.ts"),
        "store-move": join(source, "cli/store-move.ts"),
        "journal-verify": join(source, "cli/journal-verify.ts"),
        "journal-head": join(source, "cli/journal-head.ts"),
        "sign-in-link": join(source, "cli/sign-in-link.ts"),
        "embedded-worker": join(source, "store/engine/embedded-worker.ts"),
        "sheet-worker": join(source, "sheets/sheet-worker.ts"),
      },
      platform: "node",
      external: packagesApart.map((name) => new RegExp(`^${name}(?:/|$)`)),
      logLevel: "warn",
    });
    rmSync(dir, { recursive: true, force: true });
    await bundle.write({ dir, format: "esm", chunkFileNames: "[name]-[hash].js" });
    await bundle.close();
  });
}
