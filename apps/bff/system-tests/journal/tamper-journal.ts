import { createHash } from "node:crypto";
import { parseArgs } from "node:util";
import { canonicalEntry } from "#/journal/entry-hash.ts";
import { fillJournal } from "#/testing/journal.ts";
import { openTestStore } from "#/testing/stores/store.ts";
import { createRandom } from "#system-tests/random.ts";
import { readRecord, tamperedWith, tamperings, verify } from "./tampering.ts";

// F36: random tampers with a sealed record, each of which must be found and its first bad entry named; then how long it takes to
// read and verify 10,000 entries, beside hashing the same bytes twice, which no verification can do without.
const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "1000" },
    seed: { type: "string", default: String(Date.now() % 100_000) },
  },
});
const runs = Number(values.runs);
const ENTRIES = 10_000;

const small = await openTestStore();
await fillJournal(small, [100, 1, 400]);
const record = await readRecord(small);
const { head } = verify(record, []);
if (head === undefined) throw new Error("Nothing was sealed.");
let missed = 0;
for (let run = 0; run < runs; run += 1) {
  const seed = Number(values.seed) + run;
  const random = createRandom(seed);
  const { tampering, first, kinds, ...tampered } = tamperedWith(record, random.pick(tamperings), random);
  const { flaw } = verify(tampered, [head]);
  const isNamed = tampering === "rewrite" || flaw?.number === first;
  if (flaw !== undefined && isNamed && kinds.includes(flaw.kind)) continue;
  missed += 1;
  console.log(`seed ${seed}: ${tampering} of entry ${first} was told as ${JSON.stringify(flaw ?? "whole")}`);
}
console.log(`${runs - missed} of ${runs} tampers found and their first bad entry named, from seed ${values.seed}`);
await small.close();

const large = await openTestStore();
await fillJournal(large, [ENTRIES]);
const since = performance.now();
const read = await readRecord(large);
const { flaw, entries } = verify(read, []);
const ms = performance.now() - since;
const texts = read.entries.map(canonicalEntry);
const floorSince = performance.now();
for (const text of texts) {
  createHash("sha256").update(text).digest("hex");
  createHash("sha256").update(text.slice(0, 200)).digest("hex");
}
const floorMs = performance.now() - floorSince;
const ratio = (ms / floorMs).toFixed(1);
console.log(
  `${entries} entries read and verified in ${ms.toFixed(0)} ms (goal 2,000 ms), ${ratio} times the ${floorMs.toFixed(0)} ms of hashing their bytes`,
);
await large.close();
const isWhole = flaw === undefined && entries === ENTRIES;
process.exit(missed === 0 && isWhole && ms <= 2_000 ? 0 : 1);
