import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { startChildServer } from "#/child-server.ts";
import { serverBuild } from "#/start/server-build.ts";
import { repositoryRoot } from "#/verify/repository.ts";

const cache = join(repositoryRoot, "packages/tooling/node_modules/.cache/initial-stores");
const HOUR_MS = 3_600_000;

/**
 * Flags of servers that live for a test: they do not wait for the disk, since no test cuts the power, and optimise neither
 * their code nor the engine's, which takes longer than it saves while they run.
 */
export const testServerFlags = [
  "--liftoff-only",
  "--no-opt",
  "--no-maglev",
  "--import",
  new URL("../../without-disk-sync.mjs", import.meta.url).href,
];

/** The administrator of the initial store. */
export const initialAdministrator = { email: "marta@example.org", password: "a sentence works well" };

/**
 * Creates the data directories with which the servers of tests start: the store is migrated, and has no users or one
 * administrator with a session. It saves most of the time of a first start, and the hashing of passwords.
 */
export async function makeInitialStore(): Promise<void> {
  making ??= make();
  await making;
}

let making: Promise<void> | undefined;

async function make(): Promise<void> {
  const stores = initialStores();
  if (existsSync(stores)) return;
  removeOld();
  const unfinished = `${stores}.${process.pid}`;
  mkdirSync(join(unfinished, "empty"), { recursive: true });
  mkdirSync(join(unfinished, "administered"));
  await using empty = await startOn(join(unfinished, "empty"));
  await empty.stop();
  cpSync(join(unfinished, "empty"), join(unfinished, "administered"), { recursive: true });
  await using administered = await startOn(join(unfinished, "administered"), {
    ADMIN_EMAIL: initialAdministrator.email,
    ADMIN_PASSWORD: initialAdministrator.password,
  });
  writeFileSync(join(unfinished, "cookie"), await sessionCookie(administered.url));
  await administered.stop();
  if (!moved(unfinished, stores)) rmSync(unfinished, { recursive: true });
}

/** False where another run of the same build was quicker. */
function moved(unfinished: string, stores: string): boolean {
  try {
    renameSync(unfinished, stores);
    return true;
  } catch (error) {
    if (!existsSync(stores)) throw error;
    return false;
  }
}

/** Keeps recent ones, which another run may still make or copy. */
function removeOld(): void {
  mkdirSync(cache, { recursive: true });
  for (const name of readdirSync(cache)) {
    const path = join(cache, name);
    const kept = statSync(path, { throwIfNoEntry: false });
    if (kept !== undefined && Date.now() - kept.mtimeMs > HOUR_MS) rmSync(path, { recursive: true, force: true });
  }
}

/** Fills the data directory of a server that has not started yet. */
export function copyInitialStore(dataDir: string, state: "empty" | "administered"): void {
  cpSync(join(initialStores(), state), dataDir, { recursive: true });
}

/** The session cookie, as `name=value`, of the administrator in every copy of the initial store. */
export function initialSessionCookie(): string {
  return readFileSync(join(initialStores(), "cookie"), "utf8");
}

async function startOn(dataDir: string, administrator: Readonly<Record<string, string>> = {}) {
  return await startChildServer({
    script: join(repositoryRoot, serverBuild.output),
    nodeFlags: testServerFlags,
    env: {
      PORT: "0",
      DATA_DIR: dataDir,
      SERVICE_BASE_URL: "http://127.0.0.1:9",
      SERVICE_API_KEY: "no_service",
      LOG_LEVEL: "warn",
      ...administrator,
    },
  });
}

async function sessionCookie(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/api/v1/session`, {
    method: "POST",
    headers: { Origin: origin, "X-Directory-Console": "1", "Content-Type": "application/json" },
    body: JSON.stringify(initialAdministrator),
  });
  const cookie = answer.headers.getSetCookie()[0]?.split(";")[0];
  if (cookie === undefined) throw new Error(`Signing in answered ${answer.status}: ${await answer.text()}`);
  return cookie;
}

/** The path depends on the files that the server is built from, so a changed server gets new stores. */
function initialStores(): string {
  return join(cache, readFileSync(join(repositoryRoot, serverBuild.stamp), "utf8").slice(0, 16));
}
