import { accessSync, constants } from "node:fs";
import { resolve } from "node:path";
import { defaultDataDir } from "./data-dir.ts";
import { hasEmbeddedStore, openEmbeddedEngine } from "./embedded-engine.ts";
import type { Engine } from "./engine.ts";
import { startEngineThread } from "./worker-engine.ts";

/** A store that is being opened while the server loads, or its thread, where there is no store yet. */
export interface EarlyEngine {
  open: (dataDir: string, options: { onCrash: (error: Error) => void }) => Promise<Engine>;
}

/** Begins to open the store of DATA_DIR if there is one; a new one is made only once all settings have been checked. */
export function openEngineEarly(env: NodeJS.ProcessEnv): EarlyEngine {
  const thread = startEngineThread();
  const crashed = Promise.withResolvers<Error>();
  const openIn = (dataDir: string) => openEmbeddedEngine({ dataDir, onCrash: crashed.resolve, thread });
  const there = resolve(env["DATA_DIR"] || defaultDataDir);
  const opening = isUsable(there) ? openIn(there) : undefined;
  // Whoever asks for the engine gets the error, once the settings turned out to be right.
  opening?.catch(() => undefined);
  return {
    open(dataDir, { onCrash }) {
      void crashed.promise.then(onCrash);
      return opening ?? openIn(dataDir);
    },
  };
}

function isUsable(dataDir: string): boolean {
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return hasEmbeddedStore(dataDir);
  } catch {
    return false;
  }
}
