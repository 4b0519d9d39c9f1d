import { AsyncLocalStorage } from "node:async_hooks";

/** How long PostgreSQL waits for or works on what this process asks, in ms; then it undoes the transaction. */
export interface TimeLimits {
  /** Between two statements of a transaction: a process that stands still there holds its locks no longer. */
  idleMs: number;
  /** For one lock; longer than what ends a holder that stands still, so that whoever waits for it goes on. */
  lockMs: number;
  statementMs: number;
}

const ofRequests: TimeLimits = { idleMs: 10_000, lockMs: 15_000, statementMs: 30_000 };
const ofLongWork: TimeLimits = { idleMs: 600_000, lockMs: 600_000, statementMs: 3_600_000 };

const longWork = new AsyncLocalStorage<true>();

/** The limits of the work under way. */
export function currentTimeLimits(): TimeLimits {
  return longWork.getStore() === true ? ofLongWork : ofRequests;
}

/** Migrations, and copies of the whole store, may take long. */
export async function withinLongLimits<T>(work: () => Promise<T>): Promise<T> {
  return await longWork.run(true, work);
}
