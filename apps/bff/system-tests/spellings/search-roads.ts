import { parseArgs } from "node:util";
import { travelRoad } from "./travel-road.ts";

// Draws spellings of the service, and takes the console in front of each along the road of a directory. Prints each seed
// with what is not so.

const { values } = parseArgs({ options: { runs: { type: "string", default: "20" }, seed: { type: "string" } } });
const runs = Number(values.runs);
const first = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
const failed: number[] = [];
for (let seed = first; seed < first + runs; seed += 1) {
  try {
    await travelRoad(`seed:${seed}`);
  } catch (error) {
    failed.push(seed);
    console.log(`seed ${seed}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
const { user, system } = process.cpuUsage();
console.log(
  `${runs} spellings from seed ${first}: ${failed.length} failed${failed.length === 0 ? "" : ` (${failed.join(", ")})`}; ${((user + system) / 1_000_000).toFixed(0)} s of processor time`,
);
// Engines prepared for further tests would keep the process alive.
process.exit(failed.length === 0 ? 0 : 1);
