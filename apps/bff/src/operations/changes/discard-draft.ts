import { distinctRecords, meantEntries, namedAnew, recordKey, shapeOf } from "@dc/directory";
import type { RequestContext } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { removeDrafts } from "#/ledger/changes.ts";
import { inSteps } from "#/runtime/in-steps.ts";
import { recordOf } from "#/store/sql/among-records.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";
import { type ChangeRow, selectChangesByIds, selectChangesOnRecords } from "#/store/tables/changes/changes.ts";
import type { RenamedDraft } from "./staging/draft-changes.ts";
import { saveRenamed } from "./staging/save-drafts.ts";
import { refuseMovedOfOthers } from "#/operations/changes/refuse-moved-grounds.ts";
import { type Ledger, withLedger } from "#/ledger/with-ledger.ts";
import { tellDiscarded } from "#/ledger/discarded-drafts.ts";

/** Removes a draft from its change set. Approved changes are withdrawn instead. */
export async function discardDraft(context: RequestContext, id: string): Promise<void> {
  await withLedger(context.deps, async (ledger) => {
    await refuseMovedOfOthers(context, ledger.trx, await selectChangesByIds(ledger.trx, [id]));
    await discardDrafts(context, ledger, [id]);
  });
}

/** Removes all of these drafts or none, in a transaction that is under way, and answers them; of one set, where it is named. */
export async function discardDrafts(
  context: RequestContext,
  ledger: Ledger,
  ids: readonly string[],
  changeSetId?: string,
): Promise<ChangeRow[]> {
  const { connection } = context;
  const { trx } = ledger;
  const removed = await removeDrafts(ledger, connection.id, ids);
  if (removed.length < new Set(ids).size) {
    const gone = new Set(removed.map(({ id }) => id));
    const [left] = await selectChangesByIds(
      trx,
      ids.filter((id) => !gone.has(id)),
    );
    if (left?.connection_id !== connection.id) throw operationError("not_found", "change");
    throw operationError("wrong_state", "discard", { state: left.state });
  }
  if (changeSetId !== undefined && removed.some((row) => row.change_set_id !== changeSetId))
    throw operationError("not_found", "change");
  await saveRenamed(context, ledger, await renamedWithout(context, trx, removed));
  await tellDiscarded(context, trx, removed);
  return removed;
}

/** The drafts beside the removed ones that name their entries anew: each is about the one of several equals that it was about. */
export async function renamedWithout(
  { connection }: RequestContext,
  db: Database | Transaction,
  removed: readonly ChangeRow[],
): Promise<RenamedDraft[]> {
  const ofEntries = removed.filter(({ kind }) => kind !== null && shapeOf(kind) === "keyed");
  const renamed: RenamedDraft[] = [];
  for (const [indexId, ofIndex] of Map.groupBy(ofEntries, ({ index_id }) => index_id))
    await inSteps(distinctRecords(ofIndex.map(recordOf)), async (records) => {
      const place = { connectionId: connection.id, indexId, records, states: ["draft"] as const };
      const left = await selectChangesOnRecords(db, place);
      const gone = ofIndex.filter((row) => records.some((record) => recordKey(record) === recordKey(recordOf(row))));
      for (const [key, all] of Map.groupBy([...left, ...gone], listKey)) {
        if (!gone.some((row) => listKey(row) === key)) continue;
        const meant = meantEntries(all.toSorted((a, b) => a.staged_order - b.staged_order));
        const before = new Map(left.map((row) => [row.id, row]));
        for (const { id, operation } of namedAnew(
          all.filter((row) => before.has(row.id)),
          meant,
        )) {
          const row = before.get(id);
          if (row !== undefined) renamed.push({ row, operation });
        }
      }
    });
  return renamed;
}

/** The same for all drafts of a list in one set, whoever staged them. */
const listKey = (row: ChangeRow) => JSON.stringify([row.change_set_id, row.record_type, row.record_id, row.field]);
