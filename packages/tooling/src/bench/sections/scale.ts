import type { Goal } from "#/bench/goal.ts";
import { type BenchStack, serviceHeaders, startBenchStack } from "#/bench/bench-stack.ts";
import { addressOf } from "#/testing/server-process.ts";
import { compareLoads, runLoad, type Target } from "#/bench/load.ts";
import { openQueryLog } from "#/bench/queries.ts";
import { cpuMsOf } from "#/bench/process-figures.ts";
import { type SeededDirectory, seedOverrides, seedRoster } from "#/bench/seed-directory.ts";
import { member } from "#/bench/member.ts";
import type { BenchSize } from "#/bench/size.ts";

const PRACTITIONERS = 5_000;
const OVERRIDES = { quick: 100, long: 500 };
// About 6,900 schedules and their practitioners make 10,000 roster entries.
const SCHEDULES = { quick: 1_000, long: 6_900 };
const PAGE = 100;
// Two hundred entries of the longest kind stay below this; a whole roster takes megabytes.
const MOST_BYTES_OF_A_PAGE = 256_000;

/**
 * The responses for one directory, compared with direct reads of the sandbox in the same run; with `--long`, 10,000
 * roster entries and 500 overrides.
 */
export async function scaleGoals(size: BenchSize): Promise<Goal[]> {
  using queries = size.queries ? openQueryLog() : undefined;
  await using stack = await startBenchStack(size, queries === undefined ? {} : { settings: queries.env });
  const lines = (await stack.roster(size.of(PRACTITIONERS))).split("\n");
  const roster = lines.slice(0, size.of(SCHEDULES.quick, SCHEDULES.long) + 1).join("\n");
  const before = await figuresOf(stack);
  const directory = await seedRoster(stack, { name: "Scale bench", roster });
  const after = await figuresOf(stack);
  const overrides = size.of(OVERRIDES.quick, OVERRIDES.long);
  await queries?.print(stack.bff.pid, "import");
  const staging = await seedOverrides(stack, directory, overrides);
  await queries?.print(stack.bff.pid, "staging and holding");
  const entries = directory.schedules.length + directory.practitioners.length;
  const at = `${entries} entries, ${overrides} overrides`;
  const load = { requests: size.of(20, 60), atOnce: 1, rounds: size.of(3, 5) };
  const targets = targetsOf(stack, directory);
  for (const target of queries === undefined ? [] : Object.values(targets)) {
    await runLoad(target, { requests: 20, atOnce: 1 });
    await queries?.print(stack.bff.pid, `${target.name}, 20 times`);
  }
  const figures = await compareLoads(targets, load);
  const largest = Math.max(figures.roster.largest, figures.rosterByNeed.largest, figures.indexList.largest);
  if (largest > MOST_BYTES_OF_A_PAGE) throw new Error(`A page of ${PAGE} took ${largest} bytes.`);
  return [
    {
      what: `G6 import of ${entries} entries, CPU a GET, with compare and store`,
      ours: ((after.cpuMs - before.cpuMs) / (after.reads - before.reads)) * 1000,
      peer: 100,
      peerName: "limit",
      unit: "µs",
      atMost: 1,
    },
    {
      what: `staging of ${overrides} changes, 100 at once, a change`,
      ours: staging.stagedMs / overrides,
      peer: figures.direct.p50Ms,
      peerName: "one direct read",
      unit: "ms",
      atMost: null,
    },
    {
      what: `sending of ${overrides} changes until they are held, a change`,
      ours: staging.heldMs / overrides,
      peer: figures.direct.p50Ms,
      peerName: "one direct read",
      unit: "ms",
      atMost: null,
    },
    ...(["roster", "rosterSearch", "rosterByNeed", "indexList", "practitioner", "compare"] as const).flatMap((name) => {
      const { direct } = figures;
      const line = { unit: "ms", peerName: "one direct read", atMost: null };
      return [
        { ...line, what: `${at}: ${targets[name].name}, p50`, ours: figures[name].p50Ms, peer: direct.p50Ms },
        { ...line, what: `${at}: ${targets[name].name}, p95`, ours: figures[name].p95Ms, peer: direct.p95Ms },
      ];
    }),
    {
      what: `${at}: largest page`,
      ours: largest / 1024,
      peer: MOST_BYTES_OF_A_PAGE / 1024,
      peerName: "limit",
      unit: "KiB",
      atMost: 1,
    },
  ];
}

function targetsOf(stack: BenchStack, { indexId, schedules, practitioners }: SeededDirectory) {
  const api = addressOf("/index-versions");
  const ofBff = (name: string, paths: readonly string[]): Target => ({
    name,
    origin: stack.bff.url,
    paths,
    headers: { cookie: stack.bff.cookie },
  });
  const some = practitioners.filter((_, place) => place % 7 === 0).slice(0, 400);
  return {
    direct: {
      name: "direct",
      origin: stack.sandbox.url,
      paths: schedules.slice(0, 400).map((id) => `/schedules/${id}`),
      headers: serviceHeaders(indexId),
    },
    roster: ofBff("roster list", [
      `${api}/${indexId}/roster?limit=${PAGE}`,
      `${api}/${indexId}/roster?limit=${PAGE}&type=schedule`,
    ]),
    rosterSearch: ofBff(
      "roster search",
      ["an", "ell", "ro", "k3"].map((text) => `${api}/${indexId}/roster?limit=${PAGE}&q=${text}`),
    ),
    rosterByNeed: ofBff("roster list by need", [`${api}/${indexId}/roster?limit=${PAGE}&sort=need`]),
    indexList: ofBff("list of index versions", [`${api}?limit=${PAGE}`]),
    practitioner: ofBff(
      "practitioner page",
      some.map((id) => `${api}/${indexId}/practitioners/${id}`),
    ),
    compare: ofBff(
      "compare, read now",
      some.map((id) => `${api}/${indexId}/practitioners/${id}?raw=1&maxAge=0`),
    ),
  };
}

async function figuresOf(stack: BenchStack): Promise<{ cpuMs: number; reads: number }> {
  const state = await stack.sandbox.control("GET", "/state");
  return { cpuMs: cpuMsOf(stack.bff.pid), reads: Number(member(member(state, "requests"), "total")) };
}
