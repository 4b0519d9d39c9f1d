/** How much is measured: a quick look by default, the full counts with `--long`. */
export interface BenchSize {
  of: (quick: number, long: number) => number;
}

export function benchSize({ long }: { long: boolean }): BenchSize {
  return { of: (quick, full) => (long ? full : quick) };
}
