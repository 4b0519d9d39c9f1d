import { existsSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { SettingError } from "#/runtime/errors.ts";
import { makeFolder } from "#/server/make-folder.ts";
import { openPostgresStore, ping, type Store, storeOverEngine } from "#/store/engine/database.ts";
import { hasEmbeddedStore, openEmbeddedEngine } from "#/store/engine/embedded-engine.ts";
import { CommandError } from "./command.ts";

/** Where a store is: a data directory, or a database. */
export type StoreAddress = { kind: "embedded"; dataDir: string } | { kind: "postgres"; databaseUrl: string };

export function storeAddress(text: string): StoreAddress {
  if (/^postgres(?:ql)?:\/\//.test(text)) return { kind: "postgres", databaseUrl: text };
  if (/^\w+:\/\//.test(text))
    throw new CommandError(
      `${text.split("://")[0] ?? ""}://… is no store: it must be a data directory, or begin with postgres://.`,
    );
  return { kind: "embedded", dataDir: resolve(text) };
}

/** Without the password of a database. */
export function shownAddress(address: StoreAddress): string {
  if (address.kind === "embedded") return address.dataDir;
  const url = new URL(address.databaseUrl);
  return `${url.protocol}//${url.host}${url.pathname}`;
}

export function hasStore(address: StoreAddress): boolean {
  return address.kind === "postgres" || hasEmbeddedStore(address.dataDir);
}

/** Opens a store for a command; throws a SettingError if a server has the data directory. */
export async function openStore(address: StoreAddress): Promise<Store> {
  if (address.kind === "embedded") {
    makeFolder(address.dataDir);
    const onCrash = (error: Error) => {
      throw error;
    };
    return storeOverEngine(await openEmbeddedEngine({ dataDir: address.dataDir, onCrash }));
  }
  const store = await openPostgresStore({ databaseUrl: address.databaseUrl, onError: () => undefined });
  try {
    await ping(store.db);
    return store;
  } catch (error) {
    await store.close();
    throw new CommandError(`${shownAddress(address)} does not answer.`, { cause: error });
  }
}

/** As `openStore`; undefined where a server has the data directory. */
export async function openUnlessServed(address: StoreAddress): Promise<Store | undefined> {
  return await openStore(address).catch((error: unknown) => {
    if (error instanceof SettingError && error.setting === "DATA_DIR") return undefined;
    throw error;
  });
}

/** Runs `fill` on a new store; if it fails, a data directory is left without one, and none is left that was not there. */
export async function fillNewStore<T>(address: StoreAddress, fill: (store: Store) => Promise<T>): Promise<T> {
  const wasThere = hasStore(address);
  const hadFolder = address.kind === "embedded" && existsSync(address.dataDir);
  const store = await openStore(address);
  try {
    const filled = await fill(store);
    await store.close();
    return filled;
  } catch (error) {
    await store.close();
    if (address.kind === "embedded") {
      if (!wasThere) rmSync(join(address.dataDir, "store"), { recursive: true, force: true });
      if (!hadFolder) removeUnused(address.dataDir);
    }
    throw error;
  }
}

/** Removes a data directory in which nothing is but its lock. */
function removeUnused(dataDir: string): void {
  const lock = "store.lock";
  if (readdirSync(dataDir).some((name) => name !== lock)) return;
  rmSync(join(dataDir, lock), { force: true });
  rmdirSync(dataDir);
}
