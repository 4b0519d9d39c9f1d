import type { ChangeSetJob } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { isSendingStopped } from "#/store/tables/changes/alarms.ts";
import { isChangeSetHeld, leaseClockOf } from "#/store/lease.ts";
import { selectProgress } from "#/store/tables/changes/change-set-leases.ts";
import { selectChangeSet } from "#/store/tables/changes/change-sets.ts";
import { selectPause } from "#/store/tables/connections/connection.ts";
import { changeReasonText } from "#/store/tables/changes/changes.ts";

const RATE_MS = 60_000;

/** How far the sending of a set is, how fast it goes, and what it waits for. */
export async function viewJob({ connection, deps }: RequestContext, id: string): Promise<ChangeSetJob> {
  const { db } = deps.store;
  const row = await selectChangeSet(db, connection.id, id);
  if (row === undefined) throw operationError("not_found", "change-set");
  const now = deps.clock.now();
  // A pause does not make it slower.
  const paused = row.paused ?? (await selectPause(db, connection.id));
  const measuredAt = paused === null ? now : new Date(paused.at);
  const { sent, left, sentSince, firstSince, next, underWay } = await selectProgress(
    db,
    id,
    new Date(measuredAt.getTime() - RATE_MS),
  );
  const isLeased = await isChangeSetHeld(db, id, leaseClockOf(deps));
  const until = isLeased || next === null || next.try_after === null || next.try_after <= now ? null : next.try_after;
  const state =
    left === 0
      ? "done"
      : paused !== null
        ? "paused"
        : (await isSendingStopped(db, connection.id))
          ? "stopped"
          : row.on_behalf_of !== null || until !== null
            ? "waiting"
            : "running";
  const perMinute =
    firstSince === null ? 0 : (sentSince * 60_000) / Math.max(measuredAt.getTime() - firstSince.getTime(), 1000);
  return {
    state,
    because:
      state === "paused" && row.paused === null
        ? "The sending of the whole connection is paused."
        : state === "waiting" && next !== null && until !== null
          ? changeReasonText(next)
          : null,
    until: state === "waiting" ? ((until ?? row.send_after)?.toISOString() ?? null) : null,
    sent,
    left,
    changesPerMinute: Math.round(perMinute),
    secondsLeft: perMinute === 0 || left === 0 ? null : Math.ceil((left * 60) / perMinute),
    underWay,
  };
}
