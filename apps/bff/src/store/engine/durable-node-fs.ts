import { fdatasyncSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";

type Prepared = Awaited<ReturnType<NodeFS["init"]>>;
type ModulePatch = (module: unknown) => void;

export interface DurableNodeFsOptions {
  /** Called after each sync. */
  onSync?: () => void;
}

/**
 * PGlite's files on disk with the sync that Emscripten's NODEFS lacks, so that an answered commit is on the disk.
 * Depends on two internals of the pinned PGlite and throws if either is missing.
 */
export class DurableNodeFs extends NodeFS {
  readonly #onSync: () => void;

  constructor(dataDir: string, { onSync = () => {} }: DurableNodeFsOptions = {}) {
    super(dataDir);
    this.#onSync = onSync;
  }

  override async init(...args: Parameters<NodeFS["init"]>): Promise<Prepared> {
    const { emscriptenOpts } = await super.init(...args);
    const addSync: ModulePatch = (module) => {
      const operations = streamOperationsOf(module);
      operations["fsync"] = (stream: unknown) => {
        fdatasyncSync(fileOf(stream));
        this.#onSync();
        return 0;
      };
    };
    return { emscriptenOpts: withPreRun(emscriptenOpts, addSync) };
  }
}

/** PGlite's start parameters, without the one that turns syncing off. */
export function durableStartParams(defaults: readonly string[] = PGlite.defaultStartParams): string[] {
  if (!defaults.includes("-F"))
    throw new Error("PGlite's start parameters have changed: `-F` is not among them any more.");
  return [...defaults.filter((parameter) => parameter !== "-F"), "-c", "wal_sync_method=fsync"];
}

function withPreRun(options: Prepared["emscriptenOpts"], patch: ModulePatch): Prepared["emscriptenOpts"] {
  const before = options.preRun;
  if (!Array.isArray(before)) throw new Error("PGlite's NodeFS has changed: its `preRun` is not a list any more.");
  return { ...options, preRun: [...before, patch] };
}

function streamOperationsOf(module: unknown): { [name: string]: unknown } {
  const nodeFs = member(module, "NODEFS");
  const operations = member(nodeFs, "stream_ops");
  if (!isObject(operations) || typeof operations["write"] !== "function" || "fsync" in operations) {
    throw new Error("PGlite's NODEFS has changed: `stream_ops` is not what the sync is added to.");
  }
  return operations;
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
