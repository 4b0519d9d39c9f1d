import type { ComparisonRow } from "#/compare/comparison.ts";
import type { FieldInput } from "#/compare/field-input.ts";
import { initialBaseline, initialKnown, resolvePhones } from "#/ledger/baseline.ts";
import type { Baseline, Known } from "#/ledger/baseline.ts";
import { nextBaseline, nextKnown } from "#/ledger/next-baseline.ts";
import { listPresenceKey } from "#/records/reading.ts";
import type { Reading } from "#/records/reading.ts";
import { findPart, phoneKeyIn, refusal } from "./decision.ts";
import type { Decision } from "./decision.ts";

/** Keep ours: the baseline becomes the base value; nothing is sent. */
export function keepOurs(input: FieldInput, part?: string): Decision<{ baseline: Baseline }> {
  const at = findPart(input, part);
  if (at === null) return refusal("no such part");
  if (at.found.verdict === null || input.base === null) return refusal("not read");
  if (at.found.verdict === "same") return refusal("same as standard");
  if (at.found.verdict === "ours") return refusal("already decided");
  const start = initialBaseline(input.original);
  const elements = part === undefined ? null : keysOfPart(input, input.baseline, start, at.found, "baseline");
  return {
    ok: true,
    baseline: nextBaseline(input.kind, input.baseline, start, input.base, input.region, elements),
  };
}

/** Accept a change from outside: the known value becomes the value in the index. */
export function acceptOutside(input: FieldInput, part?: string): Decision<{ known: Known }> {
  const at = findPart(input, part);
  if (at === null) return refusal("no such part");
  if (input.index === null) return refusal("not read");
  if (!at.found.flags.includes("outside")) return refusal("not outside");
  const start = initialKnown(input.original);
  const elements = part === undefined ? null : keysOfPart(input, input.known, start, at.found, "known");
  return { ok: true, known: nextKnown(input.kind, input.known, start, input.index, input.region, elements) };
}

/** The keys of the stored elements that the decision about a part replaces. */
function keysOfPart(
  input: FieldInput,
  stored: Baseline,
  start: Reading | null,
  found: ComparisonRow,
  side: "baseline" | "known",
): string[] {
  if (input.kind !== "phones" || !("parts" in found) || found.key === listPresenceKey) return [found.key];
  const entries = resolvePhones(stored, start, input.region)?.entries ?? [];
  const known = side === "baseline" ? (["baseline", "base"] as const) : (["known", "index"] as const);
  const keys = new Set<string>();
  for (const name of known) {
    const key = phoneKeyIn(found.values[name], input.region);
    if (key !== null) keys.add(key);
  }
  if (keys.size === 0) keys.add(found.key);
  if (entries.some((entry) => entry.key === found.key)) keys.add(found.key);
  return [...keys];
}
