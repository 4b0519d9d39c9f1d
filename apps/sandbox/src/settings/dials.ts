import type { Deviation } from "#/faults/deviations.ts";

/** What can be changed while the sandbox runs. */
export interface Dials {
  latencyMs: Latency;
  /** Whether records can be created, updated and deleted. */
  writes: boolean;
  deviation: Deviation | null;
}

/** Milliseconds added to every response: fixed, or drawn for each from a range that includes both ends. */
export type Latency = number | readonly [from: number, to: number];

const maxLatencyMs = 60_000;

export function parseLatency(value: unknown): Latency | undefined {
  if (typeof value === "number") return isLatency(value) ? value : undefined;
  if (Array.isArray(value)) {
    const [from, to, ...rest] = Array.from<unknown>(value);
    return rest.length === 0 && isLatency(from) && isLatency(to) && from <= to ? [from, to] : undefined;
  }
  if (typeof value !== "string" || !/^\d+(-\d+)?$/.test(value)) return undefined;
  const [from, to] = value.split("-").map(Number);
  return to === undefined ? parseLatency(from) : parseLatency([from, to]);
}

function isLatency(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= maxLatencyMs;
}
