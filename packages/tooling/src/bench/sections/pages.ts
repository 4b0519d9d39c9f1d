import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startBenchStack } from "#/bench/bench-stack.ts";
import type { BenchStack } from "#/bench/stack-types.ts";
import type { Goal } from "#/bench/goal.ts";
import { compareLoads, runLoad, type Target } from "#/bench/load.ts";
import { openQueryLog, type QueryLog } from "#/bench/queries.ts";
import { type RecordingPostgres, startRecordingPostgres } from "#/bench/recorded-queries.ts";
import { enlarge, type SeededDirectory, seedOverrides, seedRoster, TIMES_LARGER } from "#/bench/seed-directory.ts";
import { rosterScreenGoals } from "#/bench/sections/roster-screen.ts";
import type { BenchSize } from "#/bench/size.ts";
import { startChildServer } from "#/child-server.ts";
import { addressOf } from "#/testing/server-process.ts";

const PRACTITIONERS = 5_000;
/** With their practitioners they make 1,000 entries of a roster, 10,000 with `--long`; then there are ten times as many. */
const SCHEDULES = { quick: 690, long: 6_900 };
const OVERRIDES = 100;
const PAGE = 100;
const MOST_MS = 50;
const MOST_KIB = 1_024;
const MOST_TIMES_THE_HANDLER = 1.5;
/** An exponent of growth of 0.1. */
const MOST_GROWTH = 1.26;

/**
 * G14: pages of the API on PostgreSQL, for a directory and for one ten times as large, each beside a bare Hono handler that
 * asks the same queries. G9: the roster's screen with the larger one.
 */
export async function pagesGoals(size: BenchSize): Promise<Goal[]> {
  await using postgres = await (size.shared?.postgres() ?? startRecordingPostgres());
  using queryLog = size.queries ? openQueryLog() : undefined;
  await using stack = await startBenchStack(size, { postgres, settings: { ...queryLog?.env } });
  const lines = (await stack.roster(size.of(PRACTITIONERS))).split("\n");
  const roster = lines.slice(0, size.of(SCHEDULES.quick, SCHEDULES.long) + 1).join("\n");
  const directory = await seedRoster(stack, { name: "Pages bench", roster });
  await seedOverrides(stack, directory, size.of(OVERRIDES));
  const entries = directory.schedules.length + directory.practitioners.length;
  const smaller = await figuresOf(stack, postgres, directory, size);
  await enlarge(postgres, directory.indexId);
  const larger = await figuresOf(stack, postgres, directory, size);
  if (queryLog !== undefined) await printFunctions(stack, directory, queryLog);
  // Some need somebody, so that another order is another page.
  await postgres.run("update roster_entry set need = 1 where right(record_id, 2) < '5'");
  const screen = await rosterScreenGoals(size, stack, { ...directory, entries: entries * TIMES_LARGER });
  const many = (entries * TIMES_LARGER).toLocaleString("en");
  const pages = Object.entries(larger).flatMap(([name, { page, handler }]) => {
    const line = { ours: page.p50Ms, unit: "ms" };
    const before = smaller[name]?.page.p50Ms ?? Number.NaN;
    return [
      {
        ...line,
        what: `G14 ${name} of ${many} entries, p50`,
        peer: handler.p50Ms,
        peerName: "bare handler",
        atMost: MOST_TIMES_THE_HANDLER,
      },
      {
        ...line,
        what: `G14 ${name} of ${many} entries, p95`,
        ours: page.p95Ms,
        peer: MOST_MS,
        peerName: "limit",
        atMost: 1,
      },
      {
        ...line,
        what: `G14 ${name} of ${many} entries, p50`,
        peer: before,
        peerName: `${entries.toLocaleString("en")} entries`,
        atMost: MOST_GROWTH,
      },
      {
        what: `G14 ${name}, largest`,
        ours: page.largest / 1024,
        peer: MOST_KIB,
        peerName: "limit",
        unit: "KiB",
        atMost: 1,
      },
    ];
  });
  return [...pages, ...screen];
}

async function figuresOf(stack: BenchStack, postgres: RecordingPostgres, directory: SeededDirectory, size: BenchSize) {
  const pages = pathsOf(directory);
  const headers = { cookie: stack.bff.cookie };
  const paths = Object.values(pages).flat();
  const asks = paths.map(
    (path) => () => runLoad({ name: path, origin: stack.bff.url, paths: [path], headers }, { requests: 1, atOnce: 1 }),
  );
  for (const ask of asks) await ask();
  const recorded = await postgres.queriesOf(asks);
  const queries = Object.fromEntries(paths.map((path, at) => [path, recorded[at]]));
  const folder = mkdtempSync(join(tmpdir(), "bench-pages-"));
  try {
    writeFileSync(join(folder, "queries.json"), JSON.stringify(queries));
    await using floor = await startChildServer({
      script: new URL("../floors/hono-queries.ts", import.meta.url),
      env: { QUERIES: join(folder, "queries.json"), DATABASE_URL: postgres.url },
    });
    const load = { requests: size.of(40, 100), atOnce: 1, rounds: size.of(3, 5) };
    const figures: Record<string, { page: Figures; handler: Figures }> = {};
    for (const [name, paths] of Object.entries(pages)) {
      const page: Target = { name, origin: stack.bff.url, paths, headers };
      const handler: Target = { name: `${name}, bare handler`, origin: floor.url, paths, headers: {} };
      figures[name] = await compareLoads({ page, handler }, load);
    }
    return figures;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

type Figures = Awaited<ReturnType<typeof runLoad>>;

/** Where the server is while each page is asked for. */
async function printFunctions({ bff }: BenchStack, directory: SeededDirectory, queryLog: QueryLog): Promise<void> {
  for (const [name, paths] of Object.entries(pathsOf(directory))) {
    await queryLog.print(bff.pid, `before ${name}`);
    await runLoad({ name, origin: bff.url, paths, headers: { cookie: bff.cookie } }, { requests: 100, atOnce: 1 });
    await queryLog.print(bff.pid, `${name}, 100 times`);
  }
}

/** What the console asks on its most used pages. */
function pathsOf({ indexId, practitioners }: SeededDirectory): Record<string, string[]> {
  const index = `/index-versions/${indexId}`;
  const some = practitioners.slice(0, 4);
  const pages = {
    roster: [`${index}/roster?limit=${PAGE}`, `${index}/roster?limit=${PAGE}&type=schedule`],
    "roster search": ["an", "ell", "ro", "k3"].map((text) => `${index}/roster?limit=${PAGE}&q=${text}`),
    "roster by need": [`${index}/roster?limit=${PAGE}&sort=need`],
    overrides: [`${index}/overrides?limit=${PAGE}`],
    "list of index versions": [`/index-versions?limit=${PAGE}`],
    overview: ["/overview"],
    practitioner: some.map((id) => `${index}/practitioners/${id}`),
    compare: some.map((id) => `${index}/practitioners/${id}?raw=1`),
    activity: [`/activity?limit=${PAGE}`],
    search: ["an", "ell"].map((text) => `/search?near=${indexId}&q=${text}`),
  };
  return Object.fromEntries(Object.entries(pages).map(([name, paths]) => [name, paths.map((path) => addressOf(path))]));
}
