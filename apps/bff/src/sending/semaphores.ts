import type { Lease } from "#/store/lease.ts";
import type { Sending } from "./sending.ts";

/** So many records of a set are begun for each one that may be on its way: while the store works for some, others are read. */
const BEGUN_FOR_EACH = 4;

/** Lets so much work go on at once; what waits begins in its order, what is urgent first. Work that fails makes room as well. */
interface Semaphore {
  hold: <T>(work: () => Promise<T>, urgency?: "urgent") => Promise<T>;
}

/** Bounds what the records of one set do at once. */
export interface SemaphoresOfSet {
  /** For the calls of a record that follow one another. */
  atService: Semaphore;
  /** From the intent until what was written is read back. */
  onTheWay: Semaphore;
}

const semaphoresOfLeases = new WeakMap<Lease, SemaphoresOfSet>();

export function semaphoresOf({ deps, lease }: Pick<Sending, "deps" | "lease">): SemaphoresOfSet {
  const most = () => recordsAtOnce({ deps });
  const semaphores = semaphoresOfLeases.get(lease) ?? {
    atService: createSemaphore(most),
    onTheWay: createSemaphore(most),
  };
  semaphoresOfLeases.set(lease, semaphores);
  return semaphores;
}

/** How many records may be on their way at once, now. */
function recordsAtOnce({ deps }: Pick<Sending, "deps">): number {
  return Math.min(deps.recordsAtOnce, deps.service.client.health().limit);
}

/** How many may be begun: read, on their way, or waiting for the store. */
export function begunAtOnce(sending: Pick<Sending, "deps">): number {
  return recordsAtOnce(sending) * BEGUN_FOR_EACH;
}

export function createSemaphore(most: () => number): Semaphore {
  const waiting: { urgent: (() => void)[]; other: (() => void)[] } = { urgent: [], other: [] };
  let taken = 0;

  function admit(): void {
    while (taken < most()) {
      const next = waiting.urgent.shift() ?? waiting.other.shift();
      if (next === undefined) return;
      taken += 1;
      next();
    }
  }

  return {
    async hold(work, urgency) {
      const turn = Promise.withResolvers<void>();
      waiting[urgency ?? "other"].push(turn.resolve);
      admit();
      await turn.promise;
      try {
        return await work();
      } finally {
        taken -= 1;
        admit();
      }
    },
  };
}
