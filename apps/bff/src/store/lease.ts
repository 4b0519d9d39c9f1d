import { sql } from "kysely";
import type { Store } from "#/store/engine/database.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";

/** The lease is lost: another worker has what it was for, and this one must not write anymore. */
export class LeaseLostError extends Error {
  override readonly name = "LeaseLostError";
}

interface LeaseRequest {
  /** What is held: a change set while it is sent, or a background task while it runs. */
  of: "change_set" | "work_lease";
  /** The id of the change set, or the name of the task. */
  id: string;
  /** Names the worker. */
  owner: string;
  forMs: number;
  clock: LeaseClock;
}

/** Whose clock says until when a lease holds: the store's, or that of the one process that has the store to itself. */
export type LeaseClock = "store" | (() => Date);

/** Processes that share a store must not differ about its leases, however their clocks do. */
export const leaseClockOf = ({
  store,
  clock,
}: {
  store: Pick<Store, "kind">;
  clock: { now: () => Date };
}): LeaseClock => (store.kind === "postgres" ? "store" : () => clock.now());

export const leaseNow = (clock: LeaseClock) =>
  clock === "store" ? sql<Date>`clock_timestamp()` : sql<Date>`${clock()}::timestamptz`;

/** One worker's hold. The fencing number grows with each, and tells a suspended worker that another one has taken over. */
export interface Lease extends LeaseRequest {
  fencing: number;
}

const columns = {
  change_set: { id: sql.ref("id"), owner: sql.ref("lease_owner"), until: sql.ref("lease_until") },
  work_lease: { id: sql.ref("task"), owner: sql.ref("owner"), until: sql.ref("held_until") },
} as const;

const endOf = ({ forMs, clock }: LeaseRequest) =>
  sql`${leaseNow(clock)} + ${forMs}::double precision * interval '1 millisecond'`;

/** Takes a lease, unless another worker holds it. */
export async function takeLease(db: Database, request: LeaseRequest): Promise<Lease | undefined> {
  const { of, id, owner, clock } = request;
  const column = columns[of];
  if (of === "work_lease") await sql`insert into work_lease (task) values (${id}) on conflict do nothing`.execute(db);
  const { rows } = await sql<{ fencing: number }>`
    update ${sql.table(of)} set ${column.owner} = ${owner}, ${column.until} = ${endOf(request)}, fencing = fencing + 1
    where ${column.id} = ${id}
      and (${column.until} is null or ${column.until} <= ${leaseNow(clock)} or ${column.owner} = ${owner})
    returning fencing`.execute(db);
  return rows[0] === undefined ? undefined : { ...request, fencing: Number(rows[0].fencing) };
}

/** Prolongs a lease, or throws a LeaseLostError. What a transaction writes after this is committed only while it holds. */
export async function prolongLease(db: Database | Transaction, lease: Lease): Promise<void> {
  const column = columns[lease.of];
  const { rows } = await sql`
    update ${sql.table(lease.of)} set ${column.until} = ${endOf(lease)}
    where ${column.id} = ${lease.id} and fencing = ${lease.fencing} and ${column.owner} = ${lease.owner}
    returning fencing`.execute(db);
  if (rows.length === 0) throw new LeaseLostError(`The lease on ${lease.id} was lost.`);
}

export async function endLease(db: Database, { of, id, fencing }: Lease): Promise<void> {
  const column = columns[of];
  await sql`update ${sql.table(of)} set ${column.owner} = null, ${column.until} = null
    where ${column.id} = ${id} and fencing = ${fencing}`.execute(db);
}

/** Whether a worker holds the change set. */
export async function isChangeSetHeld(db: Database, id: string, clock: LeaseClock): Promise<boolean> {
  const { rows } = await sql`select from change_set where id = ${id} and lease_until > ${leaseNow(clock)}`.execute(db);
  return rows.length > 0;
}

/** Only one process can use the embedded store, so at a start every earlier lease is dead. */
export async function endEveryLease(db: Database): Promise<void> {
  for (const table of ["change_set", "work_lease"] as const) {
    const { owner, until } = columns[table];
    await sql`update ${sql.table(table)} set ${owner} = null, ${until} = null where ${until} is not null`.execute(db);
  }
}

const TASK_LEASE_MS = 30_000;

/**
 * Runs `work` unless another process runs the task; false if one does. The lease is prolonged meanwhile, and ends with the
 * work: whoever comes later goes on, half a minute later where this process is killed.
 */
export async function underTaskLease(
  db: Database,
  { task, owner, clock }: { task: string; owner: string; clock: LeaseClock },
  work: (lease: Lease) => Promise<void>,
): Promise<boolean> {
  return await underWorkLease(db, { of: "work_lease", id: task, owner, clock }, work);
}

/** As `underTaskLease`, for any lease. */
export async function underWorkLease(
  db: Database,
  request: Omit<LeaseRequest, "forMs">,
  work: (lease: Lease) => Promise<void>,
): Promise<boolean> {
  const lease = await takeLease(db, { ...request, forMs: TASK_LEASE_MS });
  if (lease === undefined) return false;
  // A lease that cannot be prolonged is noticed by the work, with its next write.
  const prolonging = setInterval(() => void prolongLease(db, lease).catch(() => undefined), TASK_LEASE_MS / 3).unref();
  try {
    await work(lease);
  } finally {
    clearInterval(prolonging);
    await endLease(db, lease).catch(() => undefined);
  }
  return true;
}
