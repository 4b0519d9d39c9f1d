import type { FieldComparison, PartComparison } from "#/compare/comparison.ts";
import type { FieldInput } from "#/compare/field-state.ts";
import { initialBaseline, initialKnown, resolvePhones } from "#/ledger/baseline.ts";
import type { Baseline, Known } from "#/ledger/baseline.ts";
import { nextBaseline, nextKnown } from "#/ledger/next-baseline.ts";
import { presenceKey } from "#/records/reading.ts";
import type { Reading } from "#/records/reading.ts";
import { find, keyOf, refused } from "./decision.ts";
import type { Decision } from "./decision.ts";

/** Keep ours: L moves to B, nothing is sent. */
export function keepOurs(input: FieldInput, part?: string): Decision<{ baseline: Baseline }> {
  const at = find(input, part);
  if (at === null) return refused("no such part");
  if (at.found.verdict === null || input.base === null) return refused("not read");
  if (at.found.verdict === "same") return refused("same as standard");
  if (at.found.verdict === "ours") return refused("already decided");
  const start = initialBaseline(input.original);
  const elements = part === undefined ? null : keysOfPart(input, input.baseline, start, at.found, "baseline");
  return {
    ok: true,
    baseline: nextBaseline(input.kind, input.baseline, start, input.base, input.region, elements),
  };
}

/** Accept what came from outside: K moves to I. */
export function acceptOutside(input: FieldInput, part?: string): Decision<{ known: Known }> {
  const at = find(input, part);
  if (at === null) return refused("no such part");
  if (input.index === null) return refused("not read");
  if (!at.found.flags.includes("outside")) return refused("not outside");
  const start = initialKnown(input.original);
  const elements = part === undefined ? null : keysOfPart(input, input.known, start, at.found, "known");
  return { ok: true, known: nextKnown(input.kind, input.known, start, input.index, input.region, elements) };
}

/** The keys whose stored element moves: those of the row on the stored side, on base and here. */
function keysOfPart(
  input: FieldInput,
  stored: Baseline,
  start: Reading | null,
  found: FieldComparison | PartComparison,
  side: "baseline" | "known",
): string[] {
  if (input.kind !== "phones" || !("parts" in found) || found.key === presenceKey) return [found.key];
  const entries = resolvePhones(stored, start, input.region)?.entries ?? [];
  const known = side === "baseline" ? (["baseline", "base"] as const) : (["known", "index"] as const);
  const keys = new Set<string>();
  for (const name of known) {
    const key = keyOf(found.values[name], input.region);
    if (key !== null) keys.add(key);
  }
  if (keys.size === 0) keys.add(found.key);
  if (entries.some((entry) => entry.key === found.key)) keys.add(found.key);
  return [...keys];
}
