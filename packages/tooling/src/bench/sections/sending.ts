import { setTimeout as wait } from "node:timers/promises";
import { ChangeSet, ChangeSetPlan } from "@dc/contract";
import { startBenchStack } from "#/bench/bench-stack.ts";
import type { BenchStack } from "#/bench/stack-types.ts";
import type { Goal } from "#/bench/goal.ts";
import { member } from "#/bench/member.ts";
import { cpuMsOf } from "#/bench/process-figures.ts";
import { COUNTS_STATEMENTS, openQueryLog } from "#/bench/queries.ts";
import { seedRoster } from "#/bench/seed-directory.ts";
import { seenValues } from "#/bench/seen-values.ts";
import type { BenchSize } from "#/bench/size.ts";
import { type PostgresServer, startPostgres } from "#/testing/postgres-server.ts";

const PRACTITIONERS = 5_000;
const RECORDS = { quick: 500, long: 5_000 };
const FIELD = "acceptedInsurances";
const PLANS_OF_RECORD = 2;
const AT_ONCE = 16;
const LATENCY_MS = 20;
const UNDO_MS = 1_000;
/** A page asks when it hears that something changed, at most so often. */
const ASKED_EVERY_MS = 200;

/**
 * G12: two plans for each of five hundred schedules (five thousand with `--long`) are sent, every proof on, to a service that
 * answers after 20 ms, in each store. What is needed is what the plan of the set counts.
 */
export async function sendingGoals(size: BenchSize): Promise<Goal[]> {
  const flags = size.queries ? COUNTS_STATEMENTS : [];
  await using postgres = await (size.shared?.postgres() ?? startPostgres({ flags }));
  return [
    ...(await sendingIn(size, { store: "embedded", atMostMs: 3 })),
    ...(await sendingIn(size, { store: "PostgreSQL", atMostMs: 2, postgres })),
  ];
}

async function sendingIn(
  size: BenchSize,
  { store, atMostMs, postgres }: { store: string; atMostMs: number; postgres?: PostgresServer },
): Promise<Goal[]> {
  using queries = size.queries ? openQueryLog(postgres) : undefined;
  const settings = { RECORDS_AT_ONCE: String(AT_ONCE), TEST_WAIT_MS: String(size.of(UNDO_MS)), ...queries?.env };
  await using stack = await startBenchStack(size, { writes: true, postgres, settings });
  const { path, needed, changes, records } = await stageSet(stack, size);
  await stack.sandbox.control("PUT", "/dials", { latencyMs: LATENCY_MS });
  await queries?.print(stack.bff.pid, "staging");
  const [callsBefore, cpuBefore] = [await callsOf(stack), cpuMsOf(stack.bff.pid)];
  const { version } = ChangeSet.parse(await stack.call("GET", path));
  await stack.call("POST", `${path}/apply`, { version });
  await wait(size.of(UNDO_MS));
  const since = performance.now();
  for (let applied = 0; applied < changes; await wait(ASKED_EVERY_MS)) {
    const { counts, state } = ChangeSet.parse(await stack.call("GET", path));
    if (state !== "queued" && state !== "applying" && state !== "applied") throw new Error(`The set is ${state}.`);
    applied = counts.applied;
  }
  const ms = performance.now() - since;
  const cpuMs = cpuMsOf(stack.bff.pid) - cpuBefore;
  const calls = (await callsOf(stack)) - callsBefore;
  await queries?.print(stack.bff.pid, "sending");
  const what = `G12 ${store}, sending ${changes.toLocaleString("en")} changes on ${records.toLocaleString("en")} records`;
  return [
    { what: `${what}: calls`, ours: calls, peer: needed, peerName: "needed", unit: "calls", atMost: 1.05 },
    {
      what: `${what}, ${AT_ONCE} at once`,
      ours: ms / 1000,
      peer: (needed * LATENCY_MS) / AT_ONCE / 1000,
      peerName: "ideal",
      unit: "s",
      atMost: 1.2,
    },
    {
      what: `${what}: CPU a change`,
      ours: cpuMs / changes,
      peer: 1,
      peerName: "1 ms",
      unit: "ms",
      atMost: atMostMs,
    },
  ];
}

async function stageSet(stack: BenchStack, size: BenchSize) {
  const records = size.of(RECORDS.quick, RECORDS.long);
  const lines = (await stack.roster(size.of(PRACTITIONERS))).split("\n").slice(0, records + 1);
  const { indexId, schedules: all } = await seedRoster(stack, { name: "Sending bench", roster: lines.join("\n") });
  const schedules = all.slice(0, records);
  const seenOf = await seenValues(stack, { indexId, schedules, field: FIELD });
  const plans = await stack.sandbox.plans();
  const changes = schedules.flatMap((id) => {
    const accepted = JSON.stringify(seenOf.get(id));
    const further = plans.filter((plan) => !accepted.includes(plan)).slice(0, PLANS_OF_RECORD);
    return further.map((element) => ({
      indexId,
      record: { type: "schedule", id },
      field: FIELD,
      operation: { op: "add", element },
      seen: seenOf.get(id),
      evidence: { reason: "The practice called", source: null, verifiedOn: null, reviewBy: null },
    }));
  });
  const staged = ChangeSet.parse(member(await stack.call("POST", "/change-sets", { changes }), "changeSet"));
  const path = `/change-sets/${staged.id}`;
  const plan = ChangeSetPlan.parse(await stack.call("GET", `${path}/plan`));
  return { path, needed: plan.calls.total, changes: changes.length, records };
}

async function callsOf({ sandbox }: BenchStack): Promise<number> {
  return Number(member(await sandbox.control("GET", "/requests?after=1000000000"), "total"));
}
