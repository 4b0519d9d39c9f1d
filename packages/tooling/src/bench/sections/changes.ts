import { setTimeout as wait } from "node:timers/promises";
import { ChangeSet, OverridePage } from "@dc/contract";
import { maxStagedAtOnce } from "@dc/contract/limits";
import { type BenchStack, startBenchStack, UNDO_MS } from "#/bench/bench-stack.ts";
import type { Goal } from "#/bench/goal.ts";
import { member } from "#/bench/member.ts";
import { cpuMsOf } from "#/bench/process-figures.ts";
import { openQueryLog } from "#/bench/queries.ts";
import { seedRoster } from "#/bench/seed-directory.ts";
import { seenValues } from "#/bench/seen-values.ts";
import type { BenchSize } from "#/bench/size.ts";

const PRACTITIONERS = 5_000;
const RECORDS = { quick: 500, long: 5_000 };
const FIELD = "acceptedInsurances";
const PLANS = ["ins_bench0001", "ins_bench0002"];
const PLACED_PLANS = ["ins_bench0003", "ins_bench0004"];
const TICK_MS = 20;

/**
 * G13, and how long it takes until changes that cannot be sent are held: two plans for each of five hundred schedules (five
 * thousand with `--long`), and how long another request waits meanwhile. The most changes that one request may place in several
 * directories are staged in two of them.
 */
export async function changesGoals(size: BenchSize): Promise<Goal[]> {
  using queries = size.queries ? openQueryLog() : undefined;
  await using stack = await startBenchStack(size, queries === undefined ? {} : { settings: queries.env });
  const records = size.of(RECORDS.quick, RECORDS.long);
  const lines = (await stack.roster(size.of(PRACTITIONERS))).split("\n").slice(0, records + 1);
  const directory = await seedRoster(stack, { name: "Changes bench", roster: lines.join("\n") });
  const schedules = directory.schedules.slice(0, records);
  const seenOf = await seenValues(stack, { indexId: directory.indexId, schedules, field: FIELD });
  const changes = schedules.flatMap((id) =>
    PLANS.map((element) => ({
      record: { type: "schedule", id },
      field: FIELD,
      operation: { op: "add", element },
      seen: seenOf.get(id),
      evidence: { reason: "The practice called", source: null, verifiedOn: null, reviewBy: null },
    })),
  );
  await queries?.print(stack.bff.pid, "roster");
  const staging = await beside(stack, async () => {
    const placed = changes.map((change) => ({ ...change, indexId: directory.indexId }));
    const staged = await stack.call("POST", "/change-sets", { changes: placed });
    return ChangeSet.parse(member(staged, "changeSet")).id;
  });
  await queries?.print(stack.bff.pid, "staging");
  const path = `/change-sets/${staging.result}`;
  const { version } = ChangeSet.parse(await stack.call("GET", path));
  const reviewing = await beside(stack, () => reviewMs(stack, path));
  await queries?.print(stack.bff.pid, "reviewing");
  const applying = await beside(stack, () => stack.call("POST", `${path}/apply`, { version }));
  await queries?.print(stack.bff.pid, "applying");
  const holding = await beside(stack, async () => {
    await wait(size.of(UNDO_MS));
    while (ChangeSet.parse(await stack.call("GET", path)).counts.held < changes.length) await wait(100);
  });
  await queries?.print(stack.bff.pid, "holding");
  let withdrawnMs = 0;
  const withdrawing = await beside(stack, async () => {
    const held = ChangeSet.parse(await stack.call("GET", path));
    const since = performance.now();
    await stack.call("POST", `${path}/withdraw`, { version: held.version });
    withdrawnMs = performance.now() - since;
    const overrides = `/index-versions/${directory.indexId}/overrides?limit=1`;
    while (OverridePage.parse(await stack.call("GET", overrides)).total !== 0) await wait(100);
  });
  await queries?.print(stack.bff.pid, "withdrawing");
  const sibling = await seedRoster(stack, { name: "Changes bench, sibling", roster: lines.join("\n") });
  const placed = [directory.indexId, sibling.indexId]
    .flatMap((indexId) =>
      schedules.flatMap((id) =>
        PLACED_PLANS.map((element) => ({
          indexId,
          record: { type: "schedule", id },
          field: FIELD,
          operation: { op: "add", element },
          seen: seenOf.get(id),
        })),
      ),
    )
    .slice(0, maxStagedAtOnce);
  const placing = await beside(stack, () => stack.call("POST", "/change-sets", { changes: placed }));
  await queries?.print(stack.bff.pid, "placing");
  const of = `${changes.length.toLocaleString("en")} changes on ${records.toLocaleString("en")} records`;
  const perTenThousand = (ms: number) => (ms / changes.length) * 10_000;
  const limit = { peerName: "limit", atMost: 1 };
  const waits = { ...limit, peer: 100, unit: "ms" };
  return [
    { ...limit, what: `G13 staging of ${of}, for 10,000`, ours: perTenThousand(staging.ms) / 1000, peer: 3, unit: "s" },
    { ...waits, what: `G13 staging of ${of}: longest wait of another request`, ours: staging.longestMs },
    { ...waits, what: `reviewing ${of}: 95 of 100 pages, filters and groups within`, ours: reviewing.result },
    { ...waits, what: `reviewing ${of}: longest wait of another request`, ours: reviewing.longestMs },
    {
      ...limit,
      what: `staging ${placed.length.toLocaleString("en")} changes in 2 directories by one request, for 10,000`,
      ours: perTenThousand(placing.ms) / (placed.length / changes.length) / 1000,
      peer: 3,
      unit: "s",
    },
    {
      ...waits,
      what: `staging ${placed.length.toLocaleString("en")} changes by one request: longest wait of another request`,
      ours: placing.longestMs,
    },
    {
      ...limit,
      what: `approving ${of} and holding them, for 10,000`,
      ours: perTenThousand(applying.ms + holding.ms - UNDO_MS) / 1000,
      peer: 10,
      unit: "s",
    },
    {
      ...waits,
      what: `approving ${of} and holding them: longest wait of another request`,
      ours: Math.max(applying.longestMs, holding.longestMs),
    },
    { ...waits, what: `withdrawing ${of}: true for readers after`, ours: withdrawnMs },
    {
      ...limit,
      what: `withdrawing ${of}, until no list has them, for 10,000`,
      ours: perTenThousand(withdrawing.ms) / 1000,
      peer: 10,
      unit: "s",
    },
    { ...waits, what: `withdrawing ${of}: longest wait of another request`, ours: withdrawing.longestMs },
    {
      what: `staging, approving and holding ${of}: CPU a change`,
      ours: (staging.cpuMs + applying.cpuMs + holding.cpuMs) / changes.length,
      peer: 1,
      peerName: "1 ms",
      unit: "ms",
      atMost: null,
    },
  ];
}

