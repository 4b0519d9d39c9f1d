import { maxLength } from "@dc/contract";
import { recordKey, shapeOf } from "@dc/directory";
import type { RequestContext } from "#/context/deps.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";
import { type CorrectedClaimRow, selectCorrectedClaim } from "#/store/tables/directories/claims.ts";
import type { Evidence } from "#/store/tables/changes/evidence.ts";
import { selectHeldRecords } from "#/store/tables/records/verifications.ts";
import { setContentOf } from "#/upstream/records/set-members.ts";
import type { StagingStep } from "./prepare-changes.ts";

/**
 * In the draft that was opened to correct what a reader said is wrong: changes without evidence of what is said, in the records of
 * its practitioner there, have the reader's word as their evidence.
 */
export async function withEvidenceOfAnswer(
  { connection, deps }: RequestContext,
  db: Database | Transaction,
  changeSetId: string,
  steps: readonly StagingStep[],
): Promise<readonly StagingStep[]> {
  const claim = await selectCorrectedClaim(db, changeSetId);
  if (claim === undefined) return steps;
  const { index_id: indexId, practitioner_id: practitionerId } = claim;
  const where = { connectionId: connection.id, indexId, practitionerIds: [practitionerId], records: [] };
  const theirs = new Set([
    recordKey({ type: "practitioner", id: practitionerId }),
    ...(await selectHeldRecords(db, where)).map(recordKey),
  ]);
  const { profile } = deps.service;
  const { change } = claim;
  /** The record whose change was answered, where what is wrong is what the change is about. */
  const answered = change === null || (claim.about ?? change.about) !== change.about ? null : change.record;
  const isOfLine = ({ asked: { record }, checked: { field } }: StagingStep) =>
    answered === null || (recordKey(record) === recordKey(answered) && field === change?.field);
  const isOfKind = ({ asked: { record }, checked: { field, kind } }: StagingStep) =>
    claim.about === "number"
      ? kind !== null && shapeOf(kind) === "keyed"
      : claim.about !== "plan" || (field !== null && setContentOf(profile, record.type, field) === "plans");
  const evidence = evidenceOf(claim, profile.dayAt(claim.created_at));
  return steps.map((step) => {
    const { asked } = step;
    const isTheirs = asked.indexId === indexId && theirs.has(recordKey(asked.record));
    if (asked.evidence !== null || asked.wasDraft === true || !isTheirs || !isOfKind(step) || !isOfLine(step))
      return step;
    return { ...step, asked: { ...asked, evidence } };
  });
}

function evidenceOf(
  { about, change, words, how_known: howKnown, said_by: saidBy, shared_with: link }: CorrectedClaimRow,
  verifiedOn: string,
): Evidence {
  const what = about === null || about === "other" ? "It" : `The ${about}`;
  const known = howKnown === null ? "" : `. How they know: ${howKnown}`;
  const line = change === null ? "" : `. Said of: ${change.text}`;
  return {
    reason: `${what} is said to be wrong. What it should say: ${words ?? ""}${known}${line}`
      .slice(0, maxLength.reason)
      .toWellFormed(),
    source: `${saidBy}, by the link of ${link}`.slice(0, maxLength.source).toWellFormed(),
    verifiedOn,
    reviewBy: null,
    from: null,
    until: null,
  };
}
