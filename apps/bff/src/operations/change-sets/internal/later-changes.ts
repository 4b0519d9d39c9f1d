import type { ApplyChangeSetInput, Evidence } from "@dc/contract";
import { indexRecordKey } from "@dc/directory";
import type { Deps, RequestContext } from "#/context/deps.ts";
import { journal } from "#/context/journal.ts";
import { startOfHour, todayOf } from "#/context/today.ts";
import type { Ledger } from "#/ledger/with-ledger.ts";
import { splitRows } from "#/operations/change-sets/split-off.ts";
import { InvariantError } from "#/runtime/errors.ts";
import type { Schedule } from "#/store/schema/ledger-tables.ts";
import type { Actor } from "#/store/schema/stored-values.ts";
import { recordAt, recordOf } from "#/store/sql/among-records.ts";
import { json } from "#/store/sql/json.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";
import { type ChangeSetRow, updateChangeSet } from "#/store/tables/changes/change-sets.ts";
import type { ChangeRow } from "#/store/tables/changes/changes.ts";
import { insertEvidence, selectLaterFirstDays } from "#/store/tables/changes/evidence.ts";
import { isProvisional } from "#/store/tables/records/assigned-ids.ts";
import { evidenceOfDraft } from "./evidence-of-draft.ts";

interface Given {
  row: Pick<ChangeSetRow, "evidence_id">;
  changes: readonly ChangeRow[];
  /** Of changes without their own, in place of the set's. */
  given: Evidence | null | undefined;
}

/** Those of these changes that hold today, and by day, earliest first, those that hold from a later one. */
export async function byDay(
  deps: Deps,
  db: Database | Transaction,
  { row, changes, given }: Given,
): Promise<{ due: ChangeRow[]; later: Map<string, ChangeRow[]> }> {
  const ids = [row.evidence_id, ...changes.map((change) => change.evidence_id)].flatMap((id) => id ?? []);
  const { today } = todayOf(deps);
  const days = await selectLaterFirstDays(db, { connectionId: deps.connection.id, ids: [...new Set(ids)], today });
  const ofSet = given == null ? days.get(row.evidence_id ?? "") : given.from;
  if ([ofSet ?? "", ...days.values()].every((day) => day <= today)) return { due: [...changes], later: new Map() };
  const dayOf = (change: ChangeRow) => (change.evidence_id === null ? ofSet : days.get(change.evidence_id)) ?? "";
  // A record is created whole: on the latest day that one of its changes names.
  const created = new Map<string, string>();
  for (const change of changes) {
    if (!isProvisional(recordOf(change))) continue;
    const key = indexRecordKey(recordAt(change));
    const latest = [created.get(key) ?? "", dayOf(change)].toSorted().at(-1) ?? "";
    created.set(key, latest);
  }
  const dayOfRecord = (change: ChangeRow) =>
    created.size === 0 ? undefined : created.get(indexRecordKey(recordAt(change)));
  const holdsFrom = (change: ChangeRow) => dayOfRecord(change) ?? dayOf(change);
  const groups = Map.groupBy(changes, (change) => {
    const day = holdsFrom(change);
    return day > today ? day : "";
  });
  const { "": due = [], ...later } = Object.fromEntries(groups);
  return { due, later: new Map(Object.entries(later).toSorted(([a], [b]) => (a < b ? -1 : 1))) };
}

/**
 * Splits what does not hold yet off a locked set that is being applied: a set for each day, which is applied then. Where nothing
 * holds yet, the set itself waits for the earliest day. Returns what is due.
 */
export async function splitLater(
  context: RequestContext,
  ledger: Ledger,
  asked: Given & { row: ChangeSetRow; given: Evidence | null },
): Promise<{ row: ChangeSetRow; due: ChangeRow[]; given: Evidence | null }> {
  const { actor, connection, deps } = context;
  const { trx } = ledger;
  const { due, later } = await byDay(deps, trx, asked);
  if (later.size === 0) return { row: asked.row, due, given: asked.given };
  let { row } = asked;
  const now = deps.clock.now();
  if (asked.given === null) await evidenceOfDraft(deps, trx, row, asked.changes);
  else {
    const evidenceId = deps.newId("evi");
    await insertEvidence(trx, { id: evidenceId, connectionId: connection.id, evidence: asked.given, actor, now });
    row = (await updateChangeSet(trx, row, { evidence_id: evidenceId })) ?? throwChangedUnderLock();
  }
  const days = [...later];
  const own = due.length === 0 ? days.shift() : undefined;
  for (const [day, changes] of days) {
    const { rest, made } = await splitRows(context, ledger, row, changes, { nameEnd: `from ${day}` });
    row = rest;
    await schedule(context, trx, made, scheduleOf(context, actor, { day }));
  }
  if (own !== undefined) row = await schedule(context, trx, row, scheduleOf(context, actor, { day: own[0] }));
  return { row, due, given: null };
}

/** The schedule of this hour of a day, as said now. */
export function scheduleOf(
  { deps }: RequestContext,
  by: Actor,
  { day, hour = 0, moved = "split off" }: { day: string; hour?: number; moved?: ApplyChangeSetInput["moved"] },
): Schedule {
  const at = startOfHour(deps, { day, hour });
  return { by, at: at.toISOString(), saidAt: deps.clock.now().toISOString(), moved: moved ?? "split off" };
}

/** Has a locked set applied by itself, or not any more. */
export async function schedule(
  context: RequestContext,
  trx: Transaction,
  row: ChangeSetRow,
  given: Schedule | null,
): Promise<ChangeSetRow> {
  const { name: by } = context.actor;
  await journal(context, trx, {
    subject: row.id,
    indexId: row.index_id,
    before: row.schedule === null ? null : { schedule: row.schedule.at, by: row.schedule.by },
    after: { schedule: given?.at ?? null },
    message:
      given === null
        ? { code: "change-set.unschedule", params: { by } }
        : { code: "change-set.schedule", params: { by, at: given.at } },
  });
  const set = { schedule: given === null ? null : json(given), not_applied: null };
  return (await updateChangeSet(trx, row, set)) ?? throwChangedUnderLock();
}

function throwChangedUnderLock(): never {
  throw new InvariantError("A change set that was locked was changed by somebody else.");
}
