import { setTimeout as wait } from "node:timers/promises";
import { ErrorCode } from "@dc/contract";
import type { Deps, RequestContext } from "#/context/deps.ts";
import { journal } from "#/context/journal.ts";
import { OperationError } from "#/runtime/errors.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";
import { selectApprovalSettings } from "#/store/tables/changes/approval-settings.ts";
import { leaseClockOf } from "#/store/lease.ts";
import { selectUnheldChecks, updateCheck } from "#/store/tables/changes/change-set-leases.ts";
import { type ChangeSetRow, selectChangeSet } from "#/store/tables/changes/change-sets.ts";
import { oldGrounds } from "#/operations/changes/read-grounds.ts";
import type { Checking } from "#/store/schema/ledger-tables.ts";
import { readChangesOfSet } from "#/store/tables/changes/read-ahead.ts";
import type { AskedApply } from "./internal/apply-drafts.ts";
import { toBeApplied } from "./internal/apply-set.ts";
import { byDay } from "./internal/later-changes.ts";
import { runCheck } from "./internal/run-check.ts";

export const CHECKS = "checks of change sets";

/** What was read then or before is too old to apply on. */
export async function readAfterNow(
  { clock, connection, staleAfterMs }: Deps,
  db: Database | Transaction,
): Promise<Date> {
  const { applyAgeHours } = await selectApprovalSettings(db, connection.id);
  const mayBeOldMs = applyAgeHours === null ? staleAfterMs : applyAgeHours * 3_600_000;
  return new Date(clock.now().getTime() - mayBeOldMs);
}

interface Reads {
  readAfter: Date;
  toRead: number;
}

/** How many readings of what would be applied today are too old to be compared, and since when they are not. */
export async function readsOf(
  deps: Deps,
  row: ChangeSetRow,
  { evidence, only }: Pick<AskedApply, "evidence" | "only"> = {},
): Promise<Reads> {
  const { db } = deps.store;
  const readAfter = await readAfterNow(deps, db);
  const changes = toBeApplied(deps, await readChangesOfSet(db, row.id), only ?? null);
  const { due } = await byDay(deps, db, { row, changes, given: evidence });
  return { readAfter, toRead: (await oldGrounds(deps, db, due, readAfter)).length };
}

/** Begins the check of a locked set, at the end of which it is applied as asked. */
export async function beginCheck(
  context: RequestContext,
  trx: Transaction,
  { id, index_id: indexId }: Pick<ChangeSetRow, "id" | "index_id">,
  {
    evidence,
    moved,
    plan,
    only,
    readAfter,
    toRead,
    isScheduled = false,
  }: AskedApply & Reads & Pick<Checking, "isScheduled">,
): Promise<void> {
  const { actor, deps, requestId } = context;
  const checking = {
    requestId,
    by: actor,
    at: deps.clock.now().toISOString(),
    readAfter: readAfter.toISOString(),
    evidence: evidence ?? null,
    moved: moved ?? "refuse",
    plan: plan ?? null,
    only: only ?? null,
    read: 0,
    toRead,
    isScheduled,
  } as const;
  await updateCheck(trx, id, { checking, isNew: true });
  if (toRead === 0) return;
  const message = { code: "change-set.check", params: { by: actor.name, count: toRead } } as const;
  await journal(context, trx, { subject: id, indexId, message });
}

/** Waits a moment for the end of a check that this request began. Returns why it refused by then. */
export async function endOfCheck(
  { connection, deps, requestId }: RequestContext,
  id: string,
): Promise<OperationError | null> {
  const moment = new AbortController();
  await Promise.race([
    runCheck(deps, id).finally(() => moment.abort()),
    wait(deps.checkWaitMs, undefined, { signal: moment.signal }).catch(() => undefined),
  ]);
  const refused = (await selectChangeSet(deps.store.db, connection.id, id))?.not_applied;
  if (refused?.requestId !== requestId) return null;
  const named = refused.changes.map(({ id: changeId, detail }) => ({ changeId, detail }));
  return new OperationError(ErrorCode.parse(refused.code), refused.detail, named.length === 0 ? {} : { moved: named });
}

/** Goes on with the checks that no process runs, each beside the others. */
export async function resumeChecks(deps: Deps): Promise<void> {
  const ids = await selectUnheldChecks(deps.store.db, deps.connection.id, leaseClockOf(deps));
  for (const id of ids) void runCheck(deps, id);
}
