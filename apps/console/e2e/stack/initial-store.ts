import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startChildServer } from "@dc/tooling/child-server";
import { serverBuild } from "@dc/tooling/server-build";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const cache = fileURLToPath(new URL("../../node_modules/.cache/e2e-initial-store/", import.meta.url));

/** Makes the data directory with which every stack begins: the store initialised and migrated, and nobody in it. Most of a first start is that. */
export async function makeInitialStore(): Promise<void> {
  const store = initialStore();
  if (existsSync(store)) return;
  rmSync(cache, { recursive: true, force: true });
  const unfinished = `${store}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  const started = await startChildServer({
    script: join(root, serverBuild.output),
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
  return join(cache, readFileSync(join(root, serverBuild.stamp), "utf8").slice(0, 16));
}
