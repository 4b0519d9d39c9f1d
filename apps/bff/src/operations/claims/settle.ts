import type { SettleClaimInput, SettledClaim } from "@dc/contract";
import { inTransaction, type RequestContext } from "#/context/deps.ts";
import { journal } from "#/context/journal.ts";
import { openDraft } from "#/operations/changes/staging/open-draft.ts";
import { type VerificationToKeep, verify } from "#/operations/verifications/verify.ts";
import { operationError } from "#/runtime/errors.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import { selectStates } from "#/store/tables/directories/briefs.ts";
import { type ClaimRow, selectClaim, settleClaimRow } from "#/store/tables/directories/claims.ts";
import { type RosterOf, selectRosterIds } from "#/store/tables/directories/roster.ts";
import { lockEffective, selectHeldRecords } from "#/store/tables/records/verifications.ts";
import { loadIndexVersion } from "#/views/load-index-version.ts";

/**
 * Takes up what a reader said: as a verification on their word, as the evidence of what is corrected in a new draft, or not at all.
 * The id of that draft, else null.
 */
export async function settleClaim(
  context: RequestContext,
  { indexId, claimId }: { indexId: string; claimId: string },
  { as, reason }: SettleClaimInput,
): Promise<SettledClaim> {
  const { actor, connection, deps } = context;
  const index = await loadIndexVersion(context, indexId);
  const of = { connectionId: connection.id, indexId };
  const claim = await selectClaim(deps.store.db, { ...of, id: claimId });
  if (claim === undefined) throw operationError("not_found", "claim");
  if (claim.outcome !== null) throw operationError("wrong_state", "claim-settled");
  const { practitioner_id: practitionerId, said_by: saidBy } = claim;
  const name = claim.practitioner_name ?? practitionerId;
  const settle = async (trx: Transaction, draftId: string | null) => {
    const settled = { outcome: as, by: actor, at: deps.clock.now(), reason, change_set_id: draftId };
    if (!(await settleClaimRow(trx, claimId, settled))) throw operationError("wrong_state", "claim-settled");
    await journal(context, trx, {
      subject: claimId,
      indexId,
      message: { code: "claim.settle", params: { by: actor.name, saidBy, practitioner: name, index: index.label, as } },
      why: reason,
    });
    return { changeSetId: draftId };
  };
  const { change } = claim;
  if (as === "verified" && claim.says === "wrong") throw operationError("wrong_state", "claim-says-wrong");
  if (as === "correcting" && index.archived_at !== null)
    throw operationError("wrong_state", "archived", { label: index.label });
  if (change !== null && change.kind !== "changed") {
    const onRoster = await selectRosterIds(deps.store.db, { ...of, type: "practitioner", among: [practitionerId] });
    const isSo = onRoster.length > 0 === (change.kind === "came");
    if (as === "verified" && !isSo) throw operationError("wrong_state", "claim-moved");
    // Coming and leaving has no value to verify, and a roster no drafts: it is corrected on its own page.
    return await inTransaction(context, async (trx) => await settle(trx, null));
  }
  if (as === "verified") {
    const verification: VerificationToKeep = {
      of: [change?.record == null ? { indexId, practitionerId } : { indexId, record: change.record }],
      field: change?.field ?? null,
      saidBy,
      how: "share link",
      verifiedOn: deps.service.profile.dayAt(claim.created_at),
      askAgainOn: null,
      note: `By the link of ${claim.shared_with}`,
      unsettled: "verify",
    };
    await verify(context, verification, async (trx) => {
      await settle(trx, null);
      await refuseMoved(trx, of, claim);
    });
    return { changeSetId: null };
  }
  return await inTransaction(context, async (trx) => {
    if (as !== "correcting") return await settle(trx, null);
    const draft = await openDraft(context, trx, { indexId, name: `${name}: ${saidBy}` }, [indexId]);
    return await settle(trx, draft.id);
  });
}

/** Refuses what was said of a practitioner who reads otherwise now; none reads otherwise until the transaction ends. */
async function refuseMoved(
  trx: Transaction,
  of: RosterOf,
  { practitioner_id: id, state_seen: seen }: Pick<ClaimRow, "practitioner_id" | "state_seen">,
): Promise<void> {
  await lockEffective(trx, {
    ...of,
    records: await selectHeldRecords(trx, { ...of, practitionerIds: [id], records: [] }),
  });
  const states = await selectStates(trx, { ...of, practitionerIds: [id] });
  if (states.get(id) !== seen) throw operationError("wrong_state", "claim-moved");
}
