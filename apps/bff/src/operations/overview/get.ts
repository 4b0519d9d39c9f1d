import type { Overview } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { todayOf } from "#/context/today.ts";
import { selectReadingPause } from "#/store/tables/connections/connection.ts";
import {
  countBecameLive,
  countDueWeeks,
  countReadingAges,
  selectAppliedDays,
  selectDue,
  selectDirectories,
  selectReachedDays,
} from "#/store/tables/directories/overview.ts";
import { timeToReaders } from "#/views/time-to-readers.ts";
import { selectLedgerTallies } from "#/store/tables/directories/index-versions.ts";

const MOST = { unsettled: 40, settled: 200 };
const SHOWN_DAYS = 26 * 7;
/** From how many directories on a change of the standard data is told as one. */
const REACHES_MANY = 3;

export async function getOverview({ connection, deps }: RequestContext): Promise<Overview> {
  const { db } = deps.store;
  const connectionId = connection.id;
  const today = todayOf(deps);
  const now = deps.clock.now();
  const since = new Date(now.getTime() - SHOWN_DAYS * 86_400_000);
  const [{ counts, unsettled, settled }, reached, due, readings, becameLive, toReaders, paused] = await Promise.all([
    selectDirectories(db, connectionId, MOST),
    selectReachedDays(db, { connectionId, since, atLeast: REACHES_MANY }),
    countDueWeeks(db, { connectionId, today }),
    countReadingAges(db, { connectionId, now }),
    countBecameLive(db, { connectionId, now, since }),
    timeToReaders(deps),
    selectReadingPause(db, connectionId),
  ]);
  const indexIds = unsettled.map(({ id }) => id);
  const [tallies, dueOf, appliedOf] = await Promise.all([
    selectLedgerTallies(db, connectionId, indexIds),
    selectDue(db, { connectionId, indexIds, today }),
    selectAppliedDays(db, { connectionId, indexIds, since }),
  ]);
  return {
    today: today.today,
    directories: counts,
    unsettled: unsettled.map((row) => ({
      index: { id: row.id, name: row.label },
      conflict: unsettledOf(row.conflict, row.conflict_since),
      outside: unsettledOf(row.outside, row.outside_since),
      baseMoved: unsettledOf(row.base_moved, row.base_moved_since),
      overrides: Number(tallies.get(row.id)?.live ?? 0),
      held: Number(tallies.get(row.id)?.held ?? 0),
      overdue: dueOf.get(row.id)?.overdue ?? 0,
      dueOn: dueOf.get(row.id)?.dueOn ?? null,
      applied: appliedOf.get(row.id) ?? [],
    })),
    settled: settled.map(({ id, label, overridden }) => ({ id, name: label, overrides: overridden === true })),
    reached,
    readings: { ...readings, paused },
    becameLive,
    toReaders,
    due,
  };
}

function unsettledOf(fields: number, since: Date | null) {
  return since === null ? null : { fields, since: since.toISOString() };
}
