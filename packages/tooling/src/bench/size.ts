import type { SharedStacks } from "#/bench/stack-types.ts";
import { testServerFlags } from "#/testing/initial-store.ts";

/** How much is measured: few repetitions by default, the full counts with `--long`, next to nothing with `--trial`. */
export interface BenchSize {
  of: (quick: number, long?: number) => number;
  /** Whether the queries of the embedded store are reported beside the table, which slows everything down. */
  queries: boolean;
  /** Further flags of Node for what is started: in a trial those of servers that live for a test. */
  nodeFlags: readonly string[];
  /** The stacks that the sections of a trial share; none where queries are asked for, which are those of one section. */
  shared?: SharedStacks;
}

const TRIAL = { most: 2, few: 10, fewRounds: 1 };

export function benchSize({ long, queries, trial }: { long: boolean; queries: boolean; trial: boolean }): BenchSize {
  const least = (quick: number) => Math.min(quick, quick < TRIAL.few ? TRIAL.fewRounds : TRIAL.most);
  const of: BenchSize["of"] = (quick, full = quick) => (trial ? least(quick) : long ? full : quick);
  return { of, queries, nodeFlags: trial ? testServerFlags : [] };
}
