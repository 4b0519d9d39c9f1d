import type { Deps, RequestContext } from "#/context/deps.ts";
import { reachNow } from "#/context/rights-now.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";
import type { TakingBack } from "#/store/schema/ledger-tables.ts";
import type { ApprovalSettings } from "#/store/tables/changes/approval-settings.ts";
import { type ApprovalRow, selectApprovalsOfSet } from "#/store/tables/changes/approvals.ts";
import type { ChangeRow } from "#/store/tables/changes/changes.ts";
import { selectReferrersOfIndices } from "#/store/tables/directories/index-versions.ts";

export interface ApprovalsNow {
  counting: readonly ApprovalRow[];
  /** Of those who may not approve any more in the directory of the change. */
  lapsed: readonly ApprovalRow[];
}

/** The approvals of a set, by whether their givers may approve now. Takes the store without a limit, which knows people. */
export async function approvalsNow(deps: Deps, db: Database | Transaction, changeSetId: string): Promise<ApprovalsNow> {
  const counting: ApprovalRow[] = [];
  const lapsed: ApprovalRow[] = [];
  const given = await selectApprovalsOfSet(db, changeSetId);
  for (const [id, approvals] of Map.groupBy(given, (approval) => approval.person_id)) {
    const reach = await reachNow(deps, db, { kind: "person", id }, "approve");
    for (const { referrer_id: referrerId, ...approval } of approvals)
      (reach === "all" || reach.includes(referrerId ?? "") ? counting : lapsed).push(approval);
  }
  return { counting, lapsed };
}

type Reach = RequestContext["reach"] | "none";

/** What each of those who confirmed may approve now. Takes the store without a limit, which knows people. */
export async function reachOfConfirmers(
  deps: Deps,
  db: Database | Transaction,
  { confirmed }: Pick<TakingBack, "confirmed">,
): Promise<ReadonlyMap<string, Reach>> {
  const reaches = new Map<string, Reach>();
  for (const { by } of confirmed) reaches.set(by.id, await reachNow(deps, db, by, "approve"));
  return reaches;
}

/** Whether somebody with this reach reaches each of these index versions. */
export async function reachesIndices(
  deps: Pick<Deps, "connection">,
  trx: Transaction,
  indexIds: readonly string[],
): Promise<(reach: Reach | undefined) => boolean> {
  const referrers = await selectReferrersOfIndices(trx, deps.connection.id, indexIds);
  return (reach = "none") =>
    reach === "all" || (reach !== "none" && indexIds.every((id) => reach.includes(referrers.get(id) ?? "")));
}

/** Whether a change has the approvals that its connection requires; in a review that was asked for, at least one. */
export function enoughApprovals(
  { required, ownCounts }: ApprovalSettings,
  approvals: readonly Pick<ApprovalRow, "change_id" | "is_own">[],
): (change: Pick<ChangeRow, "id">) => boolean {
  const counting = approvals.filter((approval) => ownCounts || !approval.is_own);
  const ofChange = Map.groupBy(counting, (approval) => approval.change_id);
  return ({ id }) => (ofChange.get(id)?.length ?? 0) >= Math.max(required, 1);
}
