import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Goal } from "#/bench/goal.ts";
import { startBff, startBenchStack } from "#/bench/bench-stack.ts";
import { median } from "#/bench/measure.ts";
import { startPostgres } from "#/bench/postgres.ts";
import { cpuMsOf, residentMiB } from "#/bench/process-figures.ts";
import type { BenchSize } from "#/bench/size.ts";
import { type ChildServer, startChildServer } from "#/child-server.ts";

const SETTLED_AFTER_MS = 1_500;

interface StartFigures {
  readyMs: number;
  restMiB: number;
}

/**
 * G10: starting on existing data, and memory and processor use at rest, compared with Hono and PGlite without any
 * features.
 */
export async function startGoals(size: BenchSize): Promise<Goal[]> {
  await using stack = await startBenchStack();
  await stack.bff.stop();
  const floorDir = mkdtempSync(join(tmpdir(), "bench-floor-"));
  const ours: StartFigures[] = [];
  const floor: StartFigures[] = [];
  const startFloor = (): Promise<ChildServer> =>
    startChildServer({ script: new URL("./floors/hono-pglite.ts", import.meta.url), env: { DATA_DIR: floorDir } });
  await measureStart(startFloor, size);
  for (let round = 0; round < size.of(5, 11); round += 1) {
    ours.push(await measureStart(() => startBff(stack.bffEnv), size));
    floor.push(await measureStart(startFloor, size));
  }
  rmSync(floorDir, { recursive: true, force: true });
  const idle = await measureIdle(() => startBff(stack.bffEnv), size);
  return [
    {
      what: "G10 start to readyz on existing data",
      ours: of(ours, "readyMs"),
      peer: of(floor, "readyMs"),
      peerName: "Hono + PGlite",
      unit: "ms",
      atMost: 1.3,
    },
    {
      what: "G10 memory at rest",
      ours: of(ours, "restMiB"),
      peer: of(floor, "restMiB"),
      peerName: "Hono + PGlite",
      unit: "MiB",
      atMost: 1.25,
    },
    { what: "G10 CPU at rest", ours: idle, peer: 5, peerName: "limit", unit: "ms/s", atMost: 1 },
    ...(await postgresGoals(stack.bffEnv, size)),
  ];
}

async function postgresGoals(env: Record<string, string>, size: BenchSize): Promise<Goal[]> {
  await using postgres = await startPostgres();
  const shared = { ...env, DATABASE_URL: postgres.url, SECRET_KEY: Buffer.alloc(32, 7).toString("base64") };
  await measureStart(() => startBff(shared), size);
  const figures: StartFigures[] = [];
  for (let round = 0; round < size.of(3, 7); round += 1) figures.push(await measureStart(() => startBff(shared), size));
  return [
    {
      what: "G10 memory at rest with DATABASE_URL",
      ours: of(figures, "restMiB"),
      peer: 130,
      peerName: "limit",
      unit: "MiB",
      atMost: 1,
    },
  ];
}

async function measureStart(start: () => Promise<ChildServer>, size: BenchSize): Promise<StartFigures> {
  const since = performance.now();
  await using server = await start();
  while ((await fetch(`${server.url}/readyz`)).status !== 200) await wait(2);
  const readyMs = performance.now() - since;
  await wait(size.of(SETTLED_AFTER_MS));
  return { readyMs, restMiB: residentMiB(server.pid) };
}

/** Processor time in ms per second while nothing is requested. */
async function measureIdle(start: () => Promise<ChildServer>, size: BenchSize): Promise<number> {
  const forMs = size.of(5_000, 30_000);
  await using server = await start();
  await wait(size.of(SETTLED_AFTER_MS * 2));
  const before = cpuMsOf(server.pid);
  await wait(forMs);
  return ((cpuMsOf(server.pid) - before) / forMs) * 1000;
}

function of(figures: readonly StartFigures[], figure: keyof StartFigures): number {
  return median(figures.map((one) => one[figure]));
}
