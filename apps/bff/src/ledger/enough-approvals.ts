import type { ApprovalSettings } from "#/store/tables/changes/approval-settings.ts";
import type { ApprovalRow } from "#/store/tables/changes/approvals.ts";
import type { ChangeRow } from "#/store/tables/changes/changes.ts";

/** Whether a change has the approvals that its connection requires; in a review that was asked for, at least one. */
export function enoughApprovals(
  { required, ownCounts }: ApprovalSettings,
  approvals: readonly Pick<ApprovalRow, "change_id" | "is_own">[],
): (change: Pick<ChangeRow, "id">) => boolean {
  const counting = approvals.filter((approval) => ownCounts || !approval.is_own);
  const ofChange = Map.groupBy(counting, (approval) => approval.change_id);
  return ({ id }) => (ofChange.get(id)?.length ?? 0) >= Math.max(required, 1);
}