const LOOKS = 100;

/** How long pages, filters and groups of a review take at most in 95 of 100 times, once all was compared. */
async function reviewMs(stack: BenchStack, path: string): Promise<number> {
  const asked = ["by=person&level=group", "by=directory&limit=100", "by=kind", "q=a", "verdict=same&level=change"];
  const times: number[] = [];
  for (let look = 0; look <= LOOKS; look++) {
    const since = performance.now();
    await stack.call("GET", `${path}/review?${asked[look % asked.length] ?? ""}`);
    if (look > 0) times.push(performance.now() - since);
  }
  return times.toSorted((a, b) => a - b)[Math.ceil(LOOKS * 0.95) - 1] ?? 0;
}

/** Does the work, and asks for the session again and again meanwhile, as somebody else at the console would. */
async function beside<T>(
  stack: BenchStack,
  work: () => Promise<T>,
): Promise<{ result: T; ms: number; cpuMs: number; longestMs: number }> {
  let isDone = false;
  let longestMs = 0;
  const others = (async () => {
    while (!isDone) {
      const since = performance.now();
      const answer = await fetch(`${stack.bff.url}/api/v1/session`, { headers: { Cookie: stack.bff.cookie } });
      await answer.arrayBuffer();
      longestMs = Math.max(longestMs, performance.now() - since);
      await wait(TICK_MS);
    }
  })();
  const cpuBefore = cpuMsOf(stack.bff.pid);
  const since = performance.now();
  const result = await work().finally(() => {
    isDone = true;
  });
  const ms = performance.now() - since;
  await others;
  return { result, ms, cpuMs: cpuMsOf(stack.bff.pid) - cpuBefore, longestMs };
}
