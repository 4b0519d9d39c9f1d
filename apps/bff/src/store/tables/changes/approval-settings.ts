import type { Database, Transaction } from "#/store/sql/transaction.ts";

/** What a change needs before it is applied. */
export interface ApprovalSettings {
  /** How many people have to approve it, and whether its author is one of them. */
  required: number;
  ownCounts: boolean;
  reasonRequired: boolean;
}

export async function selectApprovalSettings(
  db: Database | Transaction,
  connectionId: string,
): Promise<ApprovalSettings> {
  const row = await db
    .selectFrom("connection")
    .select(["approvals_required", "own_approval_counts", "reason_required"])
    .where("id", "=", connectionId)
    .executeTakeFirstOrThrow();
  return {
    required: row.approvals_required,
    ownCounts: row.own_approval_counts,
    reasonRequired: row.reason_required,
  };
}

export async function updateApprovalSettings(
  trx: Transaction,
  connectionId: string,
  { required, ownCounts, reasonRequired }: ApprovalSettings,
): Promise<void> {
  await trx
    .updateTable("connection")
    .set({ approvals_required: required, own_approval_counts: ownCounts, reason_required: reasonRequired })
    .where("id", "=", connectionId)
    .execute();
}
