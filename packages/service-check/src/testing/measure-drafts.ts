import { parseArgs } from "node:util";
import { draftAccuracy } from "./draft-accuracy.ts";

// Drafts profiles for drawn services, from their recorded answers and from an OpenAPI document, and prints how many lines
// of the profile that fits are right in the draft.

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "20" },
    seed: { type: "string", default: "1" },
    verbose: { type: "boolean", default: false },
  },
});
const runs = Number(values.runs);
const first = Number(values.seed);
const totals = {
  recordings: { right: 0, of: 0, asked: 0, unmarked: 0 },
  openApi: { right: 0, of: 0, asked: 0, unmarked: 0 },
};

for (let seed = first; seed < first + runs; seed += 1) {
  const spelling = `seed:${seed}`;
  const found = await draftAccuracy(spelling);
  for (const kind of ["recordings", "openApi"] as const) {
    const { right, of, wrong, problems } = found[kind];
    const total = totals[kind];
    total.right += right;
    total.of += of;
    total.asked += wrong.filter(({ isAsked }) => isAsked).length;
    total.unmarked += wrong.filter(({ isAsked }) => !isAsked).length;
    console.log(
      `${spelling} ${kind}: ${right} of ${of} lines (${Math.round((100 * right) / of)} %), ${wrong.length} other lines, ${problems.length} problems of the file`,
    );
    if (!values.verbose) continue;
    for (const { pointer, isAsked, drafted } of wrong)
      console.log(`    ${isAsked ? "?" : "!"} ${pointer} ${JSON.stringify(drafted)}`);
    for (const { pointer, expected } of found[kind].missed) console.log(`    - ${pointer} ${JSON.stringify(expected)}`);
    for (const { pointer, message } of problems) console.log(`    x ${pointer} ${message}`);
  }
}
for (const [kind, { right, of, asked, unmarked }] of Object.entries(totals))
  console.log(
    `${kind}: ${right} of ${of} lines right (${((100 * right) / of).toFixed(1)} %); ${asked} wrong lines with a question, ${unmarked} without`,
  );
process.exitCode = Object.values(totals).every(({ unmarked }) => unmarked === 0) ? 0 : 1;
