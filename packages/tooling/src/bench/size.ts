/** How much is measured: few repetitions by default, the full counts with `--long`. */
export interface BenchSize {
  of: (quick: number, long: number) => number;
  /** Whether the queries of the embedded store are reported beside the table, which slows everything down. */
  queries: boolean;
}

export function benchSize({ long, queries }: { long: boolean; queries: boolean }): BenchSize {
  return { of: (quick, full) => (long ? full : quick), queries };
}
