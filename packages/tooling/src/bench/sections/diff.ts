import { diffJson } from "@dc/directory";
import fastJsonPatch from "fast-json-patch";
import { diff as jsondiffpatch } from "jsondiffpatch";
import microdiff from "microdiff";
import type { Goal } from "#/bench/goal.ts";
import { medianMicroseconds } from "#/bench/measure.ts";
import { sampleRecord } from "#/bench/sample-record.ts";
import type { BenchSize } from "#/bench/size.ts";

const CHANGES = [0, 1, 3, 10];
const ROUNDS = 21;
const ROUND_MS = 20;
const PEERS = { "fast-json-patch": 1, microdiff: 2.5, jsondiffpatch: 4 };

/** G1: computing the exact change list of one record, compared with libraries that compute one too. */
export function diffGoals(size: BenchSize): Goal[] {
  return CHANGES.flatMap((changes) => {
    const before = sampleRecord(0);
    const after = sampleRecord(changes);
    const found = diffJson(before, after).length;
    if (found !== changes) throw new Error(`Our own diff gives ${found} entries for ${changes} changes.`);
    const medians = medianMicroseconds(
      [
        { name: "ours", run: () => diffJson(before, after) },
        { name: "fast-json-patch", run: () => fastJsonPatch.compare(before, after) },
        { name: "microdiff", run: () => microdiff(before, after) },
        { name: "jsondiffpatch", run: () => jsondiffpatch(before, after) },
      ],
      { rounds: size.of(ROUNDS), roundMs: size.of(ROUND_MS) },
    );
    const ours = medians.get("ours") ?? Number.NaN;
    return Object.entries(PEERS).map(([peerName, atLeast]) => ({
      what: `G1 diff of one record, ${changes} changes`,
      ours,
      peer: medians.get(peerName) ?? Number.NaN,
      peerName,
      unit: "µs",
      smallerIsBetter: true,
      atLeast,
    }));
  });
}
