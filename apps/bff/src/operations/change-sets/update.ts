import type { ChangeSet, DraftEvidence, UpdateChangeSetInput } from "@dc/contract";
import type { z } from "zod";
import { inTransaction, type RequestContext } from "#/context/deps.ts";
import { OperationError } from "#/runtime/errors.ts";
import { changeSetState } from "@dc/directory";
import { removeDraftSet } from "#/ledger/changes.ts";
import { withLedger } from "#/ledger/with-ledger.ts";
import { selectChangesOfSet } from "#/store/tables/changes.ts";
import { selectChangeSet, updateChangeSet } from "#/store/tables/change-sets.ts";
import { insertEvidence } from "#/store/tables/evidence.ts";
import { appendJournal } from "#/store/tables/journal.ts";
import { describeOne, lockExpected } from "#/operations/change-sets/internal/lock-expected.ts";

/** Names a change set, or keeps what has been typed of the evidence that serves its changes when it is applied. */
export async function editChangeSet(
  context: RequestContext,
  id: string,
  { name, evidence: typed, version }: z.output<typeof UpdateChangeSetInput>,
): Promise<ChangeSet> {
  const { actor, connection, deps, requestId } = context;
  const evidence = typed === null || typed === undefined || hasEvidence(typed) ? typed : null;
  return await inTransaction(context, async (trx) => {
    const row = await lockExpected(context, trx, id, version);
    const now = deps.clock.now();
    const state = changeSetState((await selectChangesOfSet(trx, id)).map((change) => change.state));
    if (evidence !== undefined && state !== "draft")
      throw new OperationError("wrong_state", "Evidence can only be changed before a change set is applied.");
    const evidenceId = evidence === undefined ? row.evidence_id : evidence === null ? null : deps.newId("evi");
    if (evidence !== undefined && evidence !== null && evidenceId !== null)
      await insertEvidence(trx, { id: evidenceId, connectionId: connection.id, evidence, actor, now });
    const edited = await updateChangeSet(trx, row, {
      ...(name === undefined ? {} : { name }),
      evidence_id: evidenceId,
    });
    await appendJournal(trx, {
      connectionId: connection.id,
      at: now,
      actor,
      action: "change-set.edit",
      subject: id,
      indexId: row.index_id,
      before: { name: row.name },
      after: { name: name ?? row.name, evidence: evidence ?? null },
      message:
        name === undefined || name === row.name
          ? { code: "change-set.evidence", params: { by: actor.name } }
          : { code: "change-set.rename", params: { by: actor.name, name } },
      why: evidence?.reason === "" ? null : (evidence?.reason ?? null),
      requestId,
    });
    return await describeOne(trx, edited ?? row);
  });
}

function hasEvidence({ reason, source, verifiedOn, reviewBy }: DraftEvidence): boolean {
  return reason !== "" || [source, verifiedOn, reviewBy].some((part) => part !== null && part !== "");
}

/** Throws a draft away with everything in it. What was applied is withdrawn or undone instead. */
export async function discardChangeSet(context: RequestContext, id: string): Promise<void> {
  const { actor, connection, deps, requestId } = context;
  await withLedger(deps, async (ledger) => {
    const { trx } = ledger;
    const found = await selectChangeSet(trx, connection.id, id);
    if (found === undefined) throw new OperationError("not_found", "Change set not found.");
    const row = await lockExpected(context, trx, id, found.version);
    const changes = await selectChangesOfSet(trx, id);
    if (changes.some(({ state }) => state !== "draft"))
      throw new OperationError("wrong_state", "Only a draft can be discarded. Withdraw applied changes instead.");
    await removeDraftSet(ledger, id, changes);
    await appendJournal(trx, {
      connectionId: connection.id,
      at: deps.clock.now(),
      actor,
      action: "change-set.discard",
      subject: id,
      indexId: row.index_id,
      before: changes.map(({ operation, record_type, record_id, field }) => ({
        operation,
        record_type,
        record_id,
        field,
      })),
      message: { code: "change-set.discard", params: { by: actor.name, count: changes.length } },
      requestId,
    });
  });
}
