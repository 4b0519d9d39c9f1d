import type { FieldInput } from "#/compare/field-input.ts";
import { shapeOf } from "#/kinds/kinds.ts";
import { initialBaseline, initialKnown, resolvePhones, resolveReading } from "#/ledger/baseline.ts";
import type { Baseline, Known } from "#/ledger/baseline.ts";
import { nextBaseline, nextKnown } from "#/ledger/next-baseline.ts";
import { listPresenceKey } from "#/records/reading.ts";
import type { Reading } from "#/records/reading.ts";
import { findPart, keyOnSide, refusal } from "./decision.ts";
import type { Decision, DecisionTarget } from "./decision.ts";

/** Keep ours: the baseline becomes the base value; nothing is sent. */
export function keepOurs(input: FieldInput, part?: string): Decision<{ baseline: Baseline }> {
  const target = findPart(input, part);
  if (target === null) return refusal("no such part");
  if (target.row.verdict === null || input.base === null) return refusal("not read");
  if (target.row.verdict === "same") return refusal("same as standard");
  if (target.row.verdict === "ours") return refusal("already decided");
  const start = initialBaseline(input.original);
  const elements = part === undefined ? null : keysOfPart(input, input.baseline, start, target, "baseline");
  return {
    ok: true,
    baseline: nextBaseline(input.kind, input.baseline, start, input.base, input.region, elements),
  };
}

/** Accept a change from outside: the known value becomes the value in the index. */
export function acceptOutside(input: FieldInput, part?: string): Decision<{ known: Known }> {
  const target = findPart(input, part);
  if (target === null) return refusal("no such part");
  if (input.index === null) return refusal("not read");
  if (!target.row.flags.includes("outside")) return refusal("not outside");
  const start = initialKnown(input.original);
  const elements = part === undefined ? null : keysOfPart(input, input.known, start, target, "known");
  return { ok: true, known: nextKnown(input.kind, input.known, start, input.index, input.region, elements) };
}

/** What was seen of a field, with a part as base, or the index, says it now. */
export function withPartNow(
  input: FieldInput,
  part: string,
  { seen, now, side }: { seen: Reading; now: Reading; side: "base" | "index" },
): Reading {
  const target = findPart(input, part);
  if (target === null) return seen;
  const [{ kind, region }, stored] = [input, { whole: seen }];
  const elements = keysOfPart(input, stored, null, target, side === "base" ? "baseline" : "known");
  return resolveReading(kind, nextBaseline(kind, stored, null, now, region, elements), null, region) ?? seen;
}

/** The keys of the stored elements that the decision about a part replaces. */
function keysOfPart(
  input: FieldInput,
  stored: Baseline,
  start: Reading | null,
  target: DecisionTarget,
  side: "baseline" | "known",
): string[] {
  const { row } = target;
  if (shapeOf(input.kind) !== "keyed" || !("parts" in row) || row.key === listPresenceKey) return [row.key];
  const entries = resolvePhones(stored, start, input.region)?.entries ?? [];
  const known = side === "baseline" ? (["baseline", "base"] as const) : (["known", "index"] as const);
  const keys = new Set<string>();
  for (const name of known) {
    const key = keyOnSide(target, name);
    if (key !== null) keys.add(key);
  }
  if (keys.size === 0) keys.add(row.key);
  if (entries.some((entry) => entry.key === row.key)) keys.add(row.key);
  return [...keys];
}
