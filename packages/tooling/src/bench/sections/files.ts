import { setTimeout as wait } from "node:timers/promises";
import { ChangeImportPreview } from "@dc/contract";
import type { Goal } from "#/bench/goal.ts";
import { startBenchStack } from "#/bench/bench-stack.ts";
import type { BenchStack } from "#/bench/stack-types.ts";
import { cpuMsOf, residentMiB } from "#/bench/process-figures.ts";
import { openQueryLog } from "#/bench/queries.ts";
import { seedRoster } from "#/bench/seed-directory.ts";
import type { BenchSize } from "#/bench/size.ts";
import { addressOf } from "#/testing/server-process.ts";

// About as many rows as practitioners and schedules, of which there are 1.7 a practitioner.
const PRACTITIONERS = { quick: 4_000, long: 37_000 };
const MOST_ROWS = 100_000;
const PREVIEWED = { quick: 5_000, long: 50_000 };

/** A spreadsheet that is previewed, and a roster as a file: with `--long`, of 100,000 rows. The limits are those of so many rows, in proportion. */
export async function filesGoals(size: BenchSize): Promise<Goal[]> {
  using queries = size.queries ? openQueryLog() : undefined;
  await using stack = await startBenchStack(size, {
    practitioners: size.of(PRACTITIONERS.quick, PRACTITIONERS.long),
    watchesEventLoop: true,
    settings: { ...queries?.env },
  });
  const roster = await stack.roster(size.of(PRACTITIONERS.quick, PRACTITIONERS.long));
  const { indexId, schedules, practitioners } = await seedRoster(stack, { name: "Files bench", roster });
  const rows = schedules.length + practitioners.length;
  await quiet(stack, size);
  await queries?.print(stack.bff.pid, "seeding");
  const goals: Goal[] = [];
  for (const [format, seconds] of [
    ["csv", 5],
    ["xlsx", 10],
  ] as const) {
    const { ms, growth, bytes } = await download(stack, `/index-versions/${indexId}/roster/export?format=${format}`);
    await queries?.print(stack.bff.pid, `export to ${format}`);
    const what = `export of ${rows} rows to ${format.toUpperCase()}`;
    goals.push(
      {
        what: `${what} (${(bytes / 1024 / 1024).toFixed(1)} MiB)`,
        ours: ms / 1000,
        peer: (seconds * rows) / MOST_ROWS,
        peerName: "limit",
        unit: "s",
        atMost: 1,
      },
      { what: `${what}, memory above rest`, ours: growth, peer: 150, peerName: "limit", unit: "MiB", atMost: 1 },
    );
  }
  const imported = size.of(PREVIEWED.quick, PREVIEWED.long);
  const people = Array.from({ length: imported }, (_, at) => practitioners[at % practitioners.length]);
  const lines = people.map((id, at) =>
    at < practitioners.length ? `${id},Name ${at},` : `${id},,+1 415 555 ${at % 10_000}`,
  );
  const content = Buffer.from(["practitioner id,display name,phones", ...lines].join("\n")).toString("base64");
  // Both logs begin anew at one signal.
  if (queries === undefined) await stack.eventLoop();
  const { result, ms, growth } = await meanwhile(stack, () =>
    stack.call("POST", "/change-imports/preview", { fileName: "bench.csv", content, indexId }),
  );
  await queries?.print(stack.bff.pid, "preview");
  const { maxMs } = await stack.eventLoop();
  const { counts } = ChangeImportPreview.parse(result);
  if (counts.change < practitioners.length * 0.9) throw new Error(`Few cells were read: ${JSON.stringify(counts)}`);
  const what = `preview of ${imported} rows`;
  const limit = (10 * imported) / PREVIEWED.long;
  return [
    ...goals,
    { what, ours: ms / 1000, peer: limit, peerName: "limit", unit: "s", atMost: 1 },
    { what: `${what}, memory above rest`, ours: growth, peer: 150, peerName: "limit", unit: "MiB", atMost: 1 },
    {
      what: `${what}, longest block of the event loop`,
      ours: maxMs,
      peer: 50,
      peerName: "limit",
      unit: "ms",
      atMost: 1,
    },
  ];
}

/** How long something takes, and how much more memory the server holds at most meanwhile. */
async function meanwhile<T>({ bff }: BenchStack, work: () => Promise<T>) {
  const rest = residentMiB(bff.pid);
  let most = rest;
  const sampling = setInterval(() => (most = Math.max(most, residentMiB(bff.pid))), 50);
  const since = performance.now();
  try {
    const result = await work();
    return { result, ms: performance.now() - since, growth: most - rest };
  } finally {
    clearInterval(sampling);
  }
}

/** Waits until the server has counted what was added, which it does after the import. */
async function quiet({ bff }: BenchStack, size: BenchSize): Promise<void> {
  for (let before = 0, now = cpuMsOf(bff.pid); now - before > 20; now = cpuMsOf(bff.pid)) {
    before = now;
    await wait(size.of(500));
  }
}

/** How long a download takes, and how much more memory the server holds at most meanwhile. */
async function download({ bff }: BenchStack, path: string) {
  const rest = residentMiB(bff.pid);
  const since = performance.now();
  const answer = await fetch(bff.url + addressOf(path), { headers: { cookie: bff.cookie } });
  if (answer.status !== 200 || answer.body === null) throw new Error(`${path} was answered with ${answer.status}.`);
  let [most, bytes, chunks] = [rest, 0, 0];
  for await (const chunk of answer.body as ReadableStream<Uint8Array>) {
    bytes += chunk.byteLength;
    if ((chunks += 1) % 16 === 0) most = Math.max(most, residentMiB(bff.pid));
  }
  return { ms: performance.now() - since, growth: most - rest, bytes };
}
