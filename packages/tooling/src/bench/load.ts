import { Pool } from "undici";
import { median } from "#/bench/measure.ts";

/** A server that answers GETs: its address and headers, and the processor time of its process. */
export interface Target {
  name: string;
  origin: string;
  /** The paths to request, in turn. */
  paths: readonly string[];
  headers: Readonly<Record<string, string>>;
  /** Undefined if processor time is not measured. */
  cpuMs?: () => number;
}

export interface LoadFigures {
  perSecond: number;
  cpuMicroseconds: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
  /** The size of the largest response, in bytes. */
  largest: number;
}

export interface LoadOptions {
  requests: number;
  atOnce: number;
}

/** Sends that many requests with that many in parallel; throws unless every response is a 200. */
export async function runLoad(target: Target, { requests, atOnce }: LoadOptions): Promise<LoadFigures> {
  const pool = new Pool(target.origin, { connections: atOnce, pipelining: 1 });
  const tookMs: number[] = [];
  let next = 0;
  let largest = 0;
  const worker = async (): Promise<void> => {
    while (next < requests) {
      const path = target.paths[next % target.paths.length] ?? "/";
      next += 1;
      const since = performance.now();
      const { statusCode, body } = await pool.request({ method: "GET", path, headers: target.headers });
      const bytes = await body.arrayBuffer();
      if (statusCode !== 200)
        throw new Error(`${target.name} answered ${statusCode} for ${path}: ${Buffer.from(bytes).toString("utf8")}`);
      tookMs.push(performance.now() - since);
      largest = Math.max(largest, bytes.byteLength);
    }
  };
  try {
    const cpuBefore = target.cpuMs?.() ?? 0;
    const since = performance.now();
    await Promise.all(Array.from({ length: atOnce }, worker));
    const wallMs = performance.now() - since;
    const cpuMs = (target.cpuMs?.() ?? 0) - cpuBefore;
    const sorted = tookMs.toSorted((a, b) => a - b);
    const at = (share: number): number =>
      sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
    return {
      perSecond: (requests / wallMs) * 1000,
      cpuMicroseconds: (cpuMs / requests) * 1000,
      p50Ms: at(0.5),
      p95Ms: at(0.95),
      p99Ms: at(0.99),
      largest,
    };
  } finally {
    await pool.destroy();
  }
}

/** The medians over several rounds in which the targets take turns; the first round is a warm-up and is not counted. */
export async function compareLoads<Name extends string>(
  targets: Readonly<Record<Name, Target>>,
  { rounds, ...options }: LoadOptions & { rounds: number },
): Promise<Record<Name, LoadFigures>> {
  const names = namesOf(targets);
  const figures = new Map<Name, LoadFigures[]>(names.map((name) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const measured = await runLoad(targets[name], options);
      if (round > 0) figures.get(name)?.push(measured);
    }
  }
  return mapped(names, (name) => medianFigures(figures.get(name) ?? []));
}

function medianFigures(rounds: readonly LoadFigures[]): LoadFigures {
  const of = (pick: (figures: LoadFigures) => number): number => median(rounds.map(pick));
  return {
    perSecond: of((one) => one.perSecond),
    cpuMicroseconds: of((one) => one.cpuMicroseconds),
    p50Ms: of((one) => one.p50Ms),
    p95Ms: of((one) => one.p95Ms),
    p99Ms: of((one) => one.p99Ms),
    largest: Math.max(...rounds.map((one) => one.largest)),
  };
}

// Safe because the targets are always written as object literals, whose keys are those of the type.
function namesOf<Name extends string>(targets: Readonly<Record<Name, Target>>): Name[] {
  return Object.keys(targets) as Name[];
}

// Safe because every name gets a value.
function mapped<Name extends string, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>;
}
