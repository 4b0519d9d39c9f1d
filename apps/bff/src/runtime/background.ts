import type { Logger } from "pino";
import { withCallOrigin } from "./call-origin.ts";

/** Work that goes on without a request. Each kind runs once at a time; waking it while it runs makes it run once more. */
export interface Background {
  register(name: string, work: (signal: AbortSignal) => Promise<void>): void;
  wake(name: string): void;
  /** Resolves when nothing runs and nothing is to run. */
  idle(): Promise<void>;
  /** Asks what runs to stop at its next safe point, and waits for it. */
  stop(): Promise<void>;
}

const AGAIN_AFTER_MS = 5_000;

export function createBackground(log: Logger): Background {
  const works = new Map<string, (signal: AbortSignal) => Promise<void>>();
  const running = new Map<string, Promise<void>>();
  const woken = new Set<string>();
  const stopping = new AbortController();

  async function run(name: string): Promise<void> {
    const work = works.get(name);
    while (work !== undefined && woken.delete(name) && !stopping.signal.aborted) {
      try {
        await withCallOrigin({ kind: "work", name, id: null }, () => work(stopping.signal));
      } catch (error) {
        if (stopping.signal.aborted) return;
        log.error({ err: error, work: name }, "background work failed; it will be retried");
        setTimeout(() => wake(name), AGAIN_AFTER_MS).unref();
      }
    }
  }

  function wake(name: string): void {
    if (stopping.signal.aborted) return;
    woken.add(name);
    if (running.has(name)) return;
    const flight = run(name).finally(() => {
      running.delete(name);
      if (woken.has(name)) wake(name);
    });
    running.set(name, flight);
  }

  return {
    register: (name, work) => void works.set(name, work),
    wake,
    async idle() {
      while (running.size > 0) await Promise.all(running.values());
    },
    async stop() {
      stopping.abort();
      await Promise.all(running.values());
    },
  };
}
