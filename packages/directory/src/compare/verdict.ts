import type { Verdict } from "./comparison.ts";

/** In the order of urgency: the first needs a person most. */
export const verdictsWorstFirst = [
  "conflict",
  "base moved",
  "differs",
  "ours",
  "same",
] as const satisfies readonly Verdict[];

/** The verdict of three values by the table of SPEC.md, with the equality given. `baseline` is null where there is none. */
export function verdictBetween<Value>(
  effective: Value,
  base: Value,
  baseline: Value | null,
  equal: (a: Value, b: Value) => boolean,
): Verdict {
  if (equal(effective, base)) return "same";
  if (baseline === null) return "differs";
  if (equal(base, baseline)) return "ours";
  if (equal(effective, baseline)) return "base moved";
  return "conflict";
}

/** The worst of some verdicts; null where there is none. */
export function worstVerdict(verdicts: Iterable<Verdict | null>): Verdict | null {
  let worst: Verdict | null = null;
  for (const verdict of verdicts) {
    if (verdict === null) continue;
    if (worst === null || rank(verdict) < rank(worst)) worst = verdict;
  }
  return worst;
}

function rank(verdict: Verdict): number {
  return verdictsWorstFirst.indexOf(verdict);
}
