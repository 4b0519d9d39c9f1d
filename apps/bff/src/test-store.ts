import { createHash } from "node:crypto";
import { existsSync, mkdirSync, openAsBlob, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Store, storeOverEngine } from "./store/database.ts";
import { migrateToLatest } from "./store/migrate.ts";
import { openMemoryEngine } from "./store/pglite-engine.ts";

const migrationsDir = fileURLToPath(new URL("./store/migrations", import.meta.url));
const cacheDir = fileURLToPath(new URL("../node_modules/.cache/test-store", import.meta.url));

/** An empty store in memory with every migration run: a copy of one that is made once for each state of the migrations. */
export async function openTestStore(): Promise<Store> {
  return storeOverEngine(await openMemoryEngine(await openAsBlob(await migratedDump())));
}

async function migratedDump(): Promise<string> {
  const hash = createHash("sha256");
  for (const name of readdirSync(migrationsDir).toSorted())
    hash.update(name).update(readFileSync(join(migrationsDir, name)));
  hash.update(readFileSync(new URL("./store/migrate.ts", import.meta.url)));
  const path = join(cacheDir, `${hash.digest("hex").slice(0, 16)}.tar`);
  if (existsSync(path)) return path;

  const engine = await openMemoryEngine();
  const store = storeOverEngine(engine);
  await migrateToLatest(store.db);
  const dump = Buffer.from(await (await engine.dump()).arrayBuffer());
  await store.close();
  mkdirSync(cacheDir, { recursive: true });
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, dump);
  renameSync(unfinished, path);
  return path;
}
