import type { Deps } from "#/context/deps.ts";
import { reachNow } from "#/context/rights-now.ts";
import type { Database, Transaction } from "#/store/sql/transaction.ts";
import { type ApprovalRow, selectApprovalsOfSet } from "#/store/tables/changes/approvals.ts";

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
