import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { startBenchStack } from "#/bench/bench-stack.ts";
import type { Goal } from "#/bench/goal.ts";
import { seedOverrides, seedRoster } from "#/bench/seed-directory.ts";
import type { BenchSize } from "#/bench/size.ts";
import { serverBuild } from "#/start/server-build.ts";
import { serviceKey } from "#/testing/service-process.ts";
import { repositoryRoot } from "#/verify/repository.ts";

const PRACTITIONERS = 500;
const RECORDS = { quick: 20_000, long: 100_000 };
const LIMIT_S = 60;
/** The tables that hold a row for each record of a directory. */
const OF_RECORDS = ["reading", "original", "record_summary", "roster_entry"];

/**
 * F39: a backup of a store with 100,000 records (20,000 without `--long`), and its restore with every table compared. The records
 * are those of a directory that was read, many times over.
 */
export async function restoreGoals(size: BenchSize): Promise<Goal[]> {
  const folder = mkdtempSync(join(tmpdir(), "bench-restore-"));
  try {
    await using stack = await startBenchStack(size);
    const directory = await seedRoster(stack, { name: "Restore", roster: await stack.roster(size.of(PRACTITIONERS)) });
    await seedOverrides(stack, directory, size.of(100));
    await stack.bff.stop("SIGTERM");
    const records = size.of(RECORDS.quick, RECORDS.long);
    const rows = await multiplyRecords(join(stack.bff.dataDir, "store"), records);
    const file = join(folder, "store.gz");
    const env = { SERVICE_BASE_URL: stack.service.url, SERVICE_API_KEY: serviceKey, DATA_DIR: stack.bff.dataDir };
    const backupS = await secondsOf(size, "backup", file, env);
    const restored = join(folder, "restored");
    if (size.shared !== undefined) await copyEmptied(stack.bff.dataDir, restored);
    const restoreS = await secondsOf(size, "restore", file, { ...env, DATA_DIR: restored });
    const what = `F39 ${records.toLocaleString("en")} records, ${rows.toLocaleString("en")} rows`;
    const line = { peer: LIMIT_S, peerName: "limit", unit: "s", atMost: 1 };
    return [
      {
        ...line,
        what: `${what}: backup, ${Math.round(statSync(file).size / 1024 / 1024)} MiB`,
        ours: backupS,
        atMost: null,
      },
      { ...line, what: `${what}: restore and compare`, ours: restoreS },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Copies the rows of each record under further ids until there are so many; answers how many rows there are then. */
async function multiplyRecords(storeDir: string, records: number): Promise<number> {
  const store = new PGlite(storeDir);
  const count = async (table: string): Promise<number> =>
    (await store.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]?.n ?? 0;
  const times = Math.ceil(records / (await count("reading")));
  let rows = 0;
  for (const table of OF_RECORDS) {
    await store.exec(`insert into ${table}
      select (jsonb_populate_record(one, jsonb_build_object('record_id', one.record_id || '_' || copy))).*
      from ${table} one, generate_series(2, ${times}) copy`);
    rows += await count(table);
  }
  await store.close();
  return rows;
}

/** Makes a store without tables of one that is there: a trial begins with it, since creating one takes most of its time. */
async function copyEmptied(from: string, to: string): Promise<void> {
  cpSync(join(from, "store"), join(to, "store"), { recursive: true });
  const store = new PGlite(join(to, "store"));
  await store.exec("drop schema public cascade; create schema public");
  await store.close();
}

/** Runs a command of the build, as an operator does. What else this process does goes on meanwhile. */
async function secondsOf(
  { nodeFlags }: BenchSize,
  command: string,
  file: string,
  env: Readonly<Record<string, string>>,
): Promise<number> {
  const script = join(repositoryRoot, dirname(serverBuild.output), `${command}.js`);
  const since = performance.now();
  const child = spawn(process.execPath, [...nodeFlags, script, file], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) throw new Error(`${command} ended with ${code}.`);
  return (performance.now() - since) / 1000;
}
