import type { Verification, VerifiedEntry } from "@dc/contract";
import type { VerificationRow } from "#/store/tables/records/verification-pages.ts";

export function describeVerification(row: VerificationRow): Verification {
  return {
    saidBy: row.said_by,
    how: row.how,
    note: row.note,
    verifiedOn: row.verified_on,
    askAgainOn: row.ask_again_on,
    by: row.given_by,
    at: row.given_at.toISOString(),
  };
}

const SOON_DAYS = 14;

/** Both are days; what is due today is in time for today. */
export function dueState(dueOn: string | null, today: string): VerifiedEntry["state"] {
  if (dueOn === null) return "in time";
  if (dueOn < today) return "overdue";
  return Date.parse(dueOn) - Date.parse(today) < SOON_DAYS * 86_400_000 ? "soon" : "in time";
}
