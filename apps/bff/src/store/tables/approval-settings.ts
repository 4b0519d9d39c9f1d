import type { Database, Transaction } from "#/store/sql/transaction.ts";

/** How many people have to approve a change, and whether its author is one of them. */
export interface ApprovalSettings {
  required: number;
  ownCounts: boolean;
}

export async function selectApprovalSettings(
  db: Database | Transaction,
  connectionId: string,
): Promise<ApprovalSettings> {
  const row = await db
    .selectFrom("connection")
    .select(["approvals_required", "own_approval_counts"])
    .where("id", "=", connectionId)
    .executeTakeFirstOrThrow();
  return { required: row.approvals_required, ownCounts: row.own_approval_counts };
}

export async function updateApprovalSettings(
  trx: Transaction,
  connectionId: string,
  { required, ownCounts }: ApprovalSettings,
): Promise<void> {
  await trx
    .updateTable("connection")
    .set({ approvals_required: required, own_approval_counts: ownCounts })
    .where("id", "=", connectionId)
    .execute();
}
