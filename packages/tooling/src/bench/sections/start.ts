import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Goal } from "#/bench/goal.ts";
import { startBenchStack } from "#/bench/bench-stack.ts";
import { median } from "#/bench/measure.ts";
import { cpuMsOf, residentMiB } from "#/bench/process-figures.ts";
import type { BenchSize } from "#/bench/size.ts";
import { startChildServer } from "#/child-server.ts";
import { startPostgres } from "#/testing/postgres-server.ts";
import type { ServerProcess } from "#/testing/server-process.ts";

const SETTLED_AFTER_MS = 1_500;
/** What a start leaves to be done later is done then: missing statistics, names, comparisons. */
const AT_REST_AFTER_MS = 10_000;

interface Started {
  url: string;
  pid: number;
  stop(): Promise<unknown>;
}

interface StartFigures {
  readyMs: number;
  restMiB: number;
}

/**
 * G10: starting on existing data, and memory and processor use at rest, compared with Hono and PGlite without any
 * features.
 */
export async function startGoals(size: BenchSize): Promise<Goal[]> {
  await using stack = await startBenchStack(size, { isStopped: true });
  const floorDir = mkdtempSync(join(tmpdir(), "bench-floor-"));
  const ours: StartFigures[] = [];
  const floor: StartFigures[] = [];
  const startFloor = (): Promise<Started> =>
    startChildServer({
      script: new URL("../floors/hono-pglite.ts", import.meta.url),
      nodeFlags: size.nodeFlags,
      env: { DATA_DIR: floorDir },
    });
  // In a trial it begins with a store that is there, since creating one takes longer than all of its starts.
  if (size.shared === undefined) await measureStart(startFloor, size);
  else cpSync(join(stack.bff.dataDir, "store"), floorDir, { recursive: true });
  for (let round = 0; round < size.of(5, 11); round += 1) {
    ours.push(await measureStart(() => startAgain(stack.bff), size));
    floor.push(await measureStart(startFloor, size));
  }
  rmSync(floorDir, { recursive: true, force: true });
  const idle = await measureIdle(() => startAgain(stack.bff), size);
  return [
    {
      what: "G10 start to readyz on existing data",
      ours: of(ours, "readyMs"),
      peer: of(floor, "readyMs"),
      peerName: "Hono + PGlite",
      unit: "ms",
      atMost: 1.2,
    },
    {
      what: "G10 memory at rest",
      ours: of(ours, "restMiB"),
      peer: of(floor, "restMiB"),
      peerName: "Hono + PGlite",
      unit: "MiB",
      atMost: 1.15,
    },
    { what: "G10 CPU at rest", ours: idle, peer: 5, peerName: "limit", unit: "ms/s", atMost: 1 },
    ...(await postgresGoals(size)),
  ];
}

async function postgresGoals(size: BenchSize): Promise<Goal[]> {
  await using postgres = await (size.shared?.postgres() ?? startPostgres());
  await using stack = await startBenchStack(size, { postgres, isStopped: true });
  const figures: StartFigures[] = [];
  for (let round = 0; round < size.of(3, 7); round += 1)
    figures.push(await measureStart(() => startAgain(stack.bff), size));
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

async function startAgain(bff: ServerProcess): Promise<Started> {
  await bff.start();
  return { url: bff.url, pid: bff.pid, stop: () => bff.stop("SIGTERM") };
}

async function measureStart(start: () => Promise<Started>, size: BenchSize): Promise<StartFigures> {
  const since = performance.now();
  const server = await start();
  while ((await fetch(`${server.url}/readyz`)).status !== 200) await wait(2);
  const readyMs = performance.now() - since;
  await wait(size.of(SETTLED_AFTER_MS));
  const restMiB = residentMiB(server.pid);
  await server.stop();
  return { readyMs, restMiB };
}

/** Processor time in ms per second while nothing is requested. */
async function measureIdle(start: () => Promise<Started>, size: BenchSize): Promise<number> {
  const forMs = size.of(20_000, 60_000);
  const server = await start();
  await wait(size.of(AT_REST_AFTER_MS));
  const before = cpuMsOf(server.pid);
  await wait(forMs);
  const usedMs = cpuMsOf(server.pid) - before;
  await server.stop();
  return (usedMs / forMs) * 1000;
}

function of(figures: readonly StartFigures[], figure: keyof StartFigures): number {
  return median(figures.map((one) => one[figure]));
}
