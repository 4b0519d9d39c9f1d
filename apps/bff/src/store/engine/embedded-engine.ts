import { existsSync } from "node:fs";
import { join } from "node:path";
import { lockDirectory } from "./directory-lock.ts";
import type { Engine } from "./engine.ts";
import { type EngineThread, startEngineThread } from "./worker-engine.ts";

export interface EmbeddedEngineOptions {
  dataDir: string;
  onCrash: (error: Error) => void;
  /** The engine's thread, where it was started already. */
  thread?: EngineThread | undefined;
}

/** Whether there is a store in the directory that opening it would not have to make. */
export function hasEmbeddedStore(dataDir: string): boolean {
  return existsSync(storeIn(dataDir));
}

/** The engine of `<dataDir>/store`, made if there is none; closing it frees the directory. Throws a SettingError when another process has it. */
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
