import type { ChangeSet, RevertedChangeSet, RevertInput, RevertPreview, RevertQuery } from "@dc/contract";
import type { z } from "zod";
import { type RecordKey, recordKey } from "@dc/directory";
import type { RequestContext } from "#/context/deps.ts";
import { addReverts } from "#/ledger/changes.ts";
import { withLedger } from "#/ledger/with-ledger.ts";
import { describeChangeSet } from "#/views/describe-change-sets.ts";
import { lockAtVersion } from "./internal/lock-at-version.ts";
import { type LeftAsItIs, leftOutText, planRevert, type RevertPlan } from "./internal/plan-revert.ts";
import { describeChanges } from "#/views/describe-changes.ts";
import { saveDrafts } from "#/operations/changes/staging/save-drafts.ts";
import { gatherStagingBases, type StagingBasis } from "#/operations/changes/staging/staging-basis.ts";
import { OperationError, operationError } from "#/runtime/errors.ts";
import { recordOf } from "#/store/sql/among-records.ts";
import { json } from "#/store/sql/json.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";
import { insertChangeSet, selectChangeSet, selectSeenSets } from "#/store/tables/changes/change-sets.ts";
import { type ChangeRow, selectChangesByIds, selectChangesOfSet } from "#/store/tables/changes/changes.ts";
import { journal } from "#/context/journal.ts";

const MOST_NAMED = 200;
const LONGEST_NAME = 200;

/** What reverting a set would stage and leave out, by what was last read. */
export async function previewRevert(
  context: RequestContext,
  id: string,
  to: RevertQuery["to"],
): Promise<RevertPreview> {
  const { connection, deps } = context;
  const { db } = deps.store;
  if ((await selectChangeSet(db, connection.id, id)) === undefined) throw operationError("not_found", "change-set");
  const changes = await selectChangesOfSet(db, id);
  const plan = await planRevert(deps, db, { changes, bases: await readBases(context, changes, "last read"), to });
  return await describePlan(context, db, plan);
}

/**
 * Stages what takes back the applied changes of a set, in a new draft that is linked with it. What something later stands on, or
 * what changed since, is named and left as it is.
 */
export async function revertChangeSet(
  context: RequestContext,
  id: string,
  { version, to }: z.output<typeof RevertInput>,
): Promise<RevertedChangeSet> {
  const { actor, connection, deps } = context;
  if ((await selectChangeSet(deps.store.db, connection.id, id)) === undefined)
    throw operationError("not_found", "change-set");
  const bases = await readBases(context, await selectChangesOfSet(deps.store.db, id), "now");
  return await withLedger(deps, async (ledger) => {
    const { trx } = ledger;
    const reverted = await lockAtVersion(context, trx, id, version);
    const changes = await selectChangesOfSet(trx, id);
    const plan = await planRevert(deps, trx, { changes, bases, to });
    if (plan.stage.length === 0) throw nothingToRevert(plan.leftOut);
    const now = deps.clock.now();
    const { name } = await describeChangeSet(deps, trx, reverted);
    const draft = await insertChangeSet(trx, {
      id: deps.newId("set"),
      connection_id: connection.id,
      index_id: reverted.index_id,
      name: `Revert of ${name}`.slice(0, LONGEST_NAME),
      reverts_id: id,
      created_by: json(actor),
      created_at: now,
    });
    const staged = plan.stage.map(({ reverts, ...change }) => ({
      reverts,
      row: {
        ...change,
        id: deps.newId("chg"),
        connection_id: connection.id,
        change_set_id: draft.id,
        evidence_id: null,
        settled_by: null,
        evidence: null,
        state: "draft" as const,
        approval_order: null,
        created_by: actor,
        created_at: now,
      },
    }));
    await saveDrafts(
      context,
      ledger,
      staged.map(({ row }) => row),
    );
    const links = staged.flatMap(({ row, reverts }) => reverts.map((revertedId) => ({ changeId: row.id, revertedId })));
    await addReverts(ledger, links);
    const told = await describePlan(context, trx, plan);
    await journal(context, trx, {
      subject: id,
      indexId: reverted.index_id,
      after: { draft: draft.id, leftOut: plan.leftOut.length },
      message: { code: "change-set.revert", params: { by: actor.name, count: told.reverted } },
    });
    const changeSet: ChangeSet = await describeChangeSet(deps, trx, draft);
    return { ...told, changeSet };
  });
}

/** The records of the applied changes as they are here and in the standard index, by index version and record. */
async function readBases(
  { deps }: RequestContext,
  changes: readonly ChangeRow[],
  when: "now" | "last read",
): Promise<Map<string, Map<string, StagingBasis>>> {
  const applied = changes.filter(({ state }) => state === "applied");
  const bases = new Map<string, Map<string, StagingBasis>>();
  for (const [indexId, ofIndex] of Map.groupBy(applied, (row) => row.index_id)) {
    const records = new Map(ofIndex.map((row): [string, RecordKey] => [recordKey(recordOf(row)), recordOf(row)]));
    const asked = [...records.values()].map((record) => ({
      record,
      isBaseSeen: when === "last read",
      isIndexSeen: when === "last read",
    }));
    const read = await gatherStagingBases(deps, indexId, asked);
    bases.set(indexId, new Map(read.map((basis) => [recordKey(basis.record), basis])));
  }
  return bases;
}

async function describePlan(
  { deps }: RequestContext,
  db: Database | Transaction,
  { stage, leftOut }: RevertPlan,
): Promise<RevertPreview> {
  const named = leftOut.slice(0, MOST_NAMED);
  const standing = await selectChangesByIds(db, [...new Set(named.flatMap(({ by }) => by ?? []))]);
  const seenSets = await selectSeenSets(
    db,
    standing.map((row) => row.change_set_id),
  );
  const described = await describeChanges(
    deps,
    db,
    named.map(({ row }) => row),
  );
  return {
    reverted: new Set(stage.flatMap(({ reverts }) => reverts)).size,
    leftOutCount: leftOut.length,
    leftOut: named.flatMap((left, index) => {
      const change = described[index];
      const later = standing.find((row) => row.id === left.by);
      const changeSetId = later !== undefined && seenSets.has(later.change_set_id) ? later.change_set_id : null;
      const link = later === undefined ? null : { changeId: later.id, changeSetId };
      return change === undefined ? [] : [{ change, why: leftOutText(left), standing: link }];
    }),
  };
}

function nothingToRevert([first]: readonly LeftAsItIs[]): OperationError {
  return first === undefined
    ? operationError("wrong_state", "nothing-to-revert")
    : operationError("wrong_state", "none-can-be-reverted", { problem: leftOutText(first) });
}
