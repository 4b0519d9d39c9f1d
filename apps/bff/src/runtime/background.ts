import type { Logger } from "pino";
import { withCallOrigin } from "./call-origin.ts";

/** Work outside requests. Each task runs once at a time; if it is triggered while it runs, it runs once more. */
export interface Background {
  register(name: string, work: (signal: AbortSignal) => Promise<void>): void;
  trigger(name: string): void;
  /** Runs work of this name once, unless some runs; resolves when that has ended. A failure is logged. */
  once(name: string, work: (signal: AbortSignal) => Promise<void>): Promise<void>;
  /** Triggers it again and again, until all is stopped. */
  every(ms: number, name: string): void;
  /** Resolves when no task is running or waiting to run. */
  idle(): Promise<void>;
  /** Asks running tasks to stop at their next safe point, and waits for them. */
  stop(): Promise<void>;
}

const AGAIN_AFTER_MS = 5_000;

export function createBackground(log: Logger): Background {
  const works = new Map<string, (signal: AbortSignal) => Promise<void>>();
  const running = new Map<string, Promise<void>>();
  const triggered = new Set<string>();
  const stopping = new AbortController();

  async function run(name: string): Promise<void> {
    const work = works.get(name);
    while (triggered.delete(name) && work !== undefined && !stopping.signal.aborted) {
      try {
        await withCallOrigin({ kind: "work", name, id: null }, () => work(stopping.signal));
      } catch (error) {
        if (stopping.signal.aborted) return;
        log.error({ err: error, work: name }, "background work failed; it will be retried");
        setTimeout(() => trigger(name), AGAIN_AFTER_MS).unref();
      }
    }
  }

  function trigger(name: string): void {
    if (stopping.signal.aborted) return;
    triggered.add(name);
    if (running.has(name)) return;
    const flight = run(name).finally(() => {
      running.delete(name);
      if (triggered.has(name)) trigger(name);
    });
    running.set(name, flight);
  }

  async function runOnce(name: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    try {
      await withCallOrigin({ kind: "work", name, id: null }, () => work(stopping.signal));
    } catch (error) {
      if (!stopping.signal.aborted) log.error({ err: error, work: name }, "background work failed");
    }
  }

  const timers = new Set<NodeJS.Timeout>();
  return {
    register: (name, work) => void works.set(name, work),
    trigger,
    async once(name, work) {
      const underWay = running.get(name);
      if (stopping.signal.aborted || underWay !== undefined) return await underWay;
      const flight = runOnce(name, work).finally(() => running.delete(name));
      running.set(name, flight);
      await flight;
    },
    every: (ms, name) => void timers.add(setInterval(() => trigger(name), ms).unref()),
    async idle() {
      while (running.size > 0) await Promise.all(running.values());
    },
    async stop() {
      stopping.abort();
      for (const timer of timers) clearInterval(timer);
      await Promise.all(running.values());
    },
  };
}
