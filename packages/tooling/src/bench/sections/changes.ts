import { setTimeout as wait } from "node:timers/promises";
import { ChangeSet, Creation, OverridePage, ReviewPage, RosterImport, StagedChanges } from "@dc/contract";
import { maxStagedAtOnce } from "@dc/contract/limits";
import { startBenchStack, UNDO_MS } from "#/bench/bench-stack.ts";
import type { BenchStack } from "#/bench/stack-types.ts";
import { beside } from "#/bench/beside.ts";
import type { Goal } from "#/bench/goal.ts";
import { openQueryLog } from "#/bench/queries.ts";
import { seedRoster } from "#/bench/seed-directory.ts";
import { seenValues } from "#/bench/seen-values.ts";
import type { BenchSize } from "#/bench/size.ts";

const PRACTITIONERS = 5_000;
const RECORDS = { quick: 500, long: 5_000 };
/** So many changes are refused by the service, one after another, before they are retried. */
const MOST_RETRIED = 1_000;
const FIELD = "acceptedInsurances";
const PLANS = ["ins_bench0001", "ins_bench0002"];
const PLACED_PLANS = ["ins_bench0003", "ins_bench0004"];

/**
 * G13, and how long it takes until changes that cannot be sent are held: two plans for each of five hundred schedules (five
 * thousand with `--long`), and how long another request waits meanwhile, also while they are decided about, undone, released and
 * read. The most changes that one request may place in several directories are staged in two of them.
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
  const stage = async () => {
    const placed = changes.map((change) => ({ ...change, indexId: directory.indexId }));
    return StagedChanges.parse(await stack.call("POST", "/change-sets", { changes: placed }));
  };
  const staging = await beside(stack, stage);
  await queries?.print(stack.bff.pid, "staging");
  const path = `/change-sets/${staging.result.changeSet.id}`;
  const { version } = ChangeSet.parse(await stack.call("GET", path));
  const reviewing = await beside(stack, () => reviewMs(stack, path, size));
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
  const rostering = await waitsOfRosters(stack, directory.indexId);
  await queries?.print(stack.bff.pid, "rosters");
  const into = { indexId: directory.indexId, changes };
  const deciding = await waitsOfActs(stack, { stageAll: stage, into }, async (what) => {
    console.error(`  ${what}: done`);
    await queries?.print(stack.bff.pid, what);
  });
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
    ...deciding.map(({ what, longestMs }) => ({
      ...waits,
      what: `${what}, ${of}: longest wait of another request`,
      ours: longestMs,
    })),
    ...rostering.map(({ what, longestMs }) => ({
      ...waits,
      what: `${what} of ${records.toLocaleString("en")} schedules and whom they name: longest wait of another request`,
      ours: longestMs,
    })),
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

/** How long another request waits until a roster is copied, and the same to be read again, and until these are stopped; neither is read. */
async function waitsOfRosters(stack: BenchStack, from: string): Promise<{ what: string; longestMs: number }[]> {
  const { indexId: to } = Creation.parse(await stack.call("POST", "/index-versions", { name: "Changes bench, copy" }));
  const begin = async (indexId: string, body: object) => {
    const imports = `/index-versions/${indexId}/roster-imports`;
    const { result, longestMs } = await beside(stack, () => stack.call("POST", imports, body));
    const { id, state } = RosterImport.parse(result);
    const stopping = await beside(stack, async () => {
      if (state === "running") await stack.bff.call("POST", `/roster-imports/${id}/stop`);
      // Else what is measured next has it beside it.
      while (RosterImport.parse(await stack.call("GET", `/roster-imports/${id}`)).state === "running") await wait(50);
    });
    return [longestMs, stopping.longestMs] as const;
  };
  const [copyingMs, stoppedCopyMs] = await begin(to ?? "", { from: "index", indexId: from });
  const [readingMs, stoppedReadingMs] = await begin(from, { from: "roster" });
  return [
    { what: "copying the roster", longestMs: copyingMs },
    { what: "reading the roster again", longestMs: readingMs },
    { what: "stopping that", longestMs: Math.max(stoppedCopyMs, stoppedReadingMs) },
  ];
}

