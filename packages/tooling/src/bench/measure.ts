/** One thing that is measured; `run` does the whole work once. */
export interface Candidate {
  name: string;
  run: () => unknown;
}

let sink: unknown;

/**
 * Microseconds of one run of each candidate: the median over rounds. The candidates take turns in every round, so that
 * other load on the machine affects all of them alike. A round takes about that many milliseconds.
 */
export function medianMicroseconds(
  candidates: readonly Candidate[],
  { rounds, roundMs }: { rounds: number; roundMs: number },
): Map<string, number> {
  const prepared = candidates.map(({ name, run }) => ({
    name,
    run,
    repeat: repeatsFor(run, roundMs),
    samples: [] as number[],
  }));
  for (let round = 0; round < rounds; round += 1) {
    for (const one of round % 2 === 0 ? prepared : prepared.toReversed()) {
      one.samples.push((timeOf(one.run, one.repeat) / one.repeat) * 1000);
    }
  }
  return new Map(prepared.map(({ name, samples }) => [name, median(samples)]));
}

/** The median of some numbers; for an even count, the mean of the two in the middle. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  if (low === undefined || high === undefined) throw new Error("There is no median of nothing.");
  return (low + high) / 2;
}

// Doubles as the warm-up: the number of repeats grows until a round is long enough to be timed.
function repeatsFor(run: () => unknown, roundMs: number): number {
  for (let repeat = 1; ; repeat *= 2) {
    const tookMs = timeOf(run, repeat);
    if (tookMs >= roundMs) return Math.max(1, Math.round((repeat * roundMs) / tookMs));
  }
}

function timeOf(run: () => unknown, repeat: number): number {
  const since = performance.now();
  for (let time = 0; time < repeat; time += 1) sink = run();
  const tookMs = performance.now() - since;
  if (sink === timeOf) throw new Error("The result is kept so that the work cannot be left out.");
  return tookMs;
}
