import { isJsonObject } from "#/json/json.ts";
import { resolveSet } from "#/ledger/baseline.ts";
import type { ResolvedSet } from "#/ledger/baseline.ts";
import { touchedElements } from "#/ledger/operation.ts";
import { listPresence, listPresenceKey } from "#/records/reading.ts";
import type { Reading } from "#/records/reading.ts";
import { isMember, membersOf } from "#/records/set-members.ts";
import type { PartComparison, Values } from "./comparison.ts";
import { flagsOf, withPolicy } from "./field-state.ts";
import type { FieldState } from "./field-state.ts";
import { verdictBetween } from "./verdict.ts";

const isIn: Reading = { value: true };
const isNotIn: Reading = { value: false };

/** One part per member of any side; null where some side's value is not a list of ids, so that the field stays undivided. */
export function compareSet(state: FieldState): PartComparison[] | null {
  const { values, input } = state;
  const sides = [values.base, values.index, values.effective, values.wanted, values.preview];
  const lists = sides.map((reading) => (reading === null ? null : membersOf(reading)));
  if (lists.some((list, position) => list === null && sides[position] !== null)) return null;
  const [base = null, index = null, effective = null, wanted = null, preview = null] = lists;
  const baseline = resolveSet(input.baseline, state.initialBaseline);
  const known = resolveSet(input.known, state.initialKnown);
  const original = values.original === null ? null : membersOf(values.original);
  const knownMembers = values.known === null ? null : membersOf(values.known);
  const keys = new Set<string>(lists[2] === null ? [] : state.fold.elements.keys());
  for (const list of [effective, base, index, wanted, preview, knownMembers]) {
    for (const member of list ?? []) keys.add(member);
  }
  for (const [key, reading] of Object.entries(input.known.elements ?? {})) {
    if (key !== listPresenceKey && isMember(reading)) keys.add(key);
  }
  const touchedBy = state.drafts.map(({ id, operation }) => ({
    id,
    touched: touchedElements(operation, input.region),
  }));
  const parts: PartComparison[] = [];
  for (const key of keys) {
    const elementMark = state.fold.elements.get(key) ?? null;
    const overWhole = elementMark === null && state.fold.whole !== null;
    const side = (list: ReadonlySet<string> | null) => (list === null ? null : membership(list.has(key)));
    const all: Values = {
      original: side(original),
      baseline: storedMembership(baseline, key),
      base: side(base),
      index: side(index),
      known: storedMembership(known, key),
      wanted: elementMark !== null || overWhole ? side(wanted) : null,
      effective: side(effective),
      preview: null,
    };
    const isDraftOnly = ![base, index, effective, wanted, knownMembers].some((list) => list?.has(key));
    const decides =
      elementMark !== null ||
      (isDraftOnly === false && (!same(all.wanted, all.base) || (all.index !== null && !same(all.wanted, all.index))));
    const override = withPolicy(input, elementMark ?? (overWhole && decides ? state.fold.whole : null));
    const drafts = touchedBy
      .filter(({ touched }) => (touched === null ? preview?.has(key) !== effective?.has(key) : touched.includes(key)))
      .map(({ id }) => id);
    parts.push({
      key,
      verdict: verdictOfPart(values, all),
      flags: flagsOf(all, override, sameReading, state.pins),
      values: drafts.length === 0 && input.created?.staged !== true ? all : { ...all, preview: side(preview) },
      override,
      drafts,
      parts: [],
    });
  }
  return [...parts, ...listPresencePart(state, baseline?.present ?? null, known?.present ?? null)];
}

function verdictOfPart(field: Values, part: Values): PartComparison["verdict"] {
  if (field.base === null || field.index === null) return null;
  if (part.base === null || part.effective === null) return null;
  return verdictBetween(part.effective, part.base, part.baseline, sameReading);
}

/** The part for a list that one side lacks and the other has empty; none in every other case. */
export function listPresencePart(
  state: FieldState,
  baselinePresent: Reading | null,
  knownPresent: Reading | null,
): PartComparison[] {
  const { base, index, effective, original, wanted, preview } = state.values;
  if (index === null) return [];
  const whole = state.fold.whole === null ? null : wanted;
  const isShown =
    differInPresence(base, effective) || differInPresence(knownPresent, index) || differInPresence(whole, index);
  if (!isShown) return [];
  const override = withPolicy(state.input, state.fold.whole);
  const values: Values = {
    original: presence(original),
    baseline: presence(baselinePresent),
    base: presence(base),
    index: presence(index),
    known: hasElements(index) || hasElements(knownPresent) ? null : presence(knownPresent),
    wanted: presence(whole),
    effective: presence(effective),
    preview: presence(preview),
  };
  const verdict =
    values.base === null || values.effective === null
      ? null
      : verdictBetween(values.effective, values.base, values.baseline, equalPresence);
  const part = { key: listPresenceKey, values, override, drafts: [], parts: [] };
  if (!differInPresence(base, effective)) {
    return [
      {
        ...part,
        verdict: verdict === null ? null : "same",
        flags: flagsOf(values, override, equalPresence, state.pins),
      },
    ];
  }
  return [{ ...part, verdict, flags: flagsOf(values, override, equalPresence, state.pins) }];
}

function presence(reading: Reading | null): Reading | null {
  return reading === null ? null : listPresence(reading);
}

function equalPresence(a: Reading, b: Reading): boolean {
  return "absent" in a === "absent" in b;
}

/** Whether one side lacks the list and the other has it empty, a difference that no element shows. */
function differInPresence(a: Reading | null, b: Reading | null): boolean {
  if (a === null || b === null || hasElements(a) || hasElements(b)) return false;
  return !equalPresence(a, b);
}

function hasElements(reading: Reading | null): boolean {
  const value = reading !== null && "value" in reading ? reading.value : null;
  return Array.isArray(value) || isJsonObject(value) ? Object.keys(value).length > 0 : false;
}

function storedMembership(resolved: ResolvedSet | null, key: string): Reading | null {
  const has = resolved?.has(key) ?? null;
  return has === null ? null : membership(has);
}

function membership(has: boolean): Reading {
  return has ? isIn : isNotIn;
}

function same(a: Reading | null, b: Reading | null): boolean {
  return a === b;
}

function sameReading(a: Reading, b: Reading): boolean {
  return a === b;
}
