import { parseArgs } from "node:util";
import { goalTable, type Goal } from "#/bench/goal.ts";
import { sharedStacks } from "#/bench/shared-stacks.ts";
import { benchSize, type BenchSize } from "#/bench/size.ts";

const SECTIONS: Readonly<Record<string, (size: BenchSize) => Promise<Goal[]>>> = {
  bounds: async (size) => (await import("#/bench/sections/bounds.ts")).boundsGoals(size),
  capacity: async (size) => (await import("#/bench/sections/capacity.ts")).capacityGoals(size),
  changes: async (size) => (await import("#/bench/sections/changes.ts")).changesGoals(size),
  diff: async (size) => (await import("#/bench/sections/diff.ts")).diffGoals(size),
  files: async (size) => (await import("#/bench/sections/files.ts")).filesGoals(size),
  gateway: async (size) => (await import("#/bench/sections/gateway.ts")).gatewayGoals(size),
  import: async (size) => (await import("#/bench/sections/import.ts")).importGoals(size),
  pages: async (size) => (await import("#/bench/sections/pages.ts")).pagesGoals(size),
  reading: async (size) => (await import("#/bench/sections/reading.ts")).readingGoals(size),
  restore: async (size) => (await import("#/bench/sections/restore.ts")).restoreGoals(size),
  screen: async (size) => (await import("#/bench/sections/screen.ts")).screenGoals(size),
  sending: async (size) => (await import("#/bench/sections/sending.ts")).sendingGoals(size),
  "sign-in": async (size) => (await import("#/bench/sections/sign-in.ts")).signInGoals(size),
  start: async (size) => (await import("#/bench/sections/start.ts")).startGoals(size),
};

const help = `pnpm bench [SECTION…] [--long] [--queries] [--trial]

Measures the goals of these sections, each beside a peer or a floor of the same run; without a section, all of them.

  ${Object.keys(SECTIONS).join(", ")}

  --long       the whole size that a goal names, where the short run takes less
  --trial      next to nothing, to see that every section still runs; its figures say nothing
  --queries    lists the slowest queries of the store and the functions where the server was beside the goals: a profile as text
  --help       prints this
`;

const { values, positionals } = readArguments();
if (values.help) {
  process.stdout.write(help);
  process.exit(0);
}
const unknown = positionals.filter((name) => SECTIONS[name] === undefined);
if (unknown.length > 0) failUsage(`Unknown bench: ${unknown.join(", ")}.`);

function readArguments() {
  try {
    return parseArgs({
      options: {
        long: { type: "boolean", default: false },
        queries: { type: "boolean", default: false },
        trial: { type: "boolean", default: false },
        help: { type: "boolean", default: false, short: "h" },
      },
      allowPositionals: true,
    });
  } catch (error) {
    return failUsage(error instanceof Error ? error.message : String(error));
  }
}

function failUsage(problem: string): never {
  process.stderr.write(`${problem}\n\n${help}`);
  process.exit(2);
}

const ownStacks = benchSize(values);
// Queries are asked for of the server of one section, so that none is shared then.
await using shared = values.trial && !values.queries ? sharedStacks(ownStacks) : undefined;
const size = shared === undefined ? ownStacks : { ...ownStacks, shared };
const chosen = Object.entries(SECTIONS).filter(([name]) => positionals.length === 0 || positionals.includes(name));
// Nothing is measured in a trial, so that two sections may run beside each other.
const goals = await measureAll(values.trial ? chosen.toSorted(inTurn) : chosen, values.trial ? 2 : 1);
console.log(goalTable(goals.flat()));

/** On a shared stack pages come first, which are asked for while the server rests, and last what stops the server. */
function inTurn([one]: (typeof chosen)[number], [other]: (typeof chosen)[number]): number {
  const ranks: Readonly<Record<string, number>> = { pages: -1, restore: 1, start: 2 };
  return (ranks[one] ?? 0) - (ranks[other] ?? 0);
}

async function measure([name, section]: (typeof chosen)[number]): Promise<Goal[]> {
  const since = performance.now();
  const measured = await section(size);
  console.error(`  ${name} measured (${((performance.now() - since) / 1000).toFixed(0)} s)`);
  return measured;
}

async function measureAll(sections: typeof chosen, atOnce: number): Promise<Goal[][]> {
  const measured: Goal[][] = [];
  const left = sections.entries();
  const worker = async () => {
    for (const [position, section] of left) measured[position] = await measure(section);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return measured;
}
