import type { Database, Transaction } from "#/store/sql/transaction.ts";

/** What a change needs before it is applied. */
export interface ApprovalSettings {
  /** How many people have to approve it, and whether its author is one of them. */
  required: number;
  ownCounts: boolean;
  reasonRequired: boolean;
  /** How many hours old readings may be that apply compares; null: as old as the connection calls old. */
  applyAgeHours: number | null;
}

export async function selectApprovalSettings(
  db: Database | Transaction,
  connectionId: string,
): Promise<ApprovalSettings> {
  const row = await db
    .selectFrom("connection")
    .select(["approvals_required", "own_approval_counts", "reason_required", "apply_age_hours"])
    .where("id", "=", connectionId)
    .executeTakeFirstOrThrow();
  return {
    required: row.approvals_required,
    ownCounts: row.own_approval_counts,
    reasonRequired: row.reason_required,
    applyAgeHours: row.apply_age_hours,
  };
}

/** They have the version of the connection. */
export async function updateApprovalSettings(
  trx: Transaction,
  connectionId: string,
  { required, ownCounts, reasonRequired, applyAgeHours }: ApprovalSettings,
  now: Date,
): Promise<void> {
  await trx
    .updateTable("connection")
    .set((set) => ({
      version: set("version", "+", 1),
      updated_at: now,
      approvals_required: required,
      own_approval_counts: ownCounts,
      reason_required: reasonRequired,
      apply_age_hours: applyAgeHours,
    }))
    .where("id", "=", connectionId)
    .execute();
}
