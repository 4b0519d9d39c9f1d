import { createServiceClient } from "@dc/api-client";
import { diffJson } from "@dc/directory";
import { builtInKey } from "@dc/sandbox/app";
import type { Goal } from "#/bench/goal.ts";
import { indexHeader, serviceHeaders } from "#/bench/bench-stack.ts";
import { runLoad } from "#/bench/load.ts";
import { median } from "#/bench/measure.ts";
import type { BenchSize } from "#/bench/size.ts";
import { startChildServer } from "#/child-server.ts";
import { startService } from "#/testing/service-process.ts";

const AT_ONCE = 32;
const LATENCY_MS = 20;
const RECORDS = 200;

/**
 * G6: reading a whole index through the client; each record is parsed, checked and compared with the previous reading.
 */
export async function readingGoals(size: BenchSize): Promise<Goal[]> {
  await using sandbox = await startService();
  await using service = await startChildServer({
    script: new URL("../floors/remembering-service.ts", import.meta.url),
    env: { UPSTREAM: sandbox.url, INDEX_HEADER: indexHeader },
  });
  const client = createServiceClient({
    baseUrl: service.url,
    apiKey: builtInKey,
    limiter: { start: AT_ONCE, most: AT_ONCE },
  });
  try {
    const ids = (await sandbox.roster()).slice(0, size.of(RECORDS));
    const read = (id: string, requestNumber: number) =>
      // Each call gets another deadline: the client merges concurrent reads that are equal, deadline included.
      client.schedules.retrieve(id, { index: "idx_standard", deadlineMs: 30_000 + requestNumber });
    const before = new Map(await Promise.all(ids.map(async (id, at) => [id, await read(id, at)] as const)));
    await fetch(`${service.url}/-/latency/${LATENCY_MS}`, { method: "POST" });

    const requests = size.of(2_000, 10_000);
    const bare = {
      name: "undici",
      origin: service.url,
      paths: ids.map((id) => `/schedules/${id}`),
      headers: serviceHeaders("idx_standard"),
    };
    const rounds: { wallMs: number; cpuMs: number; floorMs: number }[] = [];
    for (let round = 0; round <= size.of(3, 5); round += 1) {
      const { perSecond } = await runLoad(bare, { requests, atOnce: AT_ONCE });
      const taken = await readAll(requests, async (at) => {
        const id = ids[at % ids.length] ?? "";
        const record = await read(id, at);
        if (diffJson(before.get(id)?.raw ?? {}, record.raw).length > 0)
          throw new Error(`${id} changed while it was read.`);
      });
      rounds.push({ ...taken, floorMs: (requests / perSecond) * 1000 });
    }
    const counted = rounds.slice(1);
    const idealMs = (requests * LATENCY_MS) / AT_ONCE;
    const wall = {
      what: `G6 ${requests} GETs, 32 at once, 20 ms each, wall`,
      ours: median(counted.map(({ wallMs }) => wallMs)),
      unit: "ms",
    };
    return [
      { ...wall, peer: idealMs, peerName: "ideal", atMost: 1.05 },
      { ...wall, peer: median(counted.map(({ floorMs }) => floorMs)), peerName: "bare undici", atMost: null },
      {
        what: "G6 CPU a GET, with parse and diff",
        ours: median(counted.map(({ cpuMs }) => (cpuMs / requests) * 1000)),
        peer: 100,
        peerName: "limit",
        unit: "µs",
        atMost: 1,
      },
    ];
  } finally {
    await client.close();
  }
}

async function readAll(
  requests: number,
  readOne: (at: number) => Promise<void>,
): Promise<{ wallMs: number; cpuMs: number }> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < requests) await readOne(next++);
  };
  const cpuBefore = process.cpuUsage();
  const since = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const wallMs = performance.now() - since;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { wallMs, cpuMs: (user + system) / 1000 };
}
