import { equalJson } from "#/json/equal-json.ts";
import { kindOf } from "#/kinds/kinds.ts";
import { resolveTexts } from "#/ledger/baseline.ts";
import { touchedElements } from "#/ledger/operation.ts";
import type { Reading } from "#/records/reading.ts";
import { listPresenceKey } from "#/records/reading.ts";
import { textIn, textsOf } from "#/records/texts-by-key.ts";
import { listPresencePart } from "./compare-set.ts";
import type { PartComparison, Values } from "./comparison.ts";
import { flagsOf, withPolicy } from "./field-state.ts";
import type { FieldState } from "./field-state.ts";
import { verdictBetween } from "./verdict.ts";

/** One part per key of any side; null where some side's value is no object of texts, so that the field stays undivided. */
export function compareParts(state: FieldState): PartComparison[] | null {
  const { values, input } = state;
  const kind = kindOf(input.kind);
  if (kind.shape !== "parts") return null;
  const sides = [values.base, values.index, values.effective, values.wanted, values.preview, values.known];
  const texts = sides.map((reading) => (reading === null ? null : textsOf(reading)));
  if (texts.some((map, position) => map === null && sides[position] !== null)) return null;
  const [base = null, index = null, effective = null, wanted = null, preview = null] = texts;
  const baseline = resolveTexts(input.baseline, state.initialBaseline);
  const known = resolveTexts(input.known, state.initialKnown);
  const original = values.original === null ? null : textsOf(values.original);
  const tags = new Set<string>();
  for (const map of [base, effective, index, wanted, preview, texts[5] ?? null])
    for (const tag of map?.keys() ?? []) tags.add(tag);
  for (const tag of effective === null ? [] : state.fold.elements.keys()) tags.add(tag);
  for (const [tag, reading] of Object.entries(input.known.elements ?? {}))
    if (tag !== listPresenceKey && "value" in reading) tags.add(tag);
  const { knownParts, canonicalText } = kind;
  const meant = (reading: Reading) =>
    "value" in reading && typeof reading.value === "string" ? canonicalText(reading.value) : null;
  const equal = (a: Reading, b: Reading) => equalJson(meant(a), meant(b));
  const inOrder = knownParts === null ? [...tags] : knownParts.filter((part) => tags.has(part));
  const parts = inOrder.map((key): PartComparison => {
    const elementMark = state.fold.elements.get(key) ?? null;
    const isOverWhole = elementMark === null && state.fold.whole !== null;
    const side = (map: ReadonlyMap<string, string> | null) => (map === null ? null : textIn(map, key));
    const all: Values = {
      original: side(original),
      baseline: baseline?.textIn(key) ?? null,
      base: side(base),
      index: side(index),
      known: known?.textIn(key) ?? null,
      wanted: elementMark !== null || isOverWhole ? side(wanted) : null,
      effective: side(effective),
      preview: null,
    };
    const differs = (a: Reading | null, b: Reading | null) => a !== null && b !== null && !equal(a, b);
    const isDecided = elementMark !== null || differs(all.wanted, all.base) || differs(all.wanted, all.index);
    const override = withPolicy(input, elementMark ?? (isOverWhole && isDecided ? state.fold.whole : null));
    const drafts = state.drafts
      .filter((change) => {
        const touched = touchedElements(change.operation, input.region);
        if (touched !== null) return touched.includes(key);
        return differs(side(preview), side(effective)) || (effective === null && preview?.has(key) === true);
      })
      .map(({ id }) => id);
    const isRead = values.base !== null && values.index !== null && all.base !== null && all.effective !== null;
    return {
      key,
      verdict:
        isRead && all.base !== null && all.effective !== null
          ? verdictBetween(all.effective, all.base, all.baseline, equal)
          : null,
      flags: flagsOf(all, override, equal, state.pins),
      values: drafts.length === 0 && input.created?.staged !== true ? all : { ...all, preview: side(preview) },
      override,
      drafts,
      parts: [],
    };
  });
  return [...parts, ...listPresencePart(state, baseline?.present ?? null, known?.present ?? null)];
}
