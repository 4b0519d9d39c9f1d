import { sql } from "kysely";
import type { Database, Transaction } from "#/store/sql/transaction.ts";

/** The lease is lost: another process runs the task, and this one must not write anymore. */
export class WorkLeaseLostError extends Error {
  override readonly name = "WorkLeaseLostError";
}

/** One process's hold on a background task. */
export interface WorkLease {
  /**
   * Prolongs the lease; throws a WorkLeaseLostError if another process has the task. What a transaction writes after this is
   * committed only while the lease holds.
   */
  hold(db: Database | Transaction): Promise<void>;
}

export interface WorkLeaseOptions {
  task: string;
  /** Names this process. */
  owner: string;
  now: () => Date;
}

const LEASE_MS = 30_000;

/**
 * Runs `work` unless another process runs the task; false if one does. The lease is prolonged meanwhile, and ends with the
 * work: whoever comes later goes on, half a minute later where this process is killed.
 */
export async function underWorkLease(
  db: Database,
  { task, owner, now }: WorkLeaseOptions,
  work: (lease: WorkLease) => Promise<void>,
): Promise<boolean> {
  const until = () => new Date(now().getTime() + LEASE_MS);
  const taken = await sql`
    insert into work_lease (task, owner, held_until) values (${task}, ${owner}, ${until()})
    on conflict (task) do update set owner = excluded.owner, held_until = excluded.held_until
    where work_lease.owner = ${owner} or work_lease.held_until <= ${now()}
    returning task`.execute(db);
  if (taken.rows.length === 0) return false;
  const lease: WorkLease = {
    async hold(within) {
      const { rows } = await sql`
        update work_lease set held_until = ${until()} where task = ${task} and owner = ${owner} returning task`.execute(
        within,
      );
      if (rows.length === 0) throw new WorkLeaseLostError(`Another process runs ${task}.`);
    },
  };
  // A lease that cannot be prolonged is noticed by the work, with its next write.
  const prolonging = setInterval(() => void lease.hold(db).catch(() => undefined), LEASE_MS / 3).unref();
  try {
    await work(lease);
  } finally {
    clearInterval(prolonging);
    await sql`delete from work_lease where task = ${task} and owner = ${owner}`.execute(db).catch(() => undefined);
  }
  return true;
}

/** Only one process can use the embedded store, so at a start every earlier lease is dead. */
export async function endEveryWorkLease(db: Database): Promise<void> {
  await sql`delete from work_lease`.execute(db);
}
