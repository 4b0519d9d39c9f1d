import { DraftEvidence, maxLength } from "@dc/contract";
import type { PlacedCell } from "./judge-cells.ts";
import type { SaidInRow } from "./said-in-row.ts";

const isNoDay = "must be a day such as 2026-11-20";
const wrongEvidence = {
  reason: `must have at most ${maxLength.reason.toLocaleString("en")} characters`,
  source: `must have at most ${maxLength.source.toLocaleString("en")} characters`,
  verifiedOn: isNoDay,
  reviewBy: isNoDay,
  from: isNoDay,
  until: isNoDay,
} as const;
const evidenceUses = ["reason", "source", "verifiedOn", "reviewBy", "from", "until"] as const;

/**
 * What a row says about its values, and what of that is wrong; one with a source or days and without a reason has an empty one, in
 * place of the import's.
 */
export function evidenceOf(row: SaidInRow): {
  evidence: PlacedCell["evidence"];
  wrong: { use: keyof typeof wrongEvidence; why: string }[];
} {
  if (evidenceUses.every((use) => row.text(use) === null)) return { evidence: null, wrong: [] };
  const day = (use: (typeof evidenceUses)[number]) => dayIn(row.text(use));
  const { data: evidence = null, error } = DraftEvidence.safeParse({
    reason: row.text("reason") ?? "",
    source: row.text("source"),
    verifiedOn: day("verifiedOn"),
    reviewBy: day("reviewBy"),
    from: day("from"),
    until: day("until"),
  });
  const named = new Set(error?.issues.map(({ path: [member] }) => member));
  const wrong = evidenceUses.filter((use) => named.has(use)).map((use) => ({ use, why: wrongEvidence[use] }));
  return { evidence, wrong };
}

/** The day of what a spreadsheet has as a day with a time. */
const dayIn = (text: string | null) =>
  text?.replace(/^(\d{4}-\d\d-\d\d)[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z?$/, "$1") ?? null;
