/** How much is measured: few repetitions by default, the full counts with `--long`, next to nothing with `--trial`. */
export interface BenchSize {
  of: (quick: number, long?: number) => number;
  /** Whether the queries of the embedded store are reported beside the table, which slows everything down. */
  queries: boolean;
}

const TRIAL = { most: 20, fewRounds: 2 };

export function benchSize({ long, queries, trial }: { long: boolean; queries: boolean; trial: boolean }): BenchSize {
  const least = (quick: number) => Math.min(quick, quick < TRIAL.most ? TRIAL.fewRounds : TRIAL.most);
  return { of: (quick, full = quick) => (trial ? least(quick) : long ? full : quick), queries };
}
