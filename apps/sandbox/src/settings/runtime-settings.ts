import type { Deviation } from "#/faults/deviations.ts";

/** What can be turned while the sandbox runs. */
export interface Dials {
  latencyMs: Latency;
  writes: boolean;
  /** A promise of the interface that is broken on purpose. */
  deviation: Deviation | null;
}

/** Milliseconds added to every answer: fixed, or drawn anew from a range, both ends included. */
export type Latency = number | readonly [from: number, to: number];

const longest = 60_000;

export function readLatency(value: unknown): Latency | undefined {
  if (typeof value === "number") return isLatency(value) ? value : undefined;
  if (Array.isArray(value)) {
    const [from, to, ...rest] = Array.from<unknown>(value);
    return rest.length === 0 && isLatency(from) && isLatency(to) && from <= to ? [from, to] : undefined;
  }
  if (typeof value !== "string" || !/^\d+(-\d+)?$/.test(value)) return undefined;
  const [from, to] = value.split("-").map(Number);
  return to === undefined ? readLatency(from) : readLatency([from, to]);
}

function isLatency(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= longest;
}