/** How long another request waits while a set is read, decided about, undone, released and retried, and while its staging is undone. */
async function waitsOfActs(
  stack: BenchStack,
  { stageAll, into }: { stageAll: () => Promise<StagedChanges>; into: { indexId: string; changes: readonly object[] } },
  print: (what: string) => Promise<void>,
): Promise<{ what: string; longestMs: number }[]> {
  const waits: { what: string; longestMs: number }[] = [];
  const during = async (what: string, work: () => Promise<unknown>) => {
    const { longestMs } = await beside(stack, work);
    waits.push({ what, longestMs });
    await print(what);
  };
  const stage = async () => (await stageAll()).changeSet.id;
  const read = async (id: string) => ChangeSet.parse(await stack.call("GET", `/change-sets/${id}`));
  const act = async (id: string, verb: string, body: object = {}) => {
    const { version } = await read(id);
    return await stack.call("POST", `/change-sets/${id}/${verb}`, { version, ...body });
  };
  await stack.call("PUT", "/approval-settings", { required: 1, ownCounts: true });
  const reviewed = await stage();
  await during("reading the set", async () => {
    for (let look = 0; look < 5; look++) await read(reviewed);
  });
  await during("asking for its review", () => act(reviewed, "submit"));
  await during("approving all", () => act(reviewed, "approve"));
  const nodes = await halfOf(stack, reviewed);
  await during("splitting off half", () => act(reviewed, "split", { nodes }));
  await act(reviewed, "withdraw");
  const rejected = await stage();
  await act(rejected, "submit");
  await during("rejecting all", () => act(rejected, "reject", { reason: "The practice called again" }));
  await stack.call("PUT", "/approval-settings", { required: 0, ownCounts: true });
  const { changeSet, changeIds: staged } = await stageAll();
  const taken = { staged, replaced: [] };
  await during("undoing the staging", () => stack.call("POST", `/change-sets/${changeSet.id}/changes/undo`, taken));
  const drafts = `/index-versions/${into.indexId}/changes`;
  await stack.call("POST", drafts, { changes: into.changes.slice(-1) });
  let added: StagedChanges | undefined;
  await during("staging into a draft", async () => {
    added = StagedChanges.parse(await stack.call("POST", drafts, { changes: into.changes.slice(0, -1) }));
  });
  await during("undoing that", () =>
    stack.call("POST", `/change-sets/${added?.changeSet.id}/changes/undo`, { staged: added?.changeIds, replaced: [] }),
  );
  const held = await stage();
  const { version } = await read(held);
  // In a trial the time to undo is over at once.
  await during("undoing", async () => {
    const applied = stack.call("POST", `/change-sets/${held}/apply`, { version });
    while ((await read(held)).version === version) await wait(5);
    await stack.bff.call("POST", `/change-sets/${held}/undo`, { version: (await read(held)).version });
    await applied;
  });
  const { state, counts } = await read(held);
  if (state === "draft") await act(held, "apply");
  while ((await read(held)).counts.held < counts.total) await wait(100);
  // The service refuses every write but the first: until one of a set is proven, each goes alone.
  await stack.sandbox.control("PUT", "/dials", { latencyMs: 0, writes: true });
  const refusal = { kind: "status", status: 422, method: "POST", phase: "before", times: 3 * counts.total };
  await stack.sandbox.control("POST", "/faults", { kind: "slow", ms: 0, method: "POST", times: 1 });
  await stack.sandbox.control("POST", "/faults", refusal);
  await stack.call("PUT", "/profile", { profile: { extends: "with-writes", name: "with writes" }, revision: 0 });
  await during("releasing what is held", async () => {
    await act(held, "apply");
    while ((await read(held)).state === "checking") await wait(100);
  });
  const ended = ({ counts: { applied, failed } }: ChangeSet) => applied + failed;
  while (ended(await read(held)) < Math.min(counts.total, MOST_RETRIED)) await wait(1_000);
  if (counts.total > MOST_RETRIED) await act(held, "withdraw");
  let retry = held;
  await during("retrying what failed", async () => {
    retry = ChangeSet.parse(await act(held, "retry")).id;
    while ((await read(retry)).state === "checking") await wait(100);
  });
  // Else what is measured next has its sending beside it.
  await stack.bff.call("POST", `/change-sets/${retry}/withdraw`, { version: (await read(retry)).version });
  return waits;
}

/** The keys of the groups of half of the people that a set is about. */
async function halfOf(stack: BenchStack, id: string): Promise<string[]> {
  const keys: string[] = [];
  let cursor: string | null = null;
  do {
    const after: string = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const page = ReviewPage.parse(
      await stack.call("GET", `/change-sets/${id}/review?by=person&level=group&limit=100${after}`),
    );
    keys.push(...page.items.map(({ key }) => key));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return keys.slice(0, Math.ceil(keys.length / 2));
}

const LOOKS = 100;

/** How long pages, filters and groups of a review take at most in 95 of 100 times, once all was compared. */
async function reviewMs(stack: BenchStack, path: string, size: BenchSize): Promise<number> {
  const asked = ["by=person&level=group", "by=directory&limit=100", "by=kind", "q=a", "verdict=same&level=change"];
  const times: number[] = [];
  const looks = Math.max(size.of(LOOKS), asked.length);
  for (let look = 0; look <= looks; look++) {
    const since = performance.now();
    await stack.call("GET", `${path}/review?${asked[look % asked.length] ?? ""}`);
    if (look > 0) times.push(performance.now() - since);
  }
  return times.toSorted((a, b) => a - b)[Math.ceil(looks * 0.95) - 1] ?? 0;
}
