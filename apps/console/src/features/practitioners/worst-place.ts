import { shownVerdict, type Place } from "#/features/changes/leaf.ts";
import { verdictOrder, type VerdictName } from "#/marks/verdict.tsx";

/** The verdict that asks for a person most among the places; null where nothing was read. */
export function worstPlace(places: readonly Place[]): VerdictName | null {
  const shown = new Set(places.map(({ leaf }) => shownVerdict(leaf)));
  return verdictOrder.find((verdict) => shown.has(verdict)) ?? null;
}
