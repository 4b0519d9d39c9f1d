import type { Evidence } from "@dc/contract";

/** Evidence for change sets in tests that are about something else. */
export const testEvidence: Evidence = {
  reason: "The practice asked for it",
  source: null,
  verifiedOn: null,
  reviewBy: null,
  from: null,
  until: null,
};
