import { parseArgs } from "node:util";
import { checkRandomHistory } from "./check-random-history.ts";
import { actionNames } from "./actions/action-names.ts";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "20" },
    seed: { type: "string" },
    steps: { type: "string", default: "40" },
    overlay: { type: "boolean", default: false },
  },
});
const first = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
const failed: number[] = [];
const states = new Map<string, number>();
const undone = new Set(actionNames);
let [alarms, resets, late, checks] = [0, 0, 0, 0];
for (let seed = first; seed < first + Number(values.runs); seed += 1) {
  try {
    const run = await checkRandomHistory(seed, Number(values.steps), {
      indexVersions: values.overlay ? "overlay-by-record" : "copy",
    });
    alarms += run.alarms;
    resets += run.resets;
    late += run.late;
    checks += run.checks;
    for (const action of run.done.keys()) undone.delete(action);
    for (const state of run.states) states.set(state, (states.get(state) ?? 0) + 1);
    console.log(`seed ${seed}: holds, ${run.changes} changes`);
  } catch (error) {
    failed.push(seed);
    console.log(error instanceof Error ? error.message : error);
  }
}
console.log(
  `${values.runs} runs from seed ${first}: ${failed.length} failed${failed.length === 0 ? "" : ` (${failed.join(", ")})`}; ${[...states].map(([state, count]) => `${count} ${state}`).join(", ")}; ${alarms} alarms, ${resets} of them reset, ${late} late writes, ${checks} paused checks${undone.size === 0 ? "" : `; never done: ${[...undone].join(", ")}`}`,
);
// Engines prepared for further tests would keep the process alive.
process.exit(failed.length === 0 ? 0 : 1);
