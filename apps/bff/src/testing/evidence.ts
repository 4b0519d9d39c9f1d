import type { Evidence } from "@dc/contract";

/** A change set is applied for a reason; tests that are about something else give this one. */
export const testEvidence: Evidence = {
  reason: "The practice asked for it",
  source: null,
  verifiedOn: null,
  reviewBy: null,
};
