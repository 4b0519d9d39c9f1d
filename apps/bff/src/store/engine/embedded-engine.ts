import { existsSync } from "node:fs";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { storeFailure, storeTroubleOf } from "#/store/sql/store-failure.ts";
import { lockFolder } from "./folder-lock.ts";
import { type Engine, EngineError, type EngineResult } from "./engine.ts";
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
 * The engine of `<dataDir>/store`, created if there is none; closing it releases the directory. One that broke, such as
 * on a full disk, is opened again by the next query. Throws a SettingError if another process uses the directory.
 */
export async function openEmbeddedEngine({ dataDir, onCrash, thread }: EmbeddedEngineOptions): Promise<Engine> {
  const lock = lockFolder(join(dataDir, "store.lock"), dataDir);
  try {
    const open = async (inThread = startEngineThread()) => await inThread.open(storeIn(dataDir), { onCrash });
    const engine = new ReopenedEngine({ first: await open(thread), open, dataDir });
    let closed: Promise<void> | undefined;
    return Object.assign(engine, {
      close: () => (closed ??= engine.end().then(() => lock.release())),
    });
  } catch (error) {
    lock.release();
    throw error;
  }
}

const AGAIN_AFTER_MS = 500;
const CHECKED_BYTES = 65_536;
const CHECK_COUNTS_FOR_MS = 1_000;

class ReopenedEngine {
  breaks = 0;
  readonly #open: () => Promise<Engine>;
  readonly #dataDir: string;
  readonly #listeners: (() => void)[] = [];
  #engine: Engine | undefined;
  /** Why the last one broke. */
  #broken: EngineError | undefined;
  #opening: Promise<Engine> | undefined;
  #failed: { at: number; error: unknown } | undefined;
  #check: { until: number; result: Promise<void> } | undefined;
  #isEnded = false;

  constructor({ first, open, dataDir }: { first: Engine; open: () => Promise<Engine>; dataDir: string }) {
    this.#engine = first;
    this.#open = open;
    this.#dataDir = dataDir;
  }

  async query(sql: string, parameters: readonly unknown[]): Promise<EngineResult> {
    const engine = this.#engine ?? (await this.#openAgain());
    try {
      return await engine.query(sql, parameters);
    } catch (error) {
      if (error instanceof EngineError && error.isFatal && this.#engine === engine) {
        this.#engine = undefined;
        this.#broken = error;
        this.breaks += 1;
      }
      throw error;
    }
  }

  /** One check at a time, and one a second where it succeeds: whoever reaches the port can ask for it. */
  checkDisk(): Promise<void> {
    if (this.#check === undefined || performance.now() >= this.#check.until) {
      const check = { until: Infinity, result: this.#tryDisk() };
      check.result.then(
        () => (check.until = performance.now() + CHECK_COUNTS_FOR_MS),
        () => (check.until = 0),
      );
      this.#check = check;
    }
    return this.#check.result;
  }

  async #tryDisk(): Promise<void> {
    const path = join(this.#dataDir, "store.check");
    const file = await open(path, "w", 0o600);
    try {
      await file.writeFile(Buffer.alloc(CHECKED_BYTES));
      await file.sync();
    } finally {
      await file.close();
      await rm(path, { force: true });
    }
  }

  onReopened(listener: () => void): void {
    this.#listeners.push(listener);
  }

  async end(): Promise<void> {
    this.#isEnded = true;
    const engine = this.#engine ?? (await this.#opening?.catch(() => undefined));
    await engine?.close();
  }

  /** One attempt at a time, and a moment between two. */
  #openAgain(): Promise<Engine> {
    if (this.#isEnded) return Promise.reject(new Error("The store is closed."));
    if (this.#failed !== undefined && performance.now() - this.#failed.at < AGAIN_AFTER_MS)
      return Promise.reject(this.#failed.error);
    this.#opening ??= this.#attempt().finally(() => (this.#opening = undefined));
    return this.#opening;
  }

  async #attempt(): Promise<Engine> {
    try {
      const engine = await this.#open();
      this.#engine = engine;
      this.#failed = undefined;
      for (const listener of this.#listeners) listener();
      return engine;
    } catch (cause) {
      // An engine that cannot be opened does not say why; the disk does, or what broke the one before.
      const error = storeFailure(
        (await this.#diskTrouble()) ?? storeTroubleOf(this.#broken) ?? "store_unavailable",
        cause,
      );
      this.#failed = { at: performance.now(), error };
      throw error;
    }
  }

  async #diskTrouble(): Promise<ReturnType<typeof storeTroubleOf>> {
    try {
      await this.#tryDisk();
      return undefined;
    } catch (error) {
      return storeTroubleOf(error);
    }
  }
}

function storeIn(dataDir: string): string {
  return join(dataDir, "store");
}
