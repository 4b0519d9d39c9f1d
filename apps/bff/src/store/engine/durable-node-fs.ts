import { fdatasyncSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";

type Prepared = Awaited<ReturnType<NodeFS["init"]>>;
type ModulePatch = (module: unknown) => void;

export interface DurableNodeFsOptions {
  /** Called after each sync. */
  onSync?: () => void;
  /** Called when the system refuses a write or a sync, with its code. */
  onFailure?: (code: string) => void;
}

/** Emscripten's numbers of what a disk can say. */
const failureCodes: { readonly [errno: number]: string } = {
  19: "EDQUOT",
  22: "EFBIG",
  29: "EIO",
  51: "ENOSPC",
  69: "EROFS",
};

/**
 * PGlite's files on disk with the sync that Emscripten's NODEFS lacks, so that an answered commit is on the disk.
 * Depends on two internals of the pinned PGlite and throws if either is missing.
 */
export class DurableNodeFs extends NodeFS {
  readonly #onSync: () => void;
  readonly #onFailure: (code: string) => void;

  constructor(dataDir: string, { onSync = () => {}, onFailure = () => {} }: DurableNodeFsOptions = {}) {
    super(dataDir);
    this.#onSync = onSync;
    this.#onFailure = onFailure;
  }

  override async init(...args: Parameters<NodeFS["init"]>): Promise<Prepared> {
    const { emscriptenOpts } = await super.init(...args);
    const addSync: ModulePatch = (module) => {
      const { operations, write, attempt } = streamOperationsOf(module);
      operations["write"] = (...args: unknown[]) => this.#told(() => write(...args));
      operations["fsync"] = (stream: unknown) => {
        this.#told(() => attempt(() => fdatasyncSync(fileOf(stream))));
        this.#onSync();
        return 0;
      };
    };
    return { emscriptenOpts: withPreRun(emscriptenOpts, addSync) };
  }

  #told(work: () => unknown): unknown {
    try {
      return work();
    } catch (error) {
      const errno = member(error, "errno");
      const code = typeof errno === "number" ? failureCodes[errno] : undefined;
      if (code !== undefined) this.#onFailure(code);
      throw error;
    }
  }
}

/**
 * PGlite's start parameters, without the one that turns syncing off. A new file of the log is not filled with zeros before it is used:
 * the commit that needs it would write and sync 16 MiB, and everything else would wait.
 */
export function durableStartParams(defaults: readonly string[] = PGlite.defaultStartParams): string[] {
  if (!defaults.includes("-F"))
    throw new Error("PGlite's start parameters have changed: `-F` is not among them any more.");
  const settings = ["wal_sync_method=fsync", "wal_init_zero=off"].flatMap((setting) => ["-c", setting]);
  return [...defaults.filter((parameter) => parameter !== "-F"), ...settings];
}

function withPreRun(options: Prepared["emscriptenOpts"], patch: ModulePatch): Prepared["emscriptenOpts"] {
  const before = options.preRun;
  if (!Array.isArray(before)) throw new Error("PGlite's NodeFS has changed: its `preRun` is not a list any more.");
  return { ...options, preRun: [...before, patch] };
}

interface StreamOperations {
  operations: { [name: string]: unknown };
  write: (...args: unknown[]) => unknown;
  /** Turns errors of the system into those of Emscripten. */
  attempt: (work: () => unknown) => unknown;
}

function streamOperationsOf(module: unknown): StreamOperations {
  const nodeFs = member(module, "NODEFS");
  const operations = member(nodeFs, "stream_ops");
  const write = member(operations, "write");
  const attempt = member(nodeFs, "tryFSOperation");
  if (!isObject(operations) || !isFunction(write) || !isFunction(attempt) || "fsync" in operations) {
    throw new Error("PGlite's NODEFS has changed: `stream_ops` is not what the sync is added to.");
  }
  return { operations, write: write.bind(operations), attempt: attempt.bind(nodeFs) };
}

function isFunction(value: unknown): value is (...args: unknown[]) => unknown {
  return typeof value === "function";
}

function fileOf(stream: unknown): number {
  const file = member(stream, "nfd");
  if (typeof file !== "number") throw new Error("PGlite's NODEFS has changed: a stream has no `nfd`.");
  return file;
}

function member(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

function isObject(value: unknown): value is { [name: string]: unknown } {
  return typeof value === "object" && value !== null;
}
