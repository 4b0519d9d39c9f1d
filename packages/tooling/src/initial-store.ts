import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { startChildServer } from "#/child-server.ts";
import { serverBuild } from "#/start/server-build.ts";
import { repositoryRoot } from "#/verify/repository.ts";

const cache = join(repositoryRoot, "packages/tooling/node_modules/.cache/initial-store");

/** Flags with which a test's server does not wait for the disk: no test cuts the power. */
export const withoutDiskSync = ["--import", new URL("../without-disk-sync.mjs", import.meta.url).href];

/**
 * Creates the data directory with which the servers of tests start: the store is migrated and has no users. It saves
 * most of the time of a first start.
 */
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

/** The path depends on the files that the server is built from, so a changed server gets a new store. */
function initialStore(): string {
  return join(cache, readFileSync(join(repositoryRoot, serverBuild.stamp), "utf8").slice(0, 16));
}
