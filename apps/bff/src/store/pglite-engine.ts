import { existsSync } from "node:fs";
import { join } from "node:path";
import { PGlite, type PGliteOptions } from "@electric-sql/pglite";
import { DurableNodeFs, type DurableNodeFsOptions, durableStartParams } from "./durable-node-fs.ts";
import type { Engine } from "./engine.ts";
import { syncDirectory } from "./sync-directory.ts";
import { valueParsers } from "./value-parsers.ts";

const parsing = { parsers: { ...valueParsers } } satisfies PGliteOptions;

/** PGlite on a directory that the caller has locked. Every commit is synced before it is answered. */
export async function openPgliteEngine(directory: string, options: DurableNodeFsOptions = {}): Promise<Engine> {
  const isNew = !existsSync(join(directory, "PG_VERSION"));
  const fs = new DurableNodeFs(directory, options);
  const pglite = await PGlite.create({ ...parsing, fs, startParams: durableStartParams() });
  if (isNew) syncDirectory(directory);
  return engineOver(pglite);
}

/** PGlite in memory, from a dump if one is given. For tests. */
export async function openMemoryEngine(dump?: Blob): Promise<Engine & { dump(): Promise<Blob> }> {
  const pglite = await PGlite.create({ ...parsing, ...(dump === undefined ? {} : { loadDataDir: dump }) });
  return { ...engineOver(pglite), dump: () => pglite.dumpDataDir("none") };
}

function engineOver(pglite: PGlite): Engine {
  return {
    async query(sql, parameters) {
      const { rows, affectedRows, command } = await pglite.query(sql, [...parameters]);
      return { rows, affectedRows, command };
    },
    async close() {
      if (!pglite.closed) await pglite.close();
    },
  };
}
