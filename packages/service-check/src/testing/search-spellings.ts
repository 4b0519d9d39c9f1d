import { parseArgs } from "node:util";
import { spellingProblems } from "./spelling-problems.fixture.ts";

// Draws spellings of the service, and tries each with the profile that the sandbox gives for it: the check of the
// profile, and the contract suite reading only and with writes. Prints each seed with what does not hold.

const { values } = parseArgs({
  options: { runs: { type: "string", default: "20" }, seed: { type: "string" } },
});
const runs = Number(values.runs);
const first = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));

const failed: number[] = [];
let checks = 0;
const startedAt = process.cpuUsage();
for (let seed = first; seed < first + runs; seed += 1) {
  let problems: string[];
  try {
    const tried = await spellingProblems(seed);
    problems = tried.problems;
    checks += tried.checks;
  } catch (error) {
    problems = [error instanceof Error ? (error.stack ?? error.message) : String(error)];
  }
  if (problems.length === 0) continue;
  failed.push(seed);
  console.log(`seed ${seed}:\n${problems.map((line) => `  ${line}`).join("\n")}`);
}
const { user, system } = process.cpuUsage(startedAt);
const seconds = ((user + system) / 1_000_000).toFixed(1);
console.log(
  `${runs} spellings from seed ${first}: ${failed.length} failed${failed.length === 0 ? "" : ` (${failed.join(", ")})`}; ${checks} checks, ${seconds} s of processor time`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
