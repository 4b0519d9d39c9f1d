import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { startChildServer } from "#/child-server.ts";
import { serverBuild } from "#/start/server-build.ts";
import { repositoryRoot } from "#/verify/repository.ts";

const cache = join(repositoryRoot, "packages/tooling/node_modules/.cache/initial-store");

/** Flags with which a test's server does not wait until the disk has what it wrote: nothing in these tests cuts the power. */
export const withoutDiskSync = ["--import", new URL("../without-disk-sync.mjs", import.meta.url).href];

/** Makes the data directory with which a test's server begins: the store initialised and migrated, and nobody in it. Most of a first start is that. */
export async function makeInitialStore(): Promise<void> {
  const store = initialStore();
  if (existsSync(store)) return;
  rmSync(cache, { recursive: true, force: true });
  const unfinished = `${store}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  const started = await startChildServer({
    script: join(repositoryRoot, serverBuild.output),
    nodeFlags: withoutDiskSync,
    env: {
      PORT: "0",
      DATA_DIR: unfinished,
      SERVICE_BASE_URL: "http://127.0.0.1:9",
      SERVICE_API_KEY: "no_service",
      LOG_LEVEL: "warn",
    },
  });
  await started.stop();
  renameSync(unfinished, store);
}

export function copyInitialStore(dataDir: string): void {
  cpSync(initialStore(), dataDir, { recursive: true });
}

/** Another for each state of the files from which the server is built. */
function initialStore(): string {
  return join(cache, readFileSync(join(repositoryRoot, serverBuild.stamp), "utf8").slice(0, 16));
}
