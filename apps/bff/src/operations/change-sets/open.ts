import type { OpenChangeSetInput, StagedChanges } from "@dc/contract";
import type { z } from "zod";
import { consoleContext } from "#/context/reach.ts";
import type { Deps, RequestContext } from "#/context/deps.ts";
import { journal } from "#/context/journal.ts";
import { withLedger } from "#/ledger/with-ledger.ts";
import { operationError } from "#/runtime/errors.ts";
import { isDiscarded } from "#/store/tables/activity/journal.ts";
import { forgetEffect } from "#/store/tables/activity/keyed-requests.ts";
import { type ChangeSetRow, selectOpening, updateChangeSet } from "#/store/tables/changes/change-sets.ts";
import { countChangesOfSet } from "#/store/tables/changes/changes.ts";
import { discardInSteps } from "#/ledger/discarded-drafts.ts";
import { draftChanges } from "#/operations/changes/staging/draft-changes.ts";
import { openDraft } from "#/operations/changes/staging/open-draft.ts";
import { prepareChanges, refuseUnlessWritable, selectChangesOf } from "#/operations/changes/staging/prepare-changes.ts";
import { draftsToSave } from "#/operations/changes/staging/save-drafts.ts";
import { prepareVerification } from "#/operations/verifications/verify.ts";
import { describeStaged, refuseEmptied, refuseImpossibleEvidence } from "#/operations/changes/stage.ts";

/** So many are written at once where a transaction keeps others out: more than of other changes, since nothing follows of a draft. */
const DRAFTS_AT_ONCE = 100;

/**
 * Opens a change set with its name, its evidence, its changes in any number of index versions, and what was said to be right with
 * it: all of them or none. In the embedded store they are written in steps, and the set is there for nobody until the last.
 */
export async function openChangeSet(
  context: RequestContext,
  { changes, verification, ...given }: z.output<typeof OpenChangeSetInput>,
): Promise<StagedChanges> {
  const { deps } = context;
  refuseImpossibleEvidence(context, changes, given.evidence);
  const indexIds = new Set(changes.map(({ indexId }) => indexId));
  const id = deps.newId("set");
  const steps = await prepareChanges(context, changes);
  const rows = await selectChangesOf(context, deps.store.db, steps);
  const { staged, dropped } = await draftChanges(context, { changeSetId: id, rows, steps });
  if (staged.length === 0 && changes.length > 0) throw operationError("set_empty", "nothing-to-stage");
  const keepRight = verification === null ? null : await prepareVerification(context, verification);
  const save = await draftsToSave(context, deps.store.db, staged);
  const atOnce = deps.store.kind === "embedded" ? DRAFTS_AT_ONCE : staged.length;
  let saved = 0;
  let opened: ChangeSetRow | undefined;
  let verified: StagedChanges["verified"] = null;
  try {
    do {
      const part = staged.slice(saved, saved + atOnce);
      const isLast = saved + part.length === staged.length;
      const before = opened;
      opened = await withLedger(deps, async (ledger) => {
        const { trx } = ledger;
        // Nobody else knows of it yet.
        ledger.actsOn = id;
        const draft = { ...given, indexId: null, id, opening: !isLast };
        const set = before ?? (await openDraft(context, trx, draft, indexIds));
        await save(ledger, part);
        if (!isLast) return set;
        await refuseUnlessWritable(context, indexIds, trx);
        await refuseEmptied(context, trx, { changes, changeSetId: id });
        if (keepRight !== null) verified = await keepRight(trx);
        return (await updateChangeSet(trx, set, { opening: false })) ?? set;
      });
      saved += part.length;
    } while (saved < staged.length);
  } catch (error) {
    if (opened !== undefined) await discardOpening(context, opened);
    throw error;
  }
  return await describeStaged(context, deps.store.db, { changeSet: opened, staged, dropped, replaced: [], verified });
}

/** Discards the sets that an earlier process did not finish. */
export async function discardUnfinishedSets(deps: Deps): Promise<void> {
  for (const row of await selectOpening(deps.store.db, deps.connection.id))
    await discardOpening(consoleContext(deps, row.created_by), row);
}

/** Discards a set that was not opened. */
export async function discardOpening(
  context: RequestContext,
  { id, retry_of_id: retryOf }: ChangeSetRow,
): Promise<void> {
  await withLedger(context.deps, async ({ trx }) => {
    // One that somebody discarded is told already, and had its effect; a retry is told of once it is there.
    if (retryOf !== null || (await isDiscarded(trx, id))) return;
    const count = await countChangesOfSet(trx, id);
    const message = { code: "change-set.discard", params: { by: context.actor.name, count } } as const;
    await journal(context, trx, { subject: id, message });
    await forgetEffect(trx, id);
  });
  await discardInSteps(context.deps, id);
}
