import type { Verdict } from "./comparison.ts";

/** In the order of urgency: the first needs a person most. */
export const verdictsWorstFirst = [
  "conflict",
  "base moved",
  "differs",
  "ours",
  "same",
] as const satisfies readonly Verdict[];

/** The verdict table of SPEC.md. `baseline` is null where there is none. */
function verdictOf(equal: { effectiveBase: boolean; baseline: { base: boolean; effective: boolean } | null }): Verdict {
  if (equal.effectiveBase) return "same";
  if (equal.baseline === null) return "differs";
  if (equal.baseline.base) return "ours";
  if (equal.baseline.effective) return "base moved";
  return "conflict";
}

/** The verdict of three values, by the equality given. */
export function verdictBetween<Value>(
  effective: Value,
  base: Value,
  baseline: Value | null,
  equal: (a: Value, b: Value) => boolean,
): Verdict {
  return verdictOf({
    effectiveBase: equal(effective, base),
    baseline: baseline === null ? null : { base: equal(base, baseline), effective: equal(effective, baseline) },
  });
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
