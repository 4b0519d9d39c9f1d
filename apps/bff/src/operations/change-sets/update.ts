import type { ChangeSet, DraftEvidence, UpdateChangeSetInput } from "@dc/contract";
import type { z } from "zod";
import { inTransaction, type RequestContext } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { changeSetState, isStaged } from "@dc/directory";
import { type ChangeRow, changeInSet, selectChangesOfSet } from "#/store/tables/changes/changes.ts";
import { json } from "#/store/sql/json.ts";
import { setReviewers, updateChangeSet } from "#/store/tables/changes/change-sets.ts";
import { insertEvidence } from "#/store/tables/changes/evidence.ts";
import { journal } from "#/context/journal.ts";
import { describeChangeSet } from "#/views/describe-change-sets.ts";
import { lockAtVersion } from "./internal/lock-at-version.ts";
import { chosenPeople } from "./people.ts";

/**
 * Names a change set, says whose it is, what it is for and who is to review it, or saves the evidence typed so far, which its
 * changes get when they are applied.
 */
export async function editChangeSet(
  context: RequestContext,
  id: string,
  { name, evidence: typed, purpose, ownerId, reviewerIds, version }: z.output<typeof UpdateChangeSetInput>,
): Promise<ChangeSet> {
  const { actor, connection, deps } = context;
  const evidence = typed === null || typed === undefined || hasEvidence(typed) ? typed : null;
  const people = await chosenPeople(context, id, { ownerId, reviewerIds });
  return await inTransaction(context, async (trx) => {
    const row = await lockAtVersion(context, trx, id, version);
    const now = deps.clock.now();
    const changes = await selectChangesOfSet(trx, id);
    if (evidence !== undefined) {
      if (changeSetState(changes.map(changeInSet)) !== "draft")
        throw operationError("wrong_state", changes.some(isStaged) ? "evidence-in-review" : "evidence-applied");
      if (changes.some(isReviewedWithSet)) throw operationError("wrong_state", "evidence-reviewed");
    }
    const evidenceId = evidence === undefined ? row.evidence_id : evidence === null ? null : deps.newId("evi");
    if (evidence !== undefined && evidence !== null && evidenceId !== null)
      await insertEvidence(trx, { id: evidenceId, connectionId: connection.id, evidence, actor, now });
    const edited = await updateChangeSet(trx, row, {
      ...(name === undefined ? {} : { name }),
      ...(purpose === undefined ? {} : { purpose: purpose === "" ? null : purpose }),
      ...(people.owner === null ? {} : { owner: json(people.owner) }),
      evidence_id: evidenceId,
    });
    if (people.reviewers !== null) await setReviewers(trx, { id, people: people.reviewers, now });
    const isDetail = [purpose, ownerId, reviewerIds].some((part) => part !== undefined);
    if (isDetail)
      await journal(context, trx, {
        subject: id,
        indexId: row.index_id,
        before: { purpose: row.purpose, owner: row.owner },
        after: { ...(purpose === undefined ? {} : { purpose }), ...people },
        message: { code: "change-set.details", params: { by: actor.name } },
      });
    if (isDetail && name === undefined && evidence === undefined)
      return await describeChangeSet(deps, trx, edited ?? row);
    await journal(context, trx, {
      subject: id,
      indexId: row.index_id,
      before: { name: row.name },
      after: { name: name ?? row.name, evidence: evidence ?? null },
      message:
        name === undefined || name === row.name
          ? { code: "change-set.evidence", params: { by: actor.name } }
          : { code: "change-set.rename", params: { by: actor.name, name } },
      why: evidence?.reason === "" ? null : (evidence?.reason ?? null),
    });
    return await describeChangeSet(deps, trx, edited ?? row);
  });
}

/** What is reviewed, or was approved, with the evidence of its set. */
function isReviewedWithSet({ state, evidence_id: own }: ChangeRow): boolean {
  return own === null && (state === "in review" || state === "approved");
}

function hasEvidence({ reason, source, verifiedOn, reviewBy, from, until }: DraftEvidence): boolean {
  return reason !== "" || [source, verifiedOn, reviewBy, from, until].some((part) => part !== null && part !== "");
}
