import { parseArgs } from "node:util";
import { diffGoals } from "#/bench/diff.ts";
import { gatewayGoals } from "#/bench/gateway.ts";
import { goalTable, type Goal } from "#/bench/goal.ts";
import { jobsGoals } from "#/bench/jobs.ts";
import { readingGoals } from "#/bench/reading.ts";
import { scaleGoals } from "#/bench/scale.ts";
import { screenGoals } from "#/bench/screen.ts";
import { benchSize, type BenchSize } from "#/bench/size.ts";
import { startGoals } from "#/bench/start.ts";

const SECTIONS: Readonly<Record<string, (size: BenchSize) => Goal[] | Promise<Goal[]>>> = {
  diff: diffGoals,
  gateway: gatewayGoals,
  jobs: jobsGoals,
  reading: readingGoals,
  screen: screenGoals,
  start: startGoals,
  scale: scaleGoals,
};

const { values, positionals } = parseArgs({
  options: { long: { type: "boolean", default: false }, queries: { type: "boolean", default: false } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => SECTIONS[name] === undefined);
if (unknown.length > 0) {
  console.error(`There is no bench named ${unknown.join(", ")}; there are ${Object.keys(SECTIONS).join(", ")}.`);
  process.exit(2);
}

const size = benchSize(values);
const goals: Goal[] = [];
for (const [name, section] of Object.entries(SECTIONS)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const since = performance.now();
  goals.push(...(await section(size)));
  console.error(`  ${name} measured (${((performance.now() - since) / 1000).toFixed(0)} s)`);
}
console.log(goalTable(goals));
