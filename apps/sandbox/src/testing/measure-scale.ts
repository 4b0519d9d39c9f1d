import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { builtInKey, createSandbox } from "#/app.ts";
import { isJsonObject, parseJson } from "#/json/json.ts";
import { defaultDialect } from "#/spelling/dialects/default-dialect.ts";

/** The cost of a base of one size, measured in its own process. */
interface Cost {
  readonly practitioners: number;
  readonly startMs: number;
  readonly startMb: number;
  readonly copyMs: number;
  readonly copyBytes: number;
  readonly copyDiskBytes: number;
}

const sizes = [5_000, 100_000, 1_000_000];
const copies = 2_000;
/**
 * The largest base has 200 times the size of the smallest. A cost that grows by less than this factor counts as
 * constant.
 */
const maxGrowth = 3;

const size = process.argv[2];
if (size === undefined) compare();
else process.stdout.write(JSON.stringify(await measure(Number(size))));

function compare(): void {
  const costs = sizes.map(inOwnProcess);
  console.log(`practitioners   start ms   start MB   ms per copy (median)   bytes in memory   bytes on disk`);
  for (const cost of costs) {
    const cells: readonly (readonly [number, number, number])[] = [
      [cost.practitioners, 13, 0],
      [cost.startMs, 11, 1],
      [cost.startMb, 11, 1],
      [cost.copyMs, 23, 3],
      [cost.copyBytes, 18, 0],
      [cost.copyDiskBytes, 16, 0],
    ];
    console.log(cells.map(([value, width, digits]) => value.toFixed(digits).padStart(width)).join(""));
  }
  const [smallest, ...larger] = costs;
  const higher = larger.filter(
    (cost) =>
      smallest && (cost.copyMs > maxGrowth * smallest.copyMs || cost.copyBytes > maxGrowth * smallest.copyBytes),
  );
  console.log(
    higher.length === 0
      ? "An index version costs the same on every base."
      : "An index version costs more on a larger base.",
  );
  process.exitCode = higher.length === 0 ? 0 : 1;
}

function inOwnProcess(practitioners: number): Cost {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [fileURLToPath(import.meta.url), String(practitioners)],
    {
      encoding: "utf8",
    },
  );
  if (status !== 0) throw new Error(`measuring ${practitioners} practitioners failed: ${stderr}`);
  const cost = parseJson(stdout);
  if (!isJsonObject(cost)) throw new Error(`measuring ${practitioners} practitioners gave ${stdout}`);
  return asCost(cost);
}

/** `measure` in this file has written it. */
function asCost(cost: object): Cost {
  return cost as Cost;
}

async function measure(practitioners: number): Promise<Cost> {
  setFlagsFromString("--expose-gc");
  const collect = asCollector(runInNewContext("gc"));
  const used = (): number => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const dataDir = mkdtempSync(join(tmpdir(), "sandbox-measure-"));
  try {
    const before = used();
    const began = performance.now();
    const sandbox = createSandbox({ practitioners, dataDir });
    const startMs = performance.now() - began;
    const started = used();
    const { headers, apiVersion, indices, writes } = defaultDialect;
    const create = async (name: string): Promise<void> => {
      const answer = await sandbox.app.request(indices.path, {
        method: writes.create.method,
        headers: {
          Authorization: `Basic ${btoa(`${builtInKey}:`)}`,
          [headers.apiVersion]: apiVersion,
          "Content-Type": "application/json",
        },
        body: JSON.stringify({ [indices.name[0] ?? ""]: name }),
      });
      if (answer.status !== writes.create.status) throw new Error(`no index version: ${answer.status}`);
      await answer.arrayBuffer();
    };
    for (let warm = 0; warm < copies; warm += 1) await create(`Warm ${warm}`);
    const journal = join(dataDir, "sandbox", "journal.jsonl");
    const diskBefore = statSync(journal).size;
    const heapBefore = used();
    const times: number[] = [];
    for (let copy = 0; copy < copies; copy += 1) {
      const copying = performance.now();
      await create(`Copy ${copy}`);
      times.push(performance.now() - copying);
    }
    const copyMs = times.toSorted((a, b) => a - b)[copies >> 1] ?? 0;
    const cost = {
      practitioners,
      startMs,
      startMb: (started - before) / 1e6,
      copyMs,
      copyBytes: (used() - heapBefore) / copies,
      copyDiskBytes: (statSync(journal).size - diskBefore) / copies,
    };
    sandbox.close();
    return cost;
  } finally {
    rmSync(dataDir, { recursive: true });
  }
}

/** With the flag above, a new context has the garbage collector as `gc`. */
function asCollector(gc: unknown): () => void {
  return gc as () => void;
}
