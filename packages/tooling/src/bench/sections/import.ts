import { setTimeout as wait } from "node:timers/promises";
import { RosterImport } from "@dc/contract";
import { startBenchStack } from "#/bench/bench-stack.ts";
import type { BenchStack } from "#/bench/stack-types.ts";
import type { Goal } from "#/bench/goal.ts";
import { member } from "#/bench/member.ts";
import { cpuMsOf } from "#/bench/process-figures.ts";
import { openQueryLog } from "#/bench/queries.ts";
import { seedRoster } from "#/bench/seed-directory.ts";
import type { BenchSize } from "#/bench/size.ts";

const PRACTITIONERS = { quick: 1_000, long: 7_500 };
const LINES = { quick: 1_000, long: 10_000 };
const LATENCY_MS = 20;
/** What work in the background has of the 64 calls that a connection begins with. */
const AT_ONCE = 48;

/**
 * G6 and G11: a roster of a thousand lines (ten thousand with `--long`) is imported over a service that answers after 20 ms, read
 * again and compared, and read once more, unchanged.
 */
export async function importGoals(size: BenchSize): Promise<Goal[]> {
  using queries = size.queries ? openQueryLog() : undefined;
  const practitioners = size.of(PRACTITIONERS.quick, PRACTITIONERS.long);
  await using stack = await startBenchStack(size, {
    practitioners,
    ...(queries === undefined ? {} : { settings: queries.env }),
  });
  const lines = size.of(LINES.quick, LINES.long);
  const roster = (await stack.roster(practitioners))
    .split("\n")
    .slice(0, lines + 1)
    .join("\n");
  await stack.sandbox.control("PUT", "/dials", { latencyMs: LATENCY_MS });
  await queries?.print(stack.bff.pid, "start");
  const { result, ...imported } = await measured(stack, () => seedRoster(stack, { name: "Import bench", roster }));
  await queries?.print(stack.bff.pid, "import");
  const imports = `/index-versions/${result.indexId}/roster-imports`;
  const readAgain = async () => {
    const { id } = RosterImport.parse(await stack.call("POST", imports, { from: "roster" }));
    while (RosterImport.parse(await stack.call("GET", `/roster-imports/${id}`)).state !== "done") await wait(100);
  };
  const compared = await measured(stack, readAgain);
  await queries?.print(stack.bff.pid, "first comparison");
  const again = await measured(stack, readAgain);
  await queries?.print(stack.bff.pid, "reading again");
  return [
    ...goalsOf(`import of ${lines.toLocaleString("en")} lines`, imported),
    ...goalsOf(`first comparison of ${lines.toLocaleString("en")} records`, compared),
    ...goalsOf(`reading ${lines.toLocaleString("en")} unchanged records again`, again),
  ];
}

interface Measured {
  reads: number;
  ms: number;
  cpuMs: number;
}

function goalsOf(what: string, { reads, ms, cpuMs }: Measured): Goal[] {
  return [
    {
      what: `G11 ${what}, ${AT_ONCE} at once, 20 ms each`,
      ours: ms / 1000,
      peer: (reads * LATENCY_MS) / AT_ONCE / 1000,
      peerName: "ideal",
      unit: "s",
      atMost: 1.15,
    },
    {
      what: `G6 ${what}: CPU a read, with compare and store`,
      ours: (cpuMs / reads) * 1000,
      peer: 250,
      peerName: "limit",
      unit: "µs",
      atMost: 1,
    },
  ];
}

async function measured<Result>(stack: BenchStack, act: () => Promise<Result>): Promise<Measured & { result: Result }> {
  const [readsBefore, cpuBefore, since] = [await readsOf(stack), cpuMsOf(stack.bff.pid), performance.now()];
  const result = await act();
  return {
    ms: performance.now() - since,
    cpuMs: cpuMsOf(stack.bff.pid) - cpuBefore,
    reads: (await readsOf(stack)) - readsBefore,
    result,
  };
}

async function readsOf({ sandbox }: BenchStack): Promise<number> {
  return Number(member(member(await sandbox.control("GET", "/state"), "requests"), "total"));
}
