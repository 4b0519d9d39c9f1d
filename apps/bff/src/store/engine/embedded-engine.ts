import { existsSync } from "node:fs";
import { join } from "node:path";
import { lockDirectory } from "./directory-lock.ts";
import type { Engine } from "./engine.ts";
import { type EngineThread, startEngineThread } from "./worker-engine.ts";

export interface EmbeddedEngineOptions {
  dataDir: string;
  onCrash: (error: Error) => void;
  /** The engine's thread, if it was started already. */
  thread?: EngineThread | undefined;
}

/** Whether the directory already has a store. */
export function hasEmbeddedStore(dataDir: string): boolean {
  return existsSync(storeIn(dataDir));
}

/**
 * The engine of `<dataDir>/store`, created if there is none; closing it releases the directory. Throws a SettingError
 * if another process uses it.
 */
export async function openEmbeddedEngine({ dataDir, onCrash, thread }: EmbeddedEngineOptions): Promise<Engine> {
  const lock = lockDirectory(join(dataDir, "store.lock"), dataDir);
  try {
    const engine = await (thread ?? startEngineThread()).open(storeIn(dataDir), { onCrash });
    let closed: Promise<void> | undefined;
    return {
      query: (sql, parameters) => engine.query(sql, parameters),
      close: () => (closed ??= engine.close().then(() => lock.release())),
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

function storeIn(dataDir: string): string {
  return join(dataDir, "store");
}
