import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { DurableNodeFs, type DurableNodeFsOptions, durableStartParams } from "./durable-node-fs.ts";
import type { Engine } from "./engine.ts";
import { createStatementRunner, type StatementRunner } from "./prepared-statements.ts";
import { syncFolder } from "./sync-folder.ts";
import type {} from "./web-assembly.d.ts";
import { readAnswer, toWire } from "./wire-format.ts";

/** PGlite as the thread asks it that has it, and as everybody else does. */
export interface PgliteEngine extends Engine {
  ask: StatementRunner;
}

/** PGlite on a directory that the caller has locked. Every commit is synced before it is answered. */
export async function openPgliteEngine(directory: string, options: DurableNodeFsOptions = {}): Promise<PgliteEngine> {
  if (!existsSync(directory)) await initialise(directory);
  return engineOver(await openOnDisk(directory, options));
}

/** Created beside its final place and moved there when complete and synced, so that a kill leaves no partial store. */
async function initialise(directory: string): Promise<void> {
  const unfinished = `${directory}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  const pglite = await openOnDisk(unfinished, {});
  await pglite.close();
  syncFolder(unfinished);
  renameSync(unfinished, directory);
  syncFolder(directory);
}

async function openOnDisk(directory: string, options: DurableNodeFsOptions): Promise<PGlite> {
  const fs = new DurableNodeFs(directory, options);
  const pgliteWasmModule = await loadPglite();
  return await PGlite.create({ pgliteWasmModule, fs, startParams: durableStartParams() });
}

let loading: Promise<WebAssembly.Module> | undefined;

/** Compiles the engine, once in a thread; touches no file of a store. */
export function loadPglite(): Promise<WebAssembly.Module> {
  // Found as a module that is required, since what runs before all tests cannot resolve an imported one.
  const main = createRequire(import.meta.url).resolve("@electric-sql/pglite");
  loading ??= readFile(join(dirname(main), "pglite.wasm")).then((bytes) => WebAssembly.compile(bytes));
  return loading;
}

/** PGlite in memory, optionally from a dump. For tests. */
export async function openMemoryEngine(
  dump?: Blob,
): Promise<Engine & { run(statements: string): Promise<unknown>; dump(): Promise<Blob> }> {
  const pgliteWasmModule = await loadPglite();
  const from = dump === undefined ? {} : { loadDataDir: dump };
  const pglite = await PGlite.create({ pgliteWasmModule, ...from });
  return {
    ...engineOver(pglite),
    run: (statements) => pglite.exec(statements),
    dump: () => pglite.dumpDataDir("none"),
  };
}

function engineOver(pglite: PGlite): PgliteEngine {
  const ask = createStatementRunner(pglite);
  return {
    ask,
    query: async (sql, parameters) => readAnswer(await ask(sql, parameters.map(toWire))),
    async close() {
      if (!pglite.closed) await pglite.close();
    },
  };
}
